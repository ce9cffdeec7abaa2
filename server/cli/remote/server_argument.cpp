#include "server/cli/remote/server_argument.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string_view>

#include <CLI/CLI.hpp>

#include "server/cli/remote/identity.hpp"
#include "server/cli/remote/server_url.hpp"
#include "server/cli/report.hpp"

namespace tanbo::cli {

namespace {

using Words = std::vector<std::string>;

std::string variable(const char* name) {
    const char* const set = std::getenv(name);
    return set == nullptr ? "" : set;
}

bool is_address(std::string_view word) {
    return word.find("://") != word.npos;
}

// The command that the words name; null if they name none.
const CLI::App* command_of(const CLI::App& app, const Words& words) {
    if (words.empty()) return nullptr;
    const auto named = app.get_subcommands(
        [&words](const CLI::App* command) { return command->get_name() == words.front(); });
    return named.empty() ? nullptr : named.front();
}

// The words that may follow an option as its values.
int values_max(const CLI::Option& option) {
    const int all = option.get_items_expected_max();
    return option.get_allow_extra_args() ? all : std::min(all, option.get_type_size_max());
}

// The first word that is neither an option nor a value of one; empty if there is none.
std::string first_argument(const CLI::App& command, const Words& words) {
    int values = 0;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (word == "--") return i + 1 < words.size() ? words[i + 1] : "";
        if (word.starts_with('-') && word.size() > 1) {
            const CLI::Option* const option = command.get_option_no_throw(word);
            values = option == nullptr ? 0 : values_max(*option);
            continue;
        }
        // An option with any number of values ends before an address.
        const bool is_value = values == 1 || (values > 1 && !is_address(word));
        if (!is_value) return word;
        --values;
    }
    return {};
}

// The value of an option, in one word with it or in the next; nothing if it is not there.
std::optional<std::string> value_of(const Words& words, const std::string& option) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == option && i + 1 < words.size()) return words[i + 1];
        if (words[i].starts_with(option + "=")) return words[i].substr(option.size() + 1);
    }
    return std::nullopt;
}

// The server that a command line asks.
struct AskedServer {
    std::string url;        // empty: none is known
    bool is_typed = false;  // as an address, not as the link of an invitation
};

// Nothing if the command asks none.
std::optional<AskedServer> asked_server(const CLI::App& app, const Words& words) {
    const CLI::App* const command = command_of(app, words);
    if (command == nullptr || std::ranges::find(words, "--offline") != words.end()) return {};
    if (command->get_option_no_throw("--server") != nullptr) {
        const auto typed = value_of(words, "--server");
        return typed ? AskedServer{*typed, true} : AskedServer{known_server()};
    }
    if (command->get_option_no_throw("url") == nullptr) return {};
    const std::string first = first_argument(*command, words);
    if (!is_address(first)) return AskedServer{known_server()};
    const std::size_t link = first.find(invitation_path);
    const bool takes_link = command->get_name() == "accept" || command->get_name() == "decline";
    if (takes_link && link != first.npos) return AskedServer{first.substr(0, link)};
    return AskedServer{first, true};
}

}  // namespace

CLI::Option* add_server_argument(CLI::App& command, std::string& url) {
    return command.add_option("url", url, "The server, for example https://tanbo.example")
        ->required()
        ->check([](const std::string& text) { return why_no_server_url(text).value_or(""); });
}

std::string known_server() {
    const std::string set = variable("TANBO_SERVER");
    return set.empty() ? last_server() : set;
}

std::vector<std::string> with_known_server(const CLI::App& app, std::vector<std::string> words) {
    const CLI::App* const command = command_of(app, words);
    const auto asked = asked_server(app, words);
    if (!asked || asked->is_typed || asked->url.empty()) return words;
    if (command->get_option_no_throw("url") == nullptr) return words;
    words.insert(words.begin() + 1, asked->url);
    return words;
}

void keep_token_from_others(const CLI::App& app, const std::vector<std::string>& words) {
    const auto asked = asked_server(app, words);
    if (!asked || asked->url.empty() || variable("TANBO_TOKEN").empty()) return;
    const std::string owner = variable("TANBO_SERVER");
    const bool is_meant = owner.empty() ? asked->is_typed : is_same_server(asked->url, owner);
    if (is_meant) return;
    ::unsetenv("TANBO_TOKEN");
    const CLI::App& command = *command_of(app, words);
    const bool needs_token = command.get_option_no_throw("url") != nullptr &&
                             command.get_option_no_throw("--token") != nullptr;
    if (!needs_token || value_of(words, "--token")) return;
    report("TANBO_TOKEN is not sent to " + asked->url + "; to send it, set TANBO_SERVER to " +
           asked->url);
}

}  // namespace tanbo::cli
