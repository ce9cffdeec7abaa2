#include "server/mail/commands/classic.hpp"

#include <algorithm>
#include <array>

#include "protocol/json/words.hpp"

namespace tanbo::mail::commands {

namespace {

constexpr std::string_view hidden = "***";

// Verbs behind which a number, a user and a password could stand.
constexpr std::array<std::string_view, 10> protected_verbs{
    "move", "resign", "leave", "accept", "decline", "undo", "pause", "yes", "no", "swap"};

// The word that stood in place of a point: "tanbo move 17 ann secret undo".
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> words_for_moves{{
    {"resign", "resign"},
    {"undo", "undo"},
    {"swap", "swap"},
    {"accept", "yes"},
    {"reject", "no"},
    {"pause", "pause"},
}};

bool is_protected(std::string_view verb) {
    return std::ranges::find(protected_verbs, verb) != protected_verbs.end();
}

bool is_number(std::string_view word) {
    if (word.starts_with('#')) word.remove_prefix(1);
    return protocol::whole_number(word).has_value();
}

std::string joined(std::span<const std::string_view> words) {
    std::string text;
    for (const std::string_view word : words) {
        if (!text.empty()) text += ' ';
        text += word;
    }
    return text;
}

// The words behind the verb.
using Words = std::vector<std::string_view>;

// A number, a user, a password, and then what the verb needs, nothing else.
bool is_login_form(std::string_view verb, const Words& words, bool has_tanbo) {
    if (!is_protected(verb) || words.size() < 3 || !is_number(words[0])) return false;
    if (verb == "move") return words.size() == 4;
    return has_tanbo && words.size() == 3;
}

// The beginning of a part that may be a password; nothing if none may. Too much rather than too
// little.
std::optional<std::size_t> suspect(std::string_view typed, std::string_view verb,
                                   const Words& words, bool has_tanbo) {
    if (protocol::lower(typed) == "signup" && words.size() > 1) return 1;
    if (verb.empty() && !has_tanbo) {
        // An unknown verb, and all that follows it in a classic move.
        const bool is_like_move =
            words.size() == 4 && is_number(words[0]) &&
            protocol::point_form(protocol::without_stops(words[3])) != protocol::PointForm::none;
        return is_like_move ? std::optional<std::size_t>(2) : std::nullopt;
    }
    if (verb.empty()) {
        return words.size() > 1 ? std::optional<std::size_t>(1) : std::nullopt;
    }
    if (!is_protected(verb)) return std::nullopt;
    if (words.size() < 2) return std::nullopt;
    if (!is_number(words[0])) return has_tanbo ? std::optional<std::size_t>(1) : std::nullopt;
    if (words.size() < 3) return std::nullopt;
    const bool is_modern_move =
        verb == "move" && protocol::point_form(words[1]) != protocol::PointForm::none;
    if (!has_tanbo && (verb != "move" || is_modern_move)) return std::nullopt;
    return 2;
}

// "move 17 ann *** K10": of the words from `first` on all are hidden, in a login only that one.
std::string redacted(std::string_view source, const Words& words, std::size_t first,
                     bool only_one) {
    std::string text(
        source.substr(0, static_cast<std::size_t>(words.front().data() - source.data())));
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) text += ' ';
        const bool is_hidden = only_one ? i == first : i >= first;
        text += is_hidden ? hidden : words[i];
        if (is_hidden && !only_one) break;
    }
    return text;
}

// A login taken out of the words.
PlainLine with_login(std::string_view source, std::string_view verb, const Words& words) {
    PlainLine line;
    line.source = redacted(source, words, 2, true);
    line.verb = verb;
    line.login = MailLogin{std::string(words[1]), std::string(words[2])};
    line.has_password = true;
    line.rest = words[0];
    if (verb != "move") return line;
    const std::string last = protocol::lower(words[3]);
    for (const auto& [word, meant] : words_for_moves) {
        if (word == last) line.verb = meant;
    }
    if (line.verb == "move") line.rest += ' ' + std::string(words[3]);
    return line;
}

}  // namespace

PlainLine read_classic(std::string_view source, std::string_view typed, std::string_view verb,
                       bool has_tanbo) {
    const auto behind = static_cast<std::size_t>(typed.data() - source.data()) + typed.size();
    const std::string_view rest = protocol::trimmed(source.substr(behind));
    const Words words = protocol::words_of(rest);
    if (is_login_form(verb, words, has_tanbo)) return with_login(source, verb, words);
    PlainLine line{std::string(source), std::string(rest), verb, {}, false};
    const auto first = suspect(typed, verb, words, has_tanbo);
    if (!first) return line;
    line.source = redacted(source, words, *first, false);
    line.has_password = true;
    // If it was a password behind a handle, the handle is all that there is to it.
    if (protocol::lower(typed) == "signup") line.rest = joined(std::span(words).first(1));
    return line;
}

}  // namespace tanbo::mail::commands
