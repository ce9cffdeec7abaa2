// Stands in for the C library's function in test programs that ThreadSanitizer does not see,
// because they start no thread: one that does ends.

#include <cstdio>
#include <cstdlib>
#include <pthread.h>

int pthread_create(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*) {
    std::fputs(
        "A test program started a thread: say THREADS in its tanbo_test(), so that ThreadSanitizer "
        "sees it.\n",
        stderr);
    std::_Exit(EXIT_FAILURE);
}
