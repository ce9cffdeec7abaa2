#pragma once

#include <string>

namespace tanbo::base {

// A shared library of the system that is loaded when its first function is wanted, and stays: a
// program that can do without it starts without it and without the libraries that it needs.
// Thread: any.
class LoadedLibrary {
public:
    // `name` is a soname such as "libpq.so.5".
    explicit LoadedLibrary(const char* name);

    // The function; null if the library isn't there or lacks it.
    void* find(const char* function) const;

    // The reason why the library isn't there; empty if it is.
    const std::string& fault() const { return fault_; }

private:
    void* handle_;
    std::string fault_;
};

}  // namespace tanbo::base
