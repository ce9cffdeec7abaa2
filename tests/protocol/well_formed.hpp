#pragma once

#include <string_view>

namespace tanbo::protocol {

// Whether the text is one element of XML 1.0 with balanced tags, quoted and distinct attributes and
// no stray markup. No prologue, comments or character data sections are known.
bool is_well_formed_xml(std::string_view text);

// Whether the text is one game tree by the grammar of SGF FF[4]: properties in capitals, each once
// a node and with at least one value, everything balanced.
bool is_well_formed_sgf(std::string_view text);

}  // namespace tanbo::protocol
