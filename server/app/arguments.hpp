#pragma once

#include <functional>
#include <variant>

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

// The request of the command line.
struct Arguments {
    Command command;
    Sources sources;
};

// `serve` runs the server. Nothing is done but to print help or what is wrong; then the exit code
// is returned.
std::variant<Arguments, int> parse_arguments(int argc, const char* const* argv,
                                             std::function<int(const LoadedConfig&)> serve);

}  // namespace tanbo::app
