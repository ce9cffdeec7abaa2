#include <jemalloc/jemalloc.h>

// tanbod takes its memory from jemalloc, which hands out and takes back in a third of the time that
// the C library needs, also what another thread gives back. By default it keeps much more than is
// in use: eight arenas on two processors, large queues of free blocks for each thread, and pages
// for ten seconds, or until something is asked of it again: a thread of its own gives them back on
// time. Source: jemalloc(3), opt.*.
const char* malloc_conf =  // NOLINT: the library reads it by this name
    "narenas:2,tcache_nslots_small_max:32,dirty_decay_ms:1000,muzzy_decay_ms:0,"
    "background_thread:true";
