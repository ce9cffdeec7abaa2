#pragma once

#include <string_view>

#include "server/cli/http.hpp"

namespace tanbo::cli {

// One sentence on standard error; the exit status of a failure.
int report(std::string_view sentence);

// The same for an answer that is not what was hoped for: the problem's own words where it has some.
int report_answer(const Answer& answer);

}  // namespace tanbo::cli
