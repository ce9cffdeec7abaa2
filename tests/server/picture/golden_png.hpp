#pragma once

#include <string>
#include <string_view>

#include <gtest/gtest.h>

// Pictures of tests/golden/.
namespace tanbo::picture {

// The mean difference of two pictures in steps of a channel, of which there are 255; 255 if their
// sizes differ or one of them is no picture.
double difference(std::string_view one, std::string_view other);

// Compares with the picture of that name in tests/golden/: another version of a library may draw
// the edges of letters otherwise, but no stone. With TANBO_REWRITE_GOLDEN=1 in the environment it
// writes the file instead.
testing::AssertionResult looks_like_golden(std::string_view file, const std::string& png);

}  // namespace tanbo::picture
