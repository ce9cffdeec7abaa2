#pragma once

#include <span>
#include <vector>

#include "server/mail/commands/parse.hpp"
#include "server/mail/commands/second_thoughts.hpp"

namespace tanbo::mail::commands {

// Leaves of the moves of a mail those that its writer surely means. A point that stands there twice
// is one. Errors in place of the others, which ask which point it is: of several points for one
// game, also if one of them is in `page` only, and of every move, and what takes one back, if there
// is a second thought in `talk`. `page` are the lines of the page beside the text: its writer may
// have seen only one of the two.
void clear_moves(std::vector<MailLine>& lines, std::span<const MailLine> page,
                 std::span<const TalkLine> talk, const MailContext& context);

}  // namespace tanbo::mail::commands
