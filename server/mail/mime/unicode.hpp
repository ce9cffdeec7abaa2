#pragma once

#include <string>
#include <string_view>

// One form of what Unicode can write in several. Source: Unicode Standard Annex 15; GLib.
namespace tanbo::mail::mime {

// Compatible characters are the one that they stand for: full-width letters and digits those of
// ASCII, accents one with their letter (NFKC). Requires: UTF-8 without NUL; else the text as it is.
std::string normal_form(std::string_view text);

// The same without the difference between capital and small letters, in all alphabets.
std::string without_case(std::string_view text);

}  // namespace tanbo::mail::mime
