#include "server/cli/remote/server_argument.hpp"

#include <CLI/CLI.hpp>

#include "server/cli/remote/server_url.hpp"

namespace tanbo::cli {

void add_server_argument(CLI::App& command, std::string& url) {
    command.add_option("url", url, "The server, for example https://tanbo.example")
        ->required()
        ->check([](const std::string& text) { return why_no_server_url(text).value_or(""); });
}

}  // namespace tanbo::cli
