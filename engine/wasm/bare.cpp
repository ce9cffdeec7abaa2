// The ends of a program that has no output: they trap. Linked before the C and C++ libraries, they
// keep out what would write a message, and with it every import of the module.

#include <__verbose_abort>

extern "C" [[noreturn]] void abort() {
    __builtin_trap();
}

// libc++abi's, called for an exception that no code can catch.
extern "C" [[noreturn]] void abort_message(const char* /*format*/, ...) {
    __builtin_trap();
}

// libc++'s, called for what is undefined in the library.
[[noreturn]] void std::__libcpp_verbose_abort(const char* /*format*/, ...) {
    __builtin_trap();
}
