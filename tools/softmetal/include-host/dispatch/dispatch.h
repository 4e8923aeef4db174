/* dispatch.h: names that Metal's C++ bindings mention; Debian 12 has no libdispatch, so nothing can be dispatched. */
#ifndef SOFTMETAL_DISPATCH_H
#define SOFTMETAL_DISPATCH_H
typedef struct dispatch_queue_s *dispatch_queue_t;
typedef struct dispatch_data_s *dispatch_data_t;
#endif
