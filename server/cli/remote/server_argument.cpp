#include "server/cli/remote/server_argument.hpp"

#include <cstdlib>
#include <string_view>

#include <CLI/CLI.hpp>

#include "server/cli/remote/identity.hpp"
#include "server/cli/remote/server_url.hpp"

namespace tanbo::cli {

namespace {

constexpr std::string_view invitation_path = "/join/";

}  // namespace

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
    const auto named = app.get_subcommands(
        [&words](const CLI::App* command) { return command->get_name() == words.front(); });
    if (named.empty() || named.front()->get_option_no_throw("url") == nullptr) return words;
    std::string server = known_server();
    for (const std::string& word : words) {
        const std::size_t link = word.find(invitation_path);
        if (word == "--offline") return words;
        if (word.find("://") == std::string::npos) continue;
        if (link == std::string::npos) return words;
        server = word.substr(0, link);
    }
    if (!server.empty()) words.insert(words.begin() + 1, server);
    return words;
}

}  // namespace tanbo::cli
