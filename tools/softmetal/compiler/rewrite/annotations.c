/* annotations.c: which attributes become annotations (rewrite.h lists them), and how one is written. */
#include "rewriter.h"
#include <string.h>

/* Attributes that become annotations: of functions, of arguments, built-in inputs, and what graphics functions have. */
const char *const attributes[] = {"kernel",
                                  "visible",
                                  "stitchable",
                                  "vertex",
                                  "fragment",
                                  "object",
                                  "mesh",
                                  "intersection",
                                  "host_name",
                                  "user_annotation",
                                  "max_total_threads_per_threadgroup",
                                  "required_threads_per_threadgroup",
                                  "max_total_threadgroups_per_mesh_grid",
                                  "user",
                                  "buffer",
                                  "texture",
                                  "sampler",
                                  "threadgroup",
                                  "function_constant",
                                  "id",
                                  "stage_in",
                                  "attribute",
                                  "color",
                                  "payload",
                                  "thread_position_in_grid",
                                  "thread_position_in_threadgroup",
                                  "thread_index_in_threadgroup",
                                  "threadgroup_position_in_grid",
                                  "threads_per_grid",
                                  "threads_per_threadgroup",
                                  "threadgroups_per_grid",
                                  "dispatch_threads_per_threadgroup",
                                  "thread_index_in_simdgroup",
                                  "simdgroup_index_in_threadgroup",
                                  "simdgroups_per_threadgroup",
                                  "threads_per_simdgroup",
                                  "dispatch_simdgroups_per_threadgroup",
                                  "thread_execution_width",
                                  "thread_index_in_quadgroup",
                                  "quadgroup_index_in_threadgroup",
                                  "quadgroups_per_threadgroup",
                                  "dispatch_quadgroups_per_threadgroup",
                                  "grid_origin",
                                  "grid_size",
                                  "thread_index_in_grid",
                                  "position",
                                  "point_size",
                                  "point_coord",
                                  "clip_distance",
                                  "vertex_id",
                                  "instance_id",
                                  "base_vertex",
                                  "base_instance",
                                  "amplification_id",
                                  "amplification_count",
                                  "front_facing",
                                  "sample_id",
                                  "sample_mask",
                                  "primitive_id",
                                  "barycentric_coord",
                                  "depth",
                                  "stencil",
                                  "render_target_array_index",
                                  "viewport_array_index",
                                  "flat",
                                  "center_perspective",
                                  "center_no_perspective",
                                  "centroid_perspective",
                                  "centroid_no_perspective",
                                  "sample_perspective",
                                  "sample_no_perspective",
                                  "shared",
                                  "invariant",
                                  "patch",
                                  "patch_id",
                                  "position_in_patch",
                                  "early_fragment_tests",
                                  "raster_order_group",
                                  "imageblock_data",
                                  "pixel_position_in_tile",
                                  "pixels_per_tile",
                                  "tile_index",
                                  "thread_index_in_tile",
                                  NULL};

/* What changes no code. */
static const char *const hints[] = {"function_groups", "access", NULL};

/* What has an index. */
static const char *const indexed[] = {"buffer", "texture", "sampler", "threadgroup", "function_constant", "id", NULL};

/* Where one attribute of a list ends: at a comma or the list's end. */
uint32_t attribute_end(const rewriter *r, uint32_t i, uint32_t end)
{
    while (i < end && !is(r, i, ","))
        i = skip(r, i);
    return i < end ? i : end;
}

/* Whether the word may be a macro that stands for an attribute of a parameter. */
static bool macro_attribute(const rewriter *r, uint32_t i)
{
    static const char *const standard[] = {"maybe_unused", "deprecated", "nodiscard", "noreturn", NULL};
    uint32_t list = r->list.token[r->list.token[i].outer].outer;
    return is_kind(r, i, TOKEN_WORD) && !is_any(r, i, attributes) && !is_any(r, i, standard) &&
           is(r, r->list.token[list].outer, "(");
}

static const char *plain_annotation(rewriter *r, uint32_t i, uint32_t end)
{
    const char *name = join(r, i, i + 1);
    uint32_t open = next(r, i);
    if (is_any(r, i, hints))
        return "";
    if (open >= end && is(r, r->list.token[i].outer, "[") && macro_attribute(r, i))
        return format(r, " __MSL_ANNOTATE(\"msl.\" __MSL_STRING(%s)) ", name);
    if (!is_any(r, i, attributes) || (open < end && !is(r, open, "(")))
        return format(r, "[[%s]] ", join(r, i, end));
    if (open >= end)
        return is_any(r, i, indexed) ? " __attribute__((__msl_refused_no_index)) "
                                     : format(r, " __MSL_ANNOTATE(\"msl.%s\") ", name);
    const char *argument = join(r, next(r, open), partner(r, open));
    if (is(r, i, "host_name") || is(r, i, "user_annotation"))
        return format(r, " __MSL_ANNOTATE(\"msl.%s:\" %s) ", name, argument);
    return format(r, " __MSL_ANNOTATE(\"msl.%s:\" __MSL_STRING(%s)) ", name, argument);
}

#define STANDARD_1 "macos-metal1."
#define STANDARD_2 "macos-metal2."
#define STANDARD_3 "metal3."
#define STANDARD_4 "metal4."
#define TEXT(subject, major, minor)                                                                                    \
    subject " Metal " #major "." #minor " or later: languageVersion, -std=" STANDARD_##major #minor
#define WRITTEN_ATTRIBUTE(name) "__MSL_SINCE_" #name
#define WRITTEN_MARKED(name) "__MSL_SINCE_" #name
#define WRITTEN_WORD(name) #name
#define WRITTEN_CLANG(name) #name
#define WRITTEN_CODE(name) #name
#define WRITTEN_NAMED(name) #name
#define SINCE(major, minor, kind, name, subject)                                                                       \
    {SM_SINCE_##kind, #name, WRITTEN_##kind(name), TEXT(subject, major, minor), major * 100 + minor * 10},
const sm_version sm_versions[] = {
#include "tables/versions.def"
    {0}};

const char *sm_version_needed(const char *name, unsigned version)
{
    const sm_version *v = sm_versions;
    while (v->name && strcmp(v->name, name) != 0)
        v++;
    return v->name && version < v->version ? v->text : "";
}

/* [[name]] may be of a later version; then what says so. */
static const char *attribute_since(const rewriter *r, uint32_t i)
{
    const token *t = &r->list.token[i];
    for (const sm_version *v = sm_versions; v->name; v++)
        if (v->kind == SM_SINCE_ATTRIBUTE && strlen(v->name) == t->size &&
            !memcmp(v->name, r->list.source + t->start, t->size))
            return v->written;
    return "";
}

const char *annotation(rewriter *r, uint32_t i, uint32_t end)
{
    const char *text = plain_annotation(r, i, end), *since = attribute_since(r, i);
    return *since ? format(r, " %s%s", since, text) : text;
}
