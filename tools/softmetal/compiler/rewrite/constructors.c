/* constructors.c: what a constructor does to its object, it does in thread memory.
 *
 * C++ for OpenCL gives what functions return no address space, and only a generic constructor can make it. So `this`
 * is generic in each constructor, and neither a method of objects in thread memory nor a parameter `thread T &` takes
 * the object or its members. But all that such a constructor makes lies in thread memory: its body becomes a method of
 * objects there, which the constructor calls, and means in it what it means anywhere else.
 *
 *     S(float v) : t(0) { set(v); }
 *     S(float v) : t(0) { __MSL_THIS(S).__msl_construct_0(v); } void __msl_construct_0(float v) thread { set(v); }
 *
 * A program that makes objects in other memory, by placement new, is written for a generic `this` (MSL 4.1): there
 * only what says `thread` is treated so. */
#include "rewriter.h"

/* The comma or the `)` after the parameter, or the default value, that starts at i. */
static uint32_t parameter_end(const rewriter *r, uint32_t i, uint32_t close)
{
    while (i < close && !is(r, i, ",")) {
        uint32_t angle = is(r, i, "<") && is_kind(r, previous(r, i), TOKEN_WORD) ? close_angle(r, i) : 0;
        i = angle && angle < close ? next(r, angle) : skip(r, i);
    }
    return i;
}

/* The parameters without their default values and attributes, and as the arguments of a call, which are NULL if one has
 * no name. */
static void repeat_parameters(rewriter *r, uint32_t open, const char **parameters, const char **arguments)
{
    uint32_t close = partner(r, open), i = next(r, open);
    *parameters = *arguments = "";
    if (is(r, i, "void") && next(r, i) == close)
        return;
    for (int count = 0; i < close && count < MANY; count++) {
        uint32_t stop = parameter_end(r, i, close), value = stop, end;
        uint32_t name = parameter_name(r, i, stop, &end);
        bool pack = false, moved = false;
        for (uint32_t k = i; k < stop && value == stop; k = skip(r, k)) {
            value = is(r, k, "=") || is_attribute(r, k) ? k : stop;
            pack = pack || (is(r, k, ".") && is(r, next(r, k), "."));
            moved = moved || is(r, k, "&&");
        }
        const char *comma = count ? ", " : "", *word = join(r, name, name + 1);
        *parameters = format(r, "%s%s%s", *parameters, comma, join(r, i, value));
        if (!name || value < name)
            *arguments = NULL;
        if (*arguments)
            *arguments = format(r, moved ? "%s%sstatic_cast<decltype(%s) &&>(%s)%s" : "%s%s%s%.0s%s", *arguments, comma,
                                word, word, pack ? "..." : "");
        i = stop < close ? next(r, stop) : close;
    }
}

/* What stands before the name, as far as a method may begin with it; false if something unknown does. */
static bool repeat_specifiers(rewriter *r, uint32_t name, const char **text)
{
    static const char *const without[] = {"explicit", NULL};
    uint32_t start = statement_start(r, name), i = start;
    if (is(r, i, "template") && is(r, next(r, i), "<"))
        i = next(r, close_angle(r, next(r, i)));
    for (; i < name; i = next(r, i))
        if (!is_kind(r, i, TOKEN_WORD))
            return false;
    *text = join_but(r, start, name, without, 0);
    return i == name;
}

/* Whether the class has a method of that name. */
static bool is_own_method(const rewriter *r, uint32_t body, const char *class_name, uint32_t word)
{
    for (uint32_t i = next(r, body); i < partner(r, body); i = skip(r, i)) {
        if (is(r, i, class_name) && is(r, next(r, i), "("))
            i = constructor_body(r, skip(r, next(r, i)), partner(r, body));
        else if (is_kind(r, i, TOKEN_WORD) && is(r, next(r, i), "(") && same_text(r, i, word))
            return true;
    }
    return false;
}

/* Initialisers of members call methods of the object, and pass it on, as the body does. */
static void rewrite_initialisers(rewriter *r, const char *class_name, uint32_t class_body, uint32_t from, uint32_t to)
{
    static const char *const qualified[] = {".", "->", "::", NULL};
    for (uint32_t i = from; i < to; i = next(r, i)) {
        bool inside = r->list.token[i].outer > from;
        if (!inside || !is_kind(r, i, TOKEN_WORD) || is_any(r, previous(r, i), qualified))
            continue;
        if (is(r, i, "this"))
            put_instead(r, i, format(r, "(&__MSL_THIS(%s))", class_name));
        else if (is(r, next(r, i), "(") && is_own_method(r, class_body, class_name, i))
            put_before(r, i, format(r, "__MSL_THIS(%s).", class_name));
    }
}

/* The body of a constructor whose parameters end at `close`, or the `;` of its declaration: past qualifiers and
 * initialisers. */
