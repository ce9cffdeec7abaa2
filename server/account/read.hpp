#pragma once

#include <utility>

#include "server/base/overload.hpp"
#include "server/store/unavailable.hpp"

namespace tanbo::account {

// Runs question(Reader&), which yields a value or a Result, on a thread that may block. Errors:
// those of the question; storage_unavailable, overloaded. Requires: the database outlives it.
template <class Question>
auto read(store::Database& database, base::BlockingPool& readers, Question question) {
    auto work = [&database, question = std::move(question)] {
        return store::read_or_refuse(database, question);
    };
    return base::run_or_overloaded(readers, std::move(work));
}

}  // namespace tanbo::account
