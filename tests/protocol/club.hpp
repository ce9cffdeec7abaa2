#pragma once

#include <string>

#include "tests/protocol/script.hpp"
#include "tests/support/table.hpp"

namespace tanbo::protocol {

// Two players, a clock with calendars, swap, undo, pause, downtime and a flag.
tests::Table club_game_of_two();

// Four players of whom one leaves, is replaced, and others leave for good.
tests::Table club_game_of_four();

// The log of a table, as it is stored.
std::vector<StoredEvent> stored(const tests::Table& table);

}  // namespace tanbo::protocol
