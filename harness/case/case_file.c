/* case_file.c: what a case file says once it was read, and which devices have a feature. */
#include "internal.h"
#include <stdio.h>
#include <string.h>

const case_feature *case_features(void)
{
    static const case_feature features[] = {
#define FEATURE(name, families, msl, meaning) {#name, families, msl, meaning},
#include "features.def"
#undef FEATURE
        {NULL, NULL, 0, NULL}};
    return features;
}

static bool of_family(const char *text, size_t length, const metal_facts *facts)
{
    char name[16];
    uint32_t family;
    snprintf(name, sizeof name, "%.*s", (int)length, text);
    if (strcmp(name, "software") == 0)
        return facts->software;
    if (strcmp(name, "fibers") == 0) /* softmetal's threads are its own, not those of a GPU it runs on */
        return facts->processors;
    if (!metal_family_from_name(name, &family))
        return false;
    for (size_t i = 0; i < facts->family_count; i++)
        if (facts->families[i] == family)
            return true;
    return false;
}

/* Of each of `a+b+c`. */
static bool of_all_families(const char *names, const metal_facts *facts)
{
    for (;; names++) {
        size_t length = strcspn(names, "+ ");
        if (!of_family(names, length, facts))
            return false;
        names += length;
        if (*names != '+')
            return true;
    }
}

static bool of_any_family(const char *names, const metal_facts *facts)
{
    for (; *names; names += strcspn(names, " "), names += strspn(names, " "))
        if (of_all_families(names, facts))
            return true;
    return false;
}

bool case_feature_met(const char *name, const metal_facts *facts)
{
    for (const case_feature *feature = case_features(); feature->name; feature++)
        if (strcmp(feature->name, name) == 0)
            return facts->msl >= feature->msl && (!*feature->families || of_any_family(feature->families, facts));
    return false;
}

/* ---- What was read */

const char *case_file_path(const case_file *file)
{
    return file->path;
}

const char *case_file_stem(const case_file *file)
{
    return file->stem;
}

const char *case_file_alone(const case_file *file)
{
    for (size_t i = 0; !file->alone && i < file->compare_count; i++)
        if (strncmp(file->compares[i].text, "statistic", strlen("statistic")) == 0)
            return "many threads race for the same memory";
    if (!file->alone && case_file_generates(file))
        return "a random program";
    return file->alone;
}

const char *case_file_title(const case_file *file)
{
    return file->title;
}

const char *case_file_hash(const case_file *file)
{
    return file->hash;
}

const case_requirements *case_file_requirements(const case_file *file)
{
    return &file->requires;
}

const char *const *case_file_verifies(const case_file *file, size_t *count)
{
    *count = file->verifies_count;
    return file->verifies;
}

uint32_t case_file_oldest(const case_file *file)
{
    uint32_t version = file->requires.msl_min;
    for (size_t i = 0; i < file->requires.feature_count; i++)
        for (const case_feature *feature = case_features(); feature->name; feature++)
            if (strcmp(feature->name, file->requires.features[i]) == 0 && feature->msl > version)
                version = feature->msl;
    return version;
}

const char *case_file_before(const case_file *file)
{
    return file->before;
}

bool case_file_rejects(const case_file *file)
{
    return file->must_reject;
}

bool case_file_sweeps(const case_file *file)
{
    return file->sweep.name != NULL;
}

const uint32_t *case_file_since(const case_file *file, size_t *count)
{
    *count = file->since_count;
    return file->since;
}

const case_mutant *case_file_mutants(const case_file *file, size_t *count)
{
    *count = file->mutant_count;
    return file->mutants;
}

const assay_case *case_file_cases(const case_file *file, size_t *count)
{
    *count = file->case_count;
    return file->cases;
}

bool case_file_generates(const case_file *file)
{
    return file->generate.name != NULL;
}
