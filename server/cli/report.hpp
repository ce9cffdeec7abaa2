#pragma once

#include <string>
#include <string_view>

#include "server/cli/remote/http.hpp"

namespace tanbo::cli {

// One sentence on standard error; the exit status of a failure.
int report(std::string_view sentence);

// The exit status after output: a failure, which is reported, if it was not written.
int status_of_output(bool is_written);

// The words for an answer that is not the hoped-for one, in the problem's own words if it has
// some: "The game is at ply 3. (stale-ply)".
std::string describe(const Answer& answer);

// Reports that.
int report_answer(const Answer& answer);

}  // namespace tanbo::cli
