#include "protocol/json/handles.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <utility>

#include "protocol/json/words.hpp"

namespace tanbo::protocol {

namespace {

// Names of the server and its people, or such as stand in the place of a handle.
constexpr std::array<std::string_view, 11> reserved_words{
    "me",     "open",    "admin",      "administrator", "moderator", "root",
    "system", "support", "postmaster", "abuse",         "tanbo"};
constexpr std::array<std::string_view, 2> reserved_beginnings{"guest-", "deleted-"};

// Words that make a name look official.
constexpr std::array<std::string_view, 14> official_words{
    "admin",      "administrator", "administration", "moderator", "moderation",
    "staff",      "security",      "support",        "noreply",   "webmaster",
    "hostmaster", "postmaster",    "sysadmin",       "abuse"};
// Words that do beside the server's own name.
constexpr std::array<std::string_view, 13> server_words{"admins", "root", "system",  "team", "help",
                                                        "info",   "mail", "server",  "bot",  "bots",
                                                        "games",  "mod",  "official"};
constexpr std::string_view server_name = "tanbo";

// The migration that keeps handles for ever does the same in SQL.
char likeness(char character) {
    switch (lower(character)) {
        case '1':
        case 'i':
            return 'l';
        case '0':
            return 'o';
        default:
            return lower(character);
    }
}

// Nothing unless all of it is the number of a level.
std::optional<int> level_of(std::string_view digits) {
    int level = 0;
    const char* const last = digits.data() + digits.size();
    const auto [end, error] = std::from_chars(digits.data(), last, level);
    const bool is_level = error == std::errc{} && end == last && level >= 1 && level <= bot_levels;
    return is_level ? std::optional(level) : std::nullopt;
}

// True if a person could read the handle as a bot's: "bot-5", "B0T_5", "botI". Hyphens and
// underscores don't count.
bool looks_like_bots(std::string_view handle) {
    constexpr std::string_view beginning = "bot";
    std::string name = handle_likeness(handle);
    std::erase_if(name, [](char character) { return character == '-' || character == '_'; });
    if (!name.starts_with(beginning)) return false;
    std::string digits = name.substr(beginning.size());
    std::ranges::replace(digits, 'l', '1');
    std::ranges::replace(digits, 'o', '0');
    return level_of(digits).has_value();
}

// A name as it looks at a glance: "rn" is an "m", "vv" a "w", digits are the letters that they
// resemble, and those at the end don't count.
std::string glance(std::string_view name) {
    name = name.substr(0, name.find_last_not_of("0123456789") + 1);
    std::string seen = handle_likeness(name);
    for (const auto& [drawn, meant] :
         {std::pair{"rn", "m"}, {"vv", "w"}, {"3", "e"}, {"4", "a"}, {"5", "s"}, {"7", "t"}}) {
        const std::string_view parts = drawn;
        for (std::size_t at = seen.find(parts); at != seen.npos; at = seen.find(parts, at + 1)) {
            seen.replace(at, parts.size(), meant);
        }
    }
    return seen;
}

bool is_one_of(std::string_view seen, std::span<const std::string_view> words) {
    return std::ranges::any_of(words,
                               [seen](std::string_view word) { return seen == glance(word); });
}

// Players could take such a handle for the server's, or for one of its staff. Hyphens, underscores,
// articles and the server's name don't count.
bool looks_official(std::string_view handle) {
    std::string joined(handle);
    std::erase_if(joined, [](char character) { return character == '-' || character == '_'; });
    std::string seen = glance(joined);
    for (const std::string_view opening : {"the", "real"}) {
        if (seen.starts_with(opening)) seen.erase(0, opening.size());
    }
    if (is_one_of(seen, official_words)) return true;
    const std::string server = glance(server_name);
    const std::size_t at = seen.find(server);
    if (at == std::string::npos) return false;
    seen.erase(at, server.size());
    return is_one_of(seen, server_words) || is_one_of(seen, official_words);
}

// A name for an account that somebody makes.
bool has_players_form(std::string_view handle) {
    return handle.size() >= handle_chars_min && handle.size() <= handle_chars_max &&
           is_letter(handle.front()) && std::ranges::all_of(handle, is_handle_character);
}

}  // namespace

std::string bot_handle(int level) {
    return std::string(bot_prefix) + std::to_string(level);
}

bool is_bot_name(std::string_view name) {
    return name.size() > bot_prefix.size() && name.size() <= handle_chars_max &&
           is_same_handle(name.substr(0, bot_prefix.size()), bot_prefix) &&
           std::ranges::all_of(name.substr(bot_prefix.size()), is_handle_character);
}

std::optional<int> bot_level(std::string_view handle) {
    if (!is_bot_name(handle)) return std::nullopt;
    const std::string_view digits = handle.substr(bot_prefix.size());
    return digits.starts_with('0') ? std::nullopt : level_of(digits);
}

bool is_house_bot(std::string_view handle) {
    return bot_level(handle).has_value();
}

bool is_handle_character(char character) {
    return is_alphanumeric(character) || character == '-' || character == '_';
}

bool is_same_handle(std::string_view one, std::string_view other) {
    return std::ranges::equal(one, other, [](char a, char b) { return lower(a) == lower(b); });
}

bool is_handle(std::string_view handle) {
    return has_players_form(handle) || is_house_bot(handle);
}

std::string handle_likeness(std::string_view handle) {
    std::string folded(handle);
    std::ranges::transform(folded, folded.begin(), likeness);
    return folded;
}

std::string handle_fault(std::string_view handle) {
    if (is_valid_handle(handle)) return {};
    if (handle.size() < handle_chars_min || handle.size() > handle_chars_max) {
        return "must have " + std::to_string(handle_chars_min) + " to " +
               std::to_string(handle_chars_max) + " characters";
    }
    if (!has_players_form(handle)) {
        return "must be a letter followed by letters, digits, \"-\" or \"_\"";
    }
    return "must not be a reserved word such as \"me\" or \"admin\", begin with \"guest-\" or "
           "\"deleted-\", or look like \"bot-5\"";
}

bool is_valid_handle(std::string_view handle) {
    const std::string mine = handle_likeness(handle);
    return has_players_form(handle) && !looks_like_bots(handle) && !looks_official(handle) &&
           std::ranges::none_of(
               reserved_words,
               [&mine](std::string_view word) { return mine == handle_likeness(word); }) &&
           std::ranges::none_of(reserved_beginnings, [&mine](std::string_view beginning) {
               return mine.starts_with(handle_likeness(beginning));
           });
}

}  // namespace tanbo::protocol
