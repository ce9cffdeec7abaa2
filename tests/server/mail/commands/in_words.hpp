#pragma once

#include <string>

#include "server/mail/commands/parse.hpp"

namespace tanbo::mail::commands {

// The reading of a line of a mail, in words: "move 17 K10 #34"; of an error "error: " and its
// sentence.
std::string in_words(const MailLine& line);

// All lines of a mail, one below the other without the sentences of errors, and "(...)" for each
// line that was passed over.
std::string in_words(const MailRequest& request);

// The text that protocol::read_clock reads.
std::string clock_short(const engine::ClockSettings& clock);

}  // namespace tanbo::mail::commands
