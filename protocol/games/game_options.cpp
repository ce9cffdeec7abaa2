#include "protocol/games/game_options.hpp"

#include <algorithm>
#include <array>

#include "protocol/json/words.hpp"

namespace tanbo::protocol {

namespace {

using engine::Terms;
using Words = std::string_view;

constexpr std::array<Words, 2> rated_phrases{"not rated", "rated"};
constexpr std::array<Words, 2> swap_phrases{"", "with swap"};
constexpr std::array<Words, 2> leaver_words{"remove", "substitute"};
constexpr std::array<Words, 2> leaver_phrases{"", "leavers are replaced"};
constexpr std::array<Words, 3> assistance_words{"full", "some", "none"};
constexpr std::array<Words, 3> assistance_phrases{"", "some assistance", "no assistance"};

constexpr std::array options{
    GameOption{"rated",
               "rated",
               "the game counts for ratings",
               {},
               rated_phrases,
               [](const Terms& terms) { return std::size_t{terms.rated}; },
               [](Terms& terms, std::size_t value) { terms.rated = value != 0; }},
    GameOption{"swap",
               "swap",
               "the second player may swap seats after the first stone",
               {},
               swap_phrases,
               [](const Terms& terms) { return std::size_t{terms.swap}; },
               [](Terms& terms, std::size_t value) { terms.swap = value != 0; }},
    GameOption{"leaver_policy", "leaver-policy",
               "a leaver's seat is offered to others (substitute, for three or more players) or "
               "its stones are removed (remove, the default)",
               leaver_words, leaver_phrases,
               [](const Terms& terms) { return static_cast<std::size_t>(terms.leaver_policy); },
               [](Terms& terms, std::size_t value) {
                   terms.leaver_policy = static_cast<engine::LeaverPolicy>(value);
               }},
    GameOption{
        "assistance", "assistance",
        "the board shows legal points and root space of all roots (full, the default), of one "
        "root (some) or of none (none)",
        assistance_words, assistance_phrases,
        [](const Terms& terms) { return static_cast<std::size_t>(terms.assistance); },
        [](Terms& terms, std::size_t value) {
            terms.assistance = static_cast<engine::Assistance>(value);
        }}};

constexpr auto option_keys = [] {
    std::array<std::string_view, options.size() + 1> all{"clock"};
    for (std::size_t i = 0; i < options.size(); ++i) all[i + 1] = options[i].key;
    return all;
}();

std::string argument_of(const GameOption& option) {
    return "--" + std::string(option.argument);
}

}  // namespace

std::span<const GameOption> game_options() {
    return options;
}

std::span<const std::string_view> terms_keys() {
    return option_keys;
}

const GameOption* find_game_option(std::string_view argument) {
    const auto* const found = std::ranges::find(options, argument, &GameOption::argument);
    return found == options.end() ? nullptr : found;
}

std::optional<std::size_t> option_value(const GameOption& option, std::string_view written) {
    if (option.is_flag()) return written.empty() ? std::optional<std::size_t>(1) : std::nullopt;
    const auto found = std::ranges::find(option.words, written);
    if (found == option.words.end()) return std::nullopt;
    return static_cast<std::size_t>(found - option.words.begin());
}

std::string option_choice(const GameOption& option) {
    return choice_of(option.words);
}

std::string options_usage() {
    std::string text;
    for (const GameOption& option : options) {
        text += (text.empty() ? "[" : " [") + argument_of(option);
        for (const std::string_view word : option.words) {
            text.append(word == option.words.front() ? "=" : "|").append(word);
        }
        text += ']';
    }
    return text;
}

std::string options_meaning() {
    std::string text;
    for (const GameOption& option : options) {
        text += (text.empty() ? "With " : " With ") + argument_of(option) + " ";
        text.append(option.meaning).append(".");
    }
    return text;
}

std::string options_text(const Terms& terms) {
    std::string text;
    for (const GameOption& option : options) {
        const std::string_view phrase = option.phrases[option.value(terms)];
        if (phrase.empty()) continue;
        text.append(text.empty() ? "" : ", ").append(phrase);
    }
    return text;
}

}  // namespace tanbo::protocol
