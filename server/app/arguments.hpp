#pragma once

#include <functional>
#include <variant>

#include "server/config/config.hpp"
#include "server/operate/command.hpp"

namespace tanbo::app {

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
