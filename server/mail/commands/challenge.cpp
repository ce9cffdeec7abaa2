// The arguments of `challenge`: handles, and the terms of the game.

#include <algorithm>
#include <utility>

#include "engine/opening.hpp"
#include "protocol/games/clock_text.hpp"
#include "protocol/games/game_options.hpp"
#include "protocol/games/requests.hpp"
#include "protocol/json/words.hpp"
#include "server/mail/commands/arguments.hpp"

namespace tanbo::mail::commands {

namespace {

// A word of a challenge that begins with "-": what it is called and what it says.
struct Option {
    std::string name;
    std::string value;
};

bool takes_value(std::string_view name) {
    const protocol::GameOption* const option = protocol::find_game_option(name);
    return name == "setup" || name == "clock" || (option != nullptr && !option->is_flag());
}

Option take_option(MailArguments& in) {
    std::string_view word = in.next();
    word.remove_prefix(std::min(word.find_first_not_of('-'), word.size()));
    const std::size_t equals = word.find('=');
    Option option{protocol::lower(word.substr(0, equals)), {}};
    if (equals != word.npos) {
        option.value = protocol::lower(word.substr(equals + 1));
    } else if (takes_value(option.name) && !in.is_empty()) {
        option.value = protocol::lower(in.next());
    }
    std::erase(option.value, '"');
    if (option.name == "clock" && option.value == "total" && !in.is_empty()) {
        option.value += ':' + protocol::lower(in.next());
        std::erase(option.value, '"');
    }
    return option;
}

// Errors: invalid_field.
std::optional<protocol::Error> set_option(MailChallenge& challenge, const Option& option) {
    if (option.name == "setup") {
        challenge.setup = option.value;
        if (engine::find_setup(option.value) != nullptr) return std::nullopt;
        return misused("challenge", "This setup does not exist. For a list, send `setups`.");
    }
    if (option.name == "clock") {
        const auto clock = protocol::read_clock(option.value);
        if (!clock) return clock.error();
        challenge.terms.clock = *clock;
        return std::nullopt;
    }
    const protocol::GameOption* const of_game = protocol::find_game_option(option.name);
    const auto value =
        of_game == nullptr ? std::nullopt : protocol::option_value(*of_game, option.value);
    if (!value) {
        return misused("challenge", "Its options are [--setup=SETUP] [--clock=CLOCK] " +
                                        protocol::options_usage() + ".");
    }
    of_game->set(challenge.terms, *value);
    return std::nullopt;
}

std::optional<protocol::Error> add_opponent(MailChallenge& challenge, std::string_view word) {
    while (word.ends_with(',')) word.remove_suffix(1);
    const bool is_open = protocol::lower(word) == "open";
    if (!is_open && !protocol::is_handle(word) && !protocol::is_bot_name(word))
        return misused("challenge");
    if (challenge.opponents.size() == mail_handles_max) {
        return misused("challenge", "You can challenge at most seven players at once.");
    }
    challenge.opponents.emplace_back(is_open ? std::string_view() : word);
    return std::nullopt;
}

}  // namespace

protocol::Result<MailCommand> read_mail_challenge(MailArguments& in) {
    MailChallenge challenge;
    while (!in.is_empty()) {
        const bool is_option = in.peek().starts_with('-');
        const auto fault =
            is_option ? set_option(challenge, take_option(in)) : add_opponent(challenge, in.next());
        if (fault) return *fault;
    }
    if (challenge.opponents.empty()) return misused("challenge");
    return MailCommand(std::move(challenge));
}

}  // namespace tanbo::mail::commands
