#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "server/mail/commands/parse.hpp"

// The forms of the nineties: "tanbo move BOARD USER PASSWORD POINT". Private to this folder.
namespace tanbo::mail::commands {

// A line without "tanbo" and without what stood for a password in it.
struct PlainLine {
    std::string source;  // to be quoted: the password as ***
    std::string rest;    // behind the verb, as it is written nowadays
    std::string_view verb;
    std::optional<MailLogin> login;
    bool has_password = false;  // something may have been one, and is *** in the source
};

// `verb` is the verb in full that `typed`, the first word of the line (after "tanbo"), stands for;
// empty: none.
PlainLine read_classic(std::string_view source, std::string_view typed, std::string_view verb,
                       bool has_tanbo);

}  // namespace tanbo::mail::commands