uint32_t constructor_body(const rewriter *r, uint32_t close, uint32_t limit)
{
    static const char *const before[] = {")", "}", "thread", "device", "threadgroup", "constant", "noexcept", NULL};
    uint32_t i = next(r, close);
    while (i < limit && !is(r, i, ";") && !(is(r, i, "{") && is_any(r, previous(r, i), before)))
        i = skip(r, i);
    return i;
}

/* Notes that a program makes objects in other memory: at `new`. */
void note_placement(rewriter *r, uint32_t i)
{
    uint32_t type = is(r, next(r, i), "(") ? skip(r, next(r, i)) : 0;
    r->places_objects = r->places_objects || is(r, type, "device") || is(r, type, "threadgroup");
}

/* Notes that a program has destructors: of variables, they need blocks (scope_destructors). */
void note_destructors(rewriter *r)
{
    static const char *const before[] = {"{", "}", ";", ":", "inline", "constexpr", "]", NULL};
    for (uint32_t i = 1; i + 1 < r->list.count && !r->destructors; i++)
        r->destructors = is(r, i, "~") && is_any(r, previous(r, i), before) && is_kind(r, next(r, i), TOKEN_WORD) &&
                         is(r, next(r, next(r, i)), "(");
}

/* Clang 22 crashes where a function's outermost variables are destroyed: that block comes into another one. */
void scope_destructors(rewriter *r, uint32_t i)
{
    static const char *const before[] = {")", "const", "thread", "device", "threadgroup", "constant", "noexcept", NULL};
    uint32_t p = previous(r, i);
    if (!r->destructors || r->list.token[i].scope != SCOPE_CODE || partner(r, i) == i || !is_any(r, p, before) ||
        (is(r, p, ")") && is(r, previous(r, partner(r, p)), "decltype")))
        return;
    put_after(r, i, " {");
    put_before(r, partner(r, i), "} ");
}

/* The body of the destructor at `name`: like a constructor's. */
static void rewrite_destructor(rewriter *r, const char *class_name, uint32_t body)
{
    unsigned n = r->constructors++;
    put_after(
        r, body,
        format(r, " __MSL_THIS(%s).__msl_construct_%u(); } void __msl_construct_%u() thread { ", class_name, n, n));
}

/* The constructor at `name` with the parameters at `open`. */
void rewrite_constructor(rewriter *r, const char *class_name, uint32_t class_body, uint32_t name, uint32_t open)
{
    static const char *const others[] = {"device", "threadgroup", "constant", NULL};
    static const char *const made[] = {"default", "delete", NULL};
    uint32_t close = partner(r, open), after = next(r, close);
    uint32_t body = constructor_body(r, close, partner(r, class_body));
    const char *specifiers, *parameters, *arguments;
    if (is_any(r, after, others) || is_any(r, previous(r, body), made) ||
        (r->places_objects && !is(r, after, "thread")))
        return;
    bool defined = is(r, body, "{");
    if (is(r, previous(r, name), "~")) {
        if (defined && next(r, body) != partner(r, body))
            rewrite_destructor(r, class_name, body);
        return;
    }
    if (defined)
        rewrite_initialisers(r, class_name, class_body, after, body);
    if ((defined && next(r, body) == partner(r, body)) || !repeat_specifiers(r, name, &specifiers))
        return;
    repeat_parameters(r, open, &parameters, &arguments);
    if (!defined && is(r, body, ";")) /* outside.c has the definition */
        put_after(r, body, format(r, " %s void __msl_construct(%s) thread; ", specifiers, parameters));
    if (!defined || !arguments)
        return;
    unsigned n = r->constructors++;
    put_after(r, body,
              format(r, " __MSL_THIS(%s).__msl_construct_%u(%s); } %s void __msl_construct_%u(%s) thread { ",
                     class_name, n, arguments, specifiers, n, parameters));
}

/* `S<T>::S(T v) : t(0) { set(v); }`, whose class has declared a method for the body. `first` is where `S<T>::`
 * starts. */
void rewrite_outer_constructor(rewriter *r, uint32_t first, uint32_t name, uint32_t open)
{
    static const char *const none[] = {NULL};
    uint32_t after = next(r, partner(r, open)), body = constructor_body(r, partner(r, open), r->list.count - 1);
    const structure *s = find_structure(r, name);
    const char *parameters, *arguments;
    if (!s || !is(r, body, "{") || (r->places_objects && !is(r, after, "thread")))
        return;
    if (is(r, after, "thread"))
        put_instead(r, after, "");
    rewrite_initialisers(r, s->name, s->body, after, body);
    repeat_parameters(r, open, &parameters, &arguments);
    if (next(r, body) == partner(r, body) || !arguments)
        return;
    put_after(r, body,
              format(r, " __MSL_THIS(%s).__msl_construct(%s); } %s void %s__msl_construct(%s) thread { ", s->name,
                     arguments, join_but(r, statement_start(r, first), first, none, 0), join(r, first, name),
                     parameters));
}
