#pragma once

namespace tanbo::cli {

// Reads games as JSON Lines from a descriptor and prints every position of each, in constant
// memory; what a chunk of input led to is written before the next is read.
//
// Returns the exit status: 0, 1 if some game could not be replayed to its end, 2 if
// reading or writing failed.
int replay(int input);

}  // namespace tanbo::cli
