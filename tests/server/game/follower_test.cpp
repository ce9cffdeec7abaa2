#include "server/game/feed/follower.hpp"

#include <string>

#include <gtest/gtest.h>

#include "tests/server/game/world.hpp"

namespace tanbo::game {
namespace {

using test::Choices;
using test::RecordingSink;
using test::Scene;
using test::World;

// A follower of the game from the scene's `after` on; yields the seq it started after, and keeps
// itself alive in `holder`.
using Holder = std::shared_ptr<void>;
using Follow = base::Awaitable<std::optional<std::uint32_t>> (*)(World& world,
                                                                 std::shared_ptr<RecordingSink>,
                                                                 Holder& holder);

base::Awaitable<std::optional<std::uint32_t>> follow(World& world,
                                                     std::shared_ptr<RecordingSink> sink,
                                                     Holder& holder) {
    auto follower = std::make_shared<Follower>(world.feed(), world, test::script_game, sink);
    holder = follower;
    world.meanwhile();
    auto view = co_await follower->begin(std::nullopt, world.scene().after);
    if (!view) co_return std::nullopt;
    const std::uint32_t start = world.scene().after.value_or(view->seq());
    world.meanwhile();
    auto run = co_await follower->run();
    if (!run || !follower->is_live()) co_return std::nullopt;
    co_return start;
}

// --- followers that are wrong on purpose: the negative control ---

enum class Slip { none, subscribes_late, keeps_overlaps, forgets_live_frames, reads_one_page };

class SloppyFollower final : public GameSubscriber {
public:
    SloppyFollower(Slip slip, std::shared_ptr<RecordingSink> sink)
        : slip_(slip), sink_(std::move(sink)) {}

    void on_frame(const Frame& frame) override {
        if (!is_live_) {
            if (slip_ != Slip::forgets_live_frames) highest_ = std::max(highest_, frame.seq);
            return;
        }
        if (slip_ != Slip::keeps_overlaps && frame.seq <= delivered_) return;
        delivered_ = frame.seq;
        sink_->push(frame);
    }

    base::Awaitable<std::uint32_t> run(World& world) {
        if (slip_ != Slip::subscribes_late) subscribe(world);
        auto view = co_await world.get(test::script_game, std::nullopt);
        const std::uint32_t start = world.scene().after.value_or(view->seq());
        delivered_ = start;
        highest_ = std::max(highest_, view->seq());
        while (delivered_ < highest_) {
            auto page = co_await world.events(test::script_game, delivered_, follower_page_events);
            for (const protocol::StoredEvent& event : *page) {
                Frame frame = world.frame_at(event.seq);
                co_await sink_->write(std::move(frame));
                delivered_ = event.seq;
            }
            if (slip_ == Slip::reads_one_page) break;
        }
        if (slip_ == Slip::subscribes_late) subscribe(world);
        is_live_ = true;
        co_return start;
    }

private:
    void subscribe(World& world) {
        subscription_ = world.feed().follow_game(test::script_game, *this);
    }

