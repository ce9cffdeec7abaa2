#pragma once

#include <string>

namespace CLI {
class App;
}

namespace tanbo::cli {

// The argument `url` of a command, the address of a server: required, and refused at once if no
// server can ever be there. Requires: `url` outlives the command.
void add_server_argument(CLI::App& command, std::string& url);

}  // namespace tanbo::cli
