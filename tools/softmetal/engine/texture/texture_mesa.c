/* texture_mesa.c: see texture_mesa.h. A row of blocks is uploaded as a compressed texture and read back as floats.
 *
 * A row of BC is a level that does not fit to level 0. OpenGL keeps such a level until the others follow, and Mesa
 * then reads it with its functions in C. Levels that fit it reads with its renderer, which is up to two codes off and
 * compiles code first. ETC2 and EAC it reads well at level 0, and nowhere else.
 *
 * A context of OpenGL belongs to a thread, and Mesa wants more stack than a fiber has. So one thread of its own
 * decodes, and who wants texels waits for it. */
#include "texture_mesa.h"
#include "function_in.h"
#include <pthread.h>
#include <signal.h>
#include <string.h>

enum { GL_TEXTURE_2D = 0x0DE1, GL_RGBA = 0x1908, GL_UNSIGNED_BYTE = 0x1401, GL_FLOAT = 0x1406 };
enum { FIRST_OF_ETC2 = 0x9270, BC1 = 0x83F1 };
enum { APART = 3 }; /* a level: of 4 x 4 texels there are levels 0 to 2 */

static struct {
    void *(*create_context)(unsigned format, void *share);
    unsigned char (*make_current)(void *context, void *pixels, unsigned type, int width, int height);
    void (*upload)(unsigned target, int level, unsigned format, int width, int height, int border, int bytes,
                   const void *blocks);
    void (*read)(unsigned target, int level, unsigned format, unsigned type, void *texels);
    void (*bind)(unsigned target, unsigned texture);
    unsigned (*error)(void);
} gl;

/* What is asked of the thread, one after the other. */
static struct {
    pthread_mutex_t one, lock; /* `one` is held by who asks, `lock` while the rest is looked at */
    pthread_cond_t change;
    const uint8_t *blocks; /* NULL: nothing is asked */
    size_t count, bytes;
    float (*texels)[4];
    unsigned format;
    bool good;
} job = {.one = PTHREAD_MUTEX_INITIALIZER, .lock = PTHREAD_MUTEX_INITIALIZER, .change = PTHREAD_COND_INITIALIZER};

/* Rows of the whole texture to texels of a block each. */
static bool decode(void)
{
    static float rows[4 * 4 * SM_MESA_MOST][4];
    bool etc2 = job.format >= FIRST_OF_ETC2;
    int width = 4 * (int)job.count, level = etc2 ? 0 : APART;
    gl.bind(GL_TEXTURE_2D, etc2);
    gl.upload(GL_TEXTURE_2D, level, job.format, width, 4, 0, (int)(job.count * job.bytes), job.blocks);
    gl.read(GL_TEXTURE_2D, level, GL_RGBA, GL_FLOAT, rows);
    for (size_t b = 0; b < job.count; b++)
        for (size_t y = 0; y < 4; y++)
            memcpy(job.texels[SM_MESA_TEXELS * b + 4 * y], rows[y * (size_t)width + 4 * b], 4 * sizeof *rows);
    return gl.error() == 0;
}

static void *serve(void *context)
{
    static uint8_t pixels[4 * 4 * 4];
    bool ready = gl.make_current(context, pixels, GL_UNSIGNED_BYTE, 4, 4);
    if (ready) { /* the level that comes first is not kept apart yet */
        gl.upload(GL_TEXTURE_2D, 0, BC1, 4, 4, 0, 8, pixels);
        gl.upload(GL_TEXTURE_2D, APART, BC1, 4, 4, 0, 8, pixels);
    }
    pthread_mutex_lock(&job.lock);
    for (;;) {
        while (!job.blocks)
            pthread_cond_wait(&job.change, &job.lock);
        job.good = ready && decode();
        job.blocks = NULL;
        pthread_cond_broadcast(&job.change);
    }
    return NULL;
}

static bool started;

static void start(void)
{
    void *library = dlopen("libOSMesa.so.8", RTLD_NOW | RTLD_LOCAL);
    void (*(*function)(const char *name))(void);
    if (!sm_function_in(library, "OSMesaCreateContext", &gl.create_context) ||
        !sm_function_in(library, "OSMesaMakeCurrent", &gl.make_current) ||
        !sm_function_in(library, "OSMesaGetProcAddress", &function))
        return;
    void (*upload)(void) = function("glCompressedTexImage2D"), (*read)(void) = function("glGetTexImage"),
         (*bind)(void) = function("glBindTexture"), (*error)(void) = function("glGetError");
    if (!upload || !read || !bind || !error)
        return;
    memcpy(&gl.upload, &upload, sizeof upload);
    memcpy(&gl.read, &read, sizeof read);
    memcpy(&gl.bind, &bind, sizeof bind);
    memcpy(&gl.error, &error, sizeof error);
    void *context = gl.create_context(GL_RGBA, NULL);
    /* The thread, and those that Mesa starts from it, hear no signals. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    started = context && pthread_create(&thread, NULL, serve, context) == 0;
    if (started)
        pthread_detach(thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

bool sm_mesa_is_there(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, start);
    return started;
}

bool sm_mesa_decode(unsigned format, size_t bytes, const uint8_t *blocks, size_t count, float (*texels)[4])
{
    if (!sm_mesa_is_there() || count > SM_MESA_MOST)
        return false;
    pthread_mutex_lock(&job.one);
    pthread_mutex_lock(&job.lock);
    job.format = format;
    job.bytes = bytes;
    job.count = count;
    job.texels = texels;
    job.blocks = blocks;
    pthread_cond_broadcast(&job.change);
    while (job.blocks)
        pthread_cond_wait(&job.change, &job.lock);
    bool good = job.good;
    pthread_mutex_unlock(&job.lock);
    pthread_mutex_unlock(&job.one);
    return good;
}
