#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Words of letters: what people type, taken apart. Private to this folder.
namespace tanbo::protocol {

// Without blanks at both ends. Blanks are spaces and tabs.
std::string_view trimmed(std::string_view text);
// Without the stops that end a sentence, and blanks, at its end: ". ! , ;".
std::string_view without_stops(std::string_view text);
std::string lower(std::string_view text);  // of ASCII
std::vector<std::string_view> words_of(std::string_view line);

// A line as it may be quoted: spaces of all kinds made spaces, controls and what can't be seen
// dropped.
std::string clean_line(std::string_view line);

// A line whose words are in their normal form (MailContext) where that is ASCII, and whose blanks
// are single. Raised and lowered digits are notes, and stay what they are. Null: the line as it is.
using NormalForm = std::string (*)(std::string_view text);
std::string normal_words(std::string_view line, NormalForm normal_form);

// The whole text as a number without a sign; nothing where it is none or has over 18 digits.
std::optional<std::int64_t> whole_number(std::string_view text);

// How many slips (a letter too many, missing or wrong, or two exchanged) lie between two words.
// Source: Damerau 1964; optimal string alignment, no part is edited twice.
int slips(std::string_view typed, std::string_view meant);

enum class VerbFit : std::uint8_t { none, exact, shortened, mistyped, ambiguous };

struct VerbMatch {
    VerbFit fit = VerbFit::none;
    std::string_view verb;                     // in full, unless none or ambiguous
    std::vector<std::string_view> candidates;  // of ambiguous, in alphabetical order
};

// The verb that a word stands for: itself or a word of old for it, the only one that it begins (two
// letters at least), the only one that is nearest within the slips that its length allows; not of a
// word that people use.
VerbMatch find_verb(std::string_view word);

// What can be a point's name on some board: "K10", "333", "13", "2-1-4-3".
enum class PointForm : std::uint8_t { none, letters, digits, number, numbers };
PointForm point_form(std::string_view word);

}  // namespace tanbo::protocol
