#pragma once

#include <cstdlib>

namespace tanbo::tests {

// The repetitions of a test that draws its cases: `of_long_form` if the variable TANBO_LONG_FORM is
// set, as `tests/run.sh nightly unit` does, else a fifth.
inline int repetitions(int of_long_form) {
    return std::getenv("TANBO_LONG_FORM") == nullptr ? of_long_form / 5 : of_long_form;
}

}  // namespace tanbo::tests
