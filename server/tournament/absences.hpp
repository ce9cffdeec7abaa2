#pragma once

#include <vector>

#include "server/base/clock.hpp"
#include "server/store/transaction.hpp"
#include "server/tournament/rules/ladders.hpp"

// Vacations, as ladders know them.
namespace tanbo::tournament {

// The account's vacations from the begin of this year on, or from an earlier instant's year.
// Throws: store::StorageError.
std::vector<Absence> absences_of(store::Reader& reader, AccountId account, Instant from);

// The account's vacations have changed: moves the deadlines of its challenges on all ladders.
// Throws: store::StorageError. Thread: the writer thread.
void delay_answers(store::Transaction& transaction, AccountId account, Instant now);

}  // namespace tanbo::tournament
