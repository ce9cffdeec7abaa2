#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace tanbo::protocol {

// An example of the API contract, protocol/contract/examples/NAME.json, as encoders write it:
// without blanks or line ends. `name` is "answers/board". Throws std::runtime_error if there is
// none.
std::string example(std::string_view name);

// The names of all in one folder of them, "answers", in order.
std::vector<std::string> examples_in(std::string_view folder);

// Whether its file is written as all are: what fits stands in one line, else each member in a line
// of its own. With TANBO_REWRITE_GOLDEN=1 it is written so.
testing::AssertionResult is_laid_out(std::string_view name);

// Compares with the example: the same fields in the same order, whatever blanks are between them,
// and 0.6900 is 0.69. With TANBO_REWRITE_GOLDEN=1 the example is written instead, for its
// difference to be reviewed.
testing::AssertionResult matches_example(std::string_view name, const std::string& text);

}  // namespace tanbo::protocol
