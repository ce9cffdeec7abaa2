#include "server/operate/progress.hpp"

#include <chrono>

#include <gtest/gtest.h>

namespace tanbo::app {
namespace {

using namespace std::chrono_literals;

TEST(Progress, EstimatesTheTimeThatIsLeft) {
    EXPECT_EQ(progress_text("copied", 1'000, 4'000, "rows", 60s),
              "copied 1000 of 4000 rows, about 3 minutes left");
    EXPECT_EQ(progress_text("copied", 3'999, 4'000, "rows", 60s),
              "copied 3999 of 4000 rows, about 1 minute left");
    EXPECT_EQ(progress_text("copied", 1, 1'000'000, "rows", 600us),
              "copied 1 of 1000000 rows, about 10 minutes left");
}

TEST(Progress, EstimatesNothingWhileNothingIsDone) {
    EXPECT_EQ(progress_text("replayed", 0, 7, "games", 60s), "replayed 0 of 7 games");
}

}  // namespace
}  // namespace tanbo::app
