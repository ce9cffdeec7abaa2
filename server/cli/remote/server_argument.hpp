#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace tanbo::cli {

// The argument `url` of a command, the address of a server: required, and refused at once if no
// server can ever be there. Requires: `url` outlives the command.
CLI::Option* add_server_argument(CLI::App& command, std::string& url);

// The words of a command line with the known server as the argument `url`, if the command takes
// one and its first argument is no address with a scheme. Of accept and decline, the link of an
// invitation names its own server. The known server is that of TANBO_SERVER, or the one that was
// signed in to last. Without one, the words stay as they are.
std::vector<std::string> with_known_server(const CLI::App& app, std::vector<std::string> words);

// Removes TANBO_TOKEN from the environment if it is not meant for the server that a command line
// will ask. It is meant for the server of TANBO_SERVER; without one, for an address that was typed
// as the argument `url` or after --server. Tells the reader so unless the line has a token.
void keep_token_from_others(const CLI::App& app, const std::vector<std::string>& words);

// The known server; empty if there is none.
std::string known_server();

}  // namespace tanbo::cli
