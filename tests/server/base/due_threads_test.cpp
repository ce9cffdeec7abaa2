#include "server/base/due_threads.hpp"

#include <gtest/gtest.h>

namespace tanbo::base {
namespace {

using namespace std::chrono_literals;

TEST(DueWork, IsDoneOnlyWhileItIsOnesOwn) {
    const Instant now{1'000'000ms};
    bool is_ours = false;
    int done = 0;
    const DueWork work = work_while(
        {"mails", [&] { return ++done < 3; }, [&] { return now + 1h; }}, [&] { return is_ours; },
        [&] { return now; });
    EXPECT_FALSE(work.do_one());
    EXPECT_EQ(done, 0);
    EXPECT_LE(work.next_due(), now + 1s);  // whether it is by then

    is_ours = true;

    EXPECT_TRUE(work.do_one());
    EXPECT_EQ(done, 1);
    EXPECT_EQ(work.next_due(), now + 1h);
}

}  // namespace
}  // namespace tanbo::base
