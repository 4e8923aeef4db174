// Filters rows of the matrix, and searches the index, which is loaded when the search is first used.
(function () {
  const filter = document.getElementById('filter');
  if (filter)
    filter.addEventListener('input', () => {
      const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const row of document.querySelectorAll('.matrix tbody tr'))
        row.hidden = !words.every(word => row.dataset.text.includes(word));
    });

  const box = document.getElementById('search'), hits = document.getElementById('hits');
  if (!box)
    return;
  const root = box.dataset.root, MOST = 40, NAMED = 6;
  let cases = null, wanted = false;

  function load() {
    if (wanted)
      return;
    wanted = true;
    const script = document.createElement('script');
    script.src = root + 'search.js';
    script.onload = () => { index(); search(); };
    script.onerror = () => { hits.textContent = 'search.js is not beside this page.'; };
    document.head.append(script);
  }

  function index() {
    cases = [];
    for (const [stem, title, parameters, vectors] of window.assay.files)
      parameters.forEach((p, n) => {
        const name = p ? stem + ':' + p : stem;
        cases.push({name, title, vector: vectors[n], text: (name + ' ' + title).toLowerCase()});
      });
  }

  function element(kind, attributes, ...content) {
    const made = document.createElement(kind);
    for (const key in attributes)
      made.setAttribute(key, attributes[key]);
    made.append(...content);
    return made;
  }

  function link(name, device) {
    const slash = name.indexOf('/'), area = slash < 0 ? 'own' : name.slice(0, slash);
    const [title, slug] = window.assay.devices[device];
    return element('a', {href: root + slug + '/' + area + '.html#' + encodeURIComponent(name.slice(slash + 1))}, title);
  }

  function devices(name, list) {
    const links = [];
    list.forEach((device, n) => links.push(n ? ', ' : '', link(name, device)));
    if (list.length <= NAMED)
      return links;
    return [element('details', {}, element('summary', {}, list.length + ' devices'), ...links)];
  }

  function hit(it) {
    const groups = {}, vector = window.assay.vectors[it.vector];
    for (let n = 0; n < vector.length; n++)
      (groups[vector[n]] = groups[vector[n]] || []).push(n);
    const list = element('ul', {});
    for (const letter of Object.keys(groups).filter(l => l !== '-').sort()) {
      const verdict = window.assay.verdicts[letter];
      list.append(element('li', {}, element('span', {class: 'tag ' + window.assay.colors[verdict]}, verdict), ' ', ...devices(it.name, groups[letter])));
    }
    return element('div', {class: 'hit'}, element('span', {class: 'mono'}, it.name), element('div', {class: 'soft'}, it.title), list);
  }

  function search() {
    if (!cases)
      return load();
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    hits.textContent = '';
    if (!words.length)
      return;
    const found = cases.filter(it => words.every(word => it.text.includes(word)));
    const told = found.length > MOST ? found.length + ' cases, the first ' + MOST + ':' : found.length === 1 ? '1 case:' : found.length + ' cases' + (found.length ? ':' : '.');
    hits.append(element('p', {class: 'soft'}, told), ...found.slice(0, MOST).map(hit));
  }

  box.addEventListener('focus', load);
  box.addEventListener('input', search);
  if (box.value)
    load();
})();
