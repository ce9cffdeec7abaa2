#pragma once

#include <span>
#include <string>
#include <string_view>

// The manual of playing by mail: what `help` and its like are answered with. ASCII, lines of at
// most 72 columns, each ended by a line feed.
namespace tanbo::mail::text {

// One command as the manual has it.
struct MailVerb {
    std::string_view name;     // "move"
    std::string_view usage;    // "move GAME POINT[#ply]"
    std::string_view summary;  // one line
    std::string_view detail;   // sentences, unwrapped
};

// All, in the order of the manual.
std::span<const MailVerb> mail_verbs();

// Everything there is to know for who writes to `address` ("games@tanbo.example").
std::string mail_help(std::string_view address);
// About one verb, in full; of what is none the text is empty.
std::string mail_help_on(std::string_view verb);

// The rules of Tanbo, for players.
std::string mail_rules();

// The setups that can be played: id, board, players, and what they are.
std::string mail_setups();

}  // namespace tanbo::mail::text
