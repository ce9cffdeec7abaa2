#pragma once

#include <string>
#include <string_view>

namespace tanbo::mail::mime {

// The writer's own part of a reply's text: without quoted lines, the lines that introduce
// them, the mails that mail programs append below a separator, and signatures.
//
// Answers above, below and between quoted lines are kept. If the text may be either the writer's
// or quoted, it is taken for quoted: a command that is lost is sent again, one that was never given
// places a stone. Lines end with LF and have no blanks at their ends; none is empty at either end.
// Requires: UTF-8 with LF. Cost: linear. Source: the mails in tests/server/mail/corpus.
std::string written_text(std::string_view text);

// Undoes the wrapping of text/plain; format=flowed. Requires: LF. Source: RFC 3676, 4.
std::string unwrap_flowed(std::string_view text, bool deletes_space);

}  // namespace tanbo::mail::mime
