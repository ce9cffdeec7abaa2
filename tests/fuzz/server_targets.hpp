#pragma once

#include <vector>

#include "tests/fuzz/targets.hpp"

namespace tanbo {

// The parsers that strangers reach first:
// "head": the bytes of a connection become a request and its body, or a refusal.
// "lmtp": lines become mails and answers.
// "cursors": a text is the place in one list, or in none.
// "trf": a report of a tournament becomes one, and is written and read again.
// "boards": JSON becomes a board of one's own, on which a game is then played.
std::vector<protocol::FuzzTarget> server_fuzz_targets();

}  // namespace tanbo
