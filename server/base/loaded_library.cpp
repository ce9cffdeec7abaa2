#include "server/base/loaded_library.hpp"

#include <dlfcn.h>

namespace tanbo::base {

LoadedLibrary::LoadedLibrary(const char* name) : handle_(::dlopen(name, RTLD_NOW | RTLD_LOCAL)) {
    if (handle_ != nullptr) return;
    const char* const reason = ::dlerror();
    fault_ = reason == nullptr ? name : reason;
}

void* LoadedLibrary::find(const char* function) const {
    return handle_ == nullptr ? nullptr : ::dlsym(handle_, function);
}

}  // namespace tanbo::base
