#include "server/cli/remote/server_argument.hpp"

#include <algorithm>
#include <cstdlib>

#include <CLI/CLI.hpp>

#include "server/cli/remote/identity.hpp"
#include "server/cli/remote/server_url.hpp"

namespace tanbo::cli {

CLI::Option* add_server_argument(CLI::App& command, std::string& url) {
    return command.add_option("url", url, "The server, for example https://tanbo.example")
        ->required()
        ->check([](const std::string& text) { return why_no_server_url(text).value_or(""); });
}

std::string known_server() {
    const char* const set = std::getenv("TANBO_SERVER");
    return set != nullptr && *set != '\0' ? std::string(set) : last_server();
}

std::vector<std::string> with_known_server(const CLI::App& app, std::vector<std::string> words) {
    if (words.empty()) return words;
    const auto named = app.get_subcommands([&words](const CLI::App* command) {
        return command->get_name() == words.front();
    });
    if (named.empty() || named.front()->get_option_no_throw("url") == nullptr) return words;
    const bool has_server = std::ranges::any_of(words, [](const std::string& word) {
        return word.find("://") != std::string::npos || word == "--offline";
    });
    if (has_server) return words;
    const std::string server = known_server();
    if (!server.empty()) words.insert(words.begin() + 1, server);
    return words;
}

}  // namespace tanbo::cli
