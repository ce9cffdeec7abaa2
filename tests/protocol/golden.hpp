#pragma once

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace tanbo::protocol {

// Compares with the file of that name in tests/golden/, byte for byte. With TANBO_REWRITE_GOLDEN=1
// in the environment the file is written instead; what changed is for a person to review.
testing::AssertionResult matches_golden(std::string_view file, const std::string& text);

}  // namespace tanbo::protocol
