#include "server/mail/commands/verbs.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "protocol/json/words.hpp"
#include "server/mail/text/manual.hpp"

namespace tanbo::mail::commands {

namespace {

constexpr std::size_t shortest_prefix = 2;
constexpr std::size_t shortest_mistyped = 3;
constexpr std::size_t shortest_forgiving = 4;  // verbs that a slip may be in
constexpr std::size_t shortest_long = 7;       // verbs that two slips may be in

// Other names of the verbs.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> words_of_old{{
    {"chat", "say"},
    {"play", "move"},
    {"reject", "decline"},
    {"signup", "register"},
}};

// Words of people one slip from "move": "love K10!" is praise, and a stone can't be taken back.
constexpr std::array<std::string_view, 12> words_of_people{"cove", "dove",  "hove", "love",
                                                           "mode", "mole",  "mope", "more",
                                                           "mote", "movie", "rove", "wove"};

// No-break, narrow no-break, thin and figure space; what mail programs put between words unseen:
// zero-width space, (non-)joiner, direction marks, word joiner, byte order mark. As UTF-8.
constexpr std::array<std::string_view, 4> wide_spaces{"\xC2\xA0", "\xE2\x80\xAF", "\xE2\x80\x89",
                                                      "\xE2\x80\x87"};
constexpr std::array<std::string_view, 7> unseen_marks{
    "\xE2\x80\x8B", "\xE2\x80\x8C", "\xE2\x80\x8D", "\xE2\x80\x8E",
    "\xE2\x80\x8F", "\xE2\x81\xA0", "\xEF\xBB\xBF"};

// The one of these that the line begins with; empty: none.
template <std::size_t size>
std::string_view leading(std::string_view line, const std::array<std::string_view, size>& marks) {
    for (const std::string_view mark : marks) {
        if (line.starts_with(mark)) return mark;
    }
    return {};
}

int slips_allowed(std::string_view verb) {
    if (verb.size() < shortest_forgiving) return 0;
    return verb.size() < shortest_long ? 1 : 2;
}

VerbMatch one_of(std::vector<std::string_view> found, VerbFit fit) {
    if (found.empty()) return {};
    if (found.size() == 1) return {fit, found.front(), {}};
    std::ranges::sort(found);
    return {VerbFit::ambiguous, {}, std::move(found)};
}

VerbMatch find_mistyped(std::string_view typed) {
    if (typed.size() < shortest_mistyped) return {};
    if (std::ranges::find(words_of_people, typed) != words_of_people.end()) return {};
    int nearest = 3;
    std::vector<std::string_view> found;
    for (const text::MailVerb& verb : text::mail_verbs()) {
        const int distance = slips(typed, verb.name);
        if (distance > slips_allowed(verb.name) || distance > nearest) continue;
        if (distance < nearest) found.clear();
        nearest = distance;
        found.push_back(verb.name);
    }
    return one_of(std::move(found), VerbFit::mistyped);
}

bool is_ascii(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// "K1" with the mark of a footnote is no "K12". As UTF-8: U+00B2, U+00B3, U+00B9, U+2070 to U+209F.
bool has_raised_digit(std::string_view word) {
    for (std::size_t at = 0; at + 1 < word.size(); ++at) {
        const std::string_view two = word.substr(at, 2);
        if (two == "\xC2\xB2" || two == "\xC2\xB3" || two == "\xC2\xB9") return true;
        const std::string_view three = word.substr(at, 3);
        if (three >= "\xE2\x81\xB0" && three <= "\xE2\x82\x9F") return true;
    }
    return false;
}

}  // namespace

std::string clean_line(std::string_view line) {
    std::string clean;
    while (!line.empty()) {
        if (const std::string_view space = leading(line, wide_spaces); !space.empty()) {
            clean += ' ';
            line.remove_prefix(space.size());
            continue;
        }
        if (const std::string_view unseen = leading(line, unseen_marks); !unseen.empty()) {
            line.remove_prefix(unseen.size());
            continue;
        }
        const auto byte = static_cast<unsigned char>(line.front());
        if (byte == '\t') clean += ' ';
        if (byte >= 0x20 && byte != 0x7F) clean += line.front();
        line.remove_prefix(1);
    }
    return std::string(protocol::trimmed(clean));
}

std::string normal_words(std::string_view line, NormalForm normal_form) {
    if (normal_form == nullptr || is_ascii(line)) return std::string(line);
    std::string all;
    for (const std::string_view word : protocol::words_of(line)) {
        const std::string normal = normal_form(word);
        const bool is_read = is_ascii(normal) && normal.find(' ') == normal.npos;
        if (!all.empty()) all += ' ';
        all += is_read && !has_raised_digit(word) ? std::string_view(normal) : word;
    }
    return all;
}

int slips(std::string_view typed, std::string_view meant) {
    constexpr std::size_t longest = 24;
    if (typed.size() > longest || meant.size() > longest) return static_cast<int>(longest);
    std::array<std::array<int, longest + 1>, longest + 1> distance{};
    for (std::size_t i = 0; i <= typed.size(); ++i) {
        for (std::size_t k = 0; k <= meant.size(); ++k) {
            int& least = distance[i][k];
            if (i == 0 || k == 0) {
                least = static_cast<int>(i + k);
                continue;
            }
            const int wrong = typed[i - 1] == meant[k - 1] ? 0 : 1;
            least = std::min(
                {distance[i - 1][k] + 1, distance[i][k - 1] + 1, distance[i - 1][k - 1] + wrong});
            const bool is_exchanged =
                i > 1 && k > 1 && typed[i - 1] == meant[k - 2] && typed[i - 2] == meant[k - 1];
            if (is_exchanged) least = std::min(least, distance[i - 2][k - 2] + 1);
        }
    }
    return distance[typed.size()][meant.size()];
}

VerbMatch find_verb(std::string_view word) {
    const std::string typed = protocol::lower(word);
    if (typed.empty() || !std::ranges::all_of(typed, protocol::is_letter)) return {};
    std::vector<std::string_view> begun;
    for (const text::MailVerb& verb : text::mail_verbs()) {
        if (verb.name == typed) return {VerbFit::exact, verb.name, {}};
        if (typed.size() >= shortest_prefix && verb.name.starts_with(typed)) {
            begun.push_back(verb.name);
        }
    }
    for (const auto& [old, verb] : words_of_old) {
        if (old == typed) return {VerbFit::exact, verb, {}};
    }
    if (!begun.empty()) return one_of(std::move(begun), VerbFit::shortened);
    return find_mistyped(typed);
}

}  // namespace tanbo::mail::commands