    Slip slip_;
    std::shared_ptr<RecordingSink> sink_;
    std::uint32_t delivered_ = 0;
    std::uint32_t highest_ = 0;
    bool is_live_ = false;
    Feed::Subscription subscription_;
};

template <Slip slip>
base::Awaitable<std::optional<std::uint32_t>> follow_with(World& world,
                                                          std::shared_ptr<RecordingSink> sink,
                                                          Holder& holder) {
    auto follower = std::make_shared<SloppyFollower>(slip, sink);
    holder = follower;
    world.meanwhile();
    const std::uint32_t start = co_await follower->run(world);
    co_return start;
}

// --- every schedule ---

struct Verdict {
    std::size_t schedules = 0;
    std::string fault;  // of the first schedule that went wrong; empty: none
};

base::Awaitable<void> finish(base::Awaitable<std::optional<std::uint32_t>> followed,
                             std::optional<std::uint32_t>& start) {
    start = co_await std::move(followed);
}

// The faults of the sink's frames; empty: nothing.
std::string fault_of(const World& world, const std::vector<Frame>& frames,
                     std::optional<std::uint32_t> start) {
    if (!start) return "it did not come to the end";
    std::uint32_t next = *start + 1;
    for (const Frame& frame : frames) {
        if (frame.seq != next) {
            return "seq " + std::to_string(frame.seq) + " where " + std::to_string(next) +
                   " was due";
        }
        if (frame.type != world.type_at(next)) return "another event than the log's";
        ++next;
    }
    return next == world.scene().last + 1 ? "" : "nothing after " + std::to_string(next - 1);
}

void try_all_schedules(const test::Script& script, const Scene& scene, Follow follow_game,
                       Verdict& verdict) {
    static base::Metrics metrics;
    boost::asio::io_context context(1);
    Choices choices;
    do {
        Feed feed(metrics);
        World world(script, scene, feed, choices);
        auto sink = std::make_shared<RecordingSink>(world);
        Holder holder;
        std::optional<std::uint32_t> start;
        base::spawn(context.get_executor(), "follow",
                    finish(follow_game(world, sink, holder), start));
        context.restart();
        context.run();
        world.finish();
        const std::string fault = fault_of(world, sink->frames, start);
        ++verdict.schedules;
        if (fault.empty()) continue;
        verdict.fault = fault;
        return;
    } while (choices.advance());
}

// Events that happen while the follower comes. A sanitizer is here for what each step does to
// memory, which one event shows on far fewer schedules.
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr std::uint32_t events_meanwhile = 1;
constexpr std::size_t schedules_min = 1'000;
#else
constexpr std::uint32_t events_meanwhile = 2;
constexpr std::size_t schedules_min = 100'000;
#endif

// The log has one to three events before the follower comes, told or not.
Verdict try_all_scenes(Follow follow_game) {
    const test::Script script = test::play_script(5);
    Verdict verdict;
    for (std::uint32_t committed = 1; committed <= 3; ++committed) {
        for (const std::uint32_t told : {committed, committed - 1}) {
            for (std::size_t page = 1; page <= 2; ++page) {
                Scene scene{committed, told, committed + events_meanwhile, page, std::nullopt};
                try_all_schedules(script, scene, follow_game, verdict);
                if (!verdict.fault.empty()) return verdict;
                for (std::uint32_t after = 0; after <= committed; ++after) {
                    scene.after = after;
                    try_all_schedules(script, scene, follow_game, verdict);
                }
            }
        }
    }
    return verdict;
}

TEST(Follower, LeavesNoGapAndRepeatsNothingOnAnySchedule) {
    const Verdict verdict = try_all_scenes(follow);

    EXPECT_EQ(verdict.fault, "");
    EXPECT_GT(verdict.schedules, schedules_min);
    testing::Test::RecordProperty("schedules", static_cast<int>(verdict.schedules));
}

TEST(FollowerControl, PassesWithoutASlip) {
    EXPECT_EQ(try_all_scenes(follow_with<Slip::none>).fault, "");
}

TEST(FollowerControl, CatchesReadingBeforeSubscribing) {
    EXPECT_NE(try_all_scenes(follow_with<Slip::subscribes_late>).fault, "");
}

TEST(FollowerControl, CatchesOverlapsThatAreKept) {
    EXPECT_NE(try_all_scenes(follow_with<Slip::keeps_overlaps>).fault, "");
}

TEST(FollowerControl, CatchesFramesForgottenWhileReading) {
    EXPECT_NE(try_all_scenes(follow_with<Slip::forgets_live_frames>).fault, "");
}

TEST(FollowerControl, CatchesGoingLiveAfterTheFirstPage) {
    EXPECT_NE(try_all_scenes(follow_with<Slip::reads_one_page>).fault, "");
}

}  // namespace
}  // namespace tanbo::game
