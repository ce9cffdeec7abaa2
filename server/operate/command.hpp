#pragma once

#include <functional>

#include "server/config/config.hpp"
#include "server/config/exit_code.hpp"

namespace tanbo::app {

// A command of tanbod.
struct Command {
    const char* name = "";
    const char* help = "";
    // Prints its result, or what is wrong, and returns the exit code. Throws: store::StorageError.
    std::function<int(const LoadedConfig& loaded)> run;
    int code_of_bad_settings = exit_config;
};

}  // namespace tanbo::app
