/* request.c: making libraries and pipelines with a completion handler, each on a thread of its own. */
#include "../objc/blocks.h"
#include "../objects.h"
#include <stdlib.h>

static void answer(mtl_request *asked)
{
    id pool = mtl_pool_push();
    id error = nil;
    id made = asked->make(asked->device, asked->first, asked->second, &error);
    if (asked->reflected) {
        id reflection = made ? mtl_reflection_create((const mtl_pipeline *)made) : nil;
        BLOCK_CALL(void (*)(id, id, id, id), asked->handler)(asked->handler, made, reflection, error);
    } else {
        BLOCK_CALL(void (*)(id, id, id), asked->handler)(asked->handler, made, error);
    }
    mtl_release(made);
    mtl_release(asked->first);
    mtl_release(asked->second);
    mtl_block_release(asked->handler);
    free(asked);
    mtl_pool_pop(pool);
}

static void *answer_on_thread(void *data)
{
    mtl_thread_begin();
    answer(data);
    mtl_thread_end();
    return NULL;
}

void mtl_request_start(mtl_request wanted)
{
    mtl_request *asked = malloc(sizeof *asked);
    if (!asked)
        return;
    *asked = wanted;
    mtl_retain(asked->first);
    mtl_retain(asked->second);
    asked->handler = mtl_block_copy(wanted.handler);
    pthread_t thread;
    if (pthread_create(&thread, NULL, answer_on_thread, asked) == 0)
        pthread_detach(thread);
    else
        answer(asked);
}
