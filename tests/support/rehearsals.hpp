#pragma once

#include <cstdlib>

#include "server/store/commit/group_commit.hpp"

namespace tanbo::test {

// The limits of a fixture's writer. With TANBO_REHEARSALS=1 every job runs twice, and what the
// first run wrote is undone: a test must not tell the difference.
inline store::CommitLimits commit_limits() {
    store::CommitLimits limits;
    const char* const rehearsals = std::getenv("TANBO_REHEARSALS");
    if (rehearsals != nullptr) limits.rehearsals = std::atoi(rehearsals);
    return limits;
}

}  // namespace tanbo::test
