#pragma once

#include <string>
#include <string_view>

#include "server/cli/remote/http.hpp"

namespace tanbo::cli {

// One sentence on standard error; the exit status of a failure.
int report(std::string_view sentence);

// The exit status of a command that ended with this one: a failure, which is reported, if all went
// well but its output was not written.
int status_after_output(int status);

// The words for an answer that is not the hoped-for one, in the problem's own words if it has
// some: "The game is at ply 3. (stale-ply)".
std::string describe(const Answer& answer);

// Reports that.
int report_answer(const Answer& answer);

}  // namespace tanbo::cli
