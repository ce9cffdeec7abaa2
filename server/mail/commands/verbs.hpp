#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// Verbs as people type them, and lines as they may be quoted. Private to this folder.
namespace tanbo::mail::commands {

// A line as it may be quoted: spaces of all kinds made spaces, controls and what can't be seen
// dropped.
std::string clean_line(std::string_view line);

// The line with words in their normal form (MailContext) if that is ASCII, and with single blanks.
// Raised and lowered digits are notes, and stay what they are. Null: the line as it is.
using NormalForm = std::string (*)(std::string_view text);
std::string normal_words(std::string_view line, NormalForm normal_form);

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

}  // namespace tanbo::mail::commands
