#include "server/notify/delivery_queue.hpp"

#include <stdexcept>

#include <gmock/gmock.h>

namespace tanbo::notify {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

base::Instant at(int second) {
    return base::Instant(std::chrono::seconds(second));
}

class DeliveryQueueTest : public testing::Test {
protected:
    // The deliveries that are sent while `waiting` stays as it is, each from within the attempt
    // before.
    std::vector<int> sent_at_once() {
        std::vector<int> ids;
        send_within(ids);
        return ids;
    }
    void send_within(std::vector<int>& ids) {
        queue.send_one([&](int id) {
            ids.push_back(id);
            send_within(ids);
        });
    }

    std::vector<Waiting<int>> waiting;
    base::Instant now = at(100);
    std::vector<Waiting<int>> look(base::Instant until, int count) const {
        std::vector<Waiting<int>> due;
        for (const Waiting<int>& one : waiting) {
            if (one.due_at <= until && std::ssize(due) < count) due.push_back(one);
        }
        return due;
    }
    DeliveryQueue<int> queue{[this](base::Instant until, int count) { return look(until, count); },
                             [this] { return now; }, 2, Lanes{.unproven = 3, .slow = 2}};

    // One attempt for each of these owners, which takes so long.
    void attempt(const std::vector<std::string>& owners, std::chrono::milliseconds taken) {
        for (const std::string& owner : owners) {
            waiting = {{1, owner, owner, at(1)}};
            EXPECT_TRUE(queue.send_one([&](int) { now += taken; })) << owner;
        }
        waiting.clear();
    }
    void add(const std::vector<std::string>& owners) {
        for (const std::string& owner : owners) {
            const int id = static_cast<int>(waiting.size()) + 1;
            waiting.push_back({id, owner, owner, at(id)});
        }
    }
};

using namespace std::chrono_literals;

TEST_F(DeliveryQueueTest, SendsWhatIsDueFirst) {
    waiting = {{1, "a", "anna", at(7)}, {2, "b", "ben", at(9)}};
    std::vector<int> ids;

    EXPECT_TRUE(queue.send_one([&](int id) { ids.push_back(id); }));

    EXPECT_THAT(ids, ElementsAre(1));
}

TEST_F(DeliveryQueueTest, SendsNothingBeforeItIsDue) {
    waiting = {{1, "a", "anna", at(101)}};

    EXPECT_FALSE(queue.send_one([](int) { FAIL(); }));
    EXPECT_EQ(queue.next_due(), at(101));
}

TEST_F(DeliveryQueueTest, HasOneAttemptAtATimeForADestination) {
    waiting = {{1, "a", "anna", at(1)}, {2, "a", "anna", at(2)}, {3, "b", "anna", at(3)}};

    EXPECT_THAT(sent_at_once(), ElementsAre(1, 3));
}

TEST_F(DeliveryQueueTest, HasNoMoreAttemptsOfAnOwnerAtATimeThanItMay) {
    waiting = {{1, "a", "anna", at(1)}, {2, "b", "anna", at(2)}, {3, "c", "anna", at(3)}};

    EXPECT_THAT(sent_at_once(), ElementsAre(1, 2));
}

TEST_F(DeliveryQueueTest, PrefersOwnersAtWhomNobodyIs) {
    waiting = {{1, "a", "anna", at(1)}, {2, "b", "anna", at(2)}, {3, "c", "ben", at(3)}};

    EXPECT_THAT(sent_at_once(), ElementsAre(1, 3, 2));
}

TEST_F(DeliveryQueueTest, SaysWhenTheNextIsDueThatNobodyIsAt) {
    waiting = {{1, "a", "anna", at(1)}, {2, "a", "anna", at(2)}, {3, "b", "ben", at(300)}};
    std::optional<base::Instant> meanwhile;

    queue.send_one([&](int) { meanwhile = queue.next_due(); });

    EXPECT_EQ(meanwhile, at(300));
    EXPECT_EQ(queue.next_due(), at(1));
}

TEST_F(DeliveryQueueTest, FreesADestinationWhoseAttemptThrew) {
    waiting = {{1, "a", "anna", at(1)}};

    EXPECT_ANY_THROW(queue.send_one([](int) { throw std::runtime_error("no"); }));

    EXPECT_THAT(sent_at_once(), ElementsAre(1));
}

TEST_F(DeliveryQueueTest, BeginsNothingDuringAPause) {
    waiting = {{1, "a", "anna", at(1)}};
    queue.pause(at(200));
    queue.pause(at(150));

    EXPECT_THAT(sent_at_once(), IsEmpty());
    EXPECT_EQ(queue.next_due(), at(200));
    now = at(200);
    EXPECT_THAT(sent_at_once(), ElementsAre(1));
}

TEST_F(DeliveryQueueTest, GoesOnAtOnceIfAPauseIsTakenBack) {
    waiting = {{1, "a", "anna", at(1)}};
    queue.pause(at(200));

    queue.resume();

    EXPECT_THAT(sent_at_once(), ElementsAre(1));
}

// Slow receivers of many accounts once took all senders.
TEST_F(DeliveryQueueTest, HasFewLanesForOwnersWhoAnswerSlowly) {
    attempt({"anna", "ben", "carl", "dora"}, 4500ms);
    attempt({"emil", "fred"}, 20ms);
    add({"anna", "ben", "carl", "dora", "emil", "fred"});

    EXPECT_THAT(sent_at_once(), ElementsAre(1, 2, 5, 6));
}

TEST_F(DeliveryQueueTest, LeavesASenderToOwnersKnownAsQuick) {
    attempt({"emil"}, 20ms);
    add({"anna", "ben", "carl", "dora", "emil"});

    EXPECT_THAT(sent_at_once(), ElementsAre(1, 2, 3, 5)) << "the others are new";
}

TEST_F(DeliveryQueueTest, LooksBehindSlowOwnersHoweverManyTheyAre) {
    std::vector<std::string> slow;
    for (int i = 0; i < 1'000; ++i) slow.push_back("slow" + std::to_string(i));
    attempt(slow, 4500ms);
    attempt({"anna"}, 20ms);
    add(slow);
    add({"anna"});

    EXPECT_THAT(sent_at_once(), ElementsAre(1, 2, 1'001));
}

TEST_F(DeliveryQueueTest, CountsAnOwnerAsSlowUntilSeveralAttemptsWereQuick) {
    attempt({"anna", "ben", "carl"}, 4500ms);
    add({"anna", "ben", "carl"});
    EXPECT_THAT(sent_at_once(), ElementsAre(1, 2));

    for (int i = 0; i < Paces::quick_to_recover; ++i) attempt({"anna", "ben", "carl"}, 20ms);
    add({"anna", "ben", "carl"});

    EXPECT_THAT(sent_at_once(), ElementsAre(1, 2, 3));
}

TEST(Paces, ForgetsAllOwnersWhenItIsFull) {
    Paces paces;
    for (std::size_t i = 0; i < Paces::owners_max; ++i) paces.record(std::to_string(i), 2s);
    EXPECT_EQ(paces.of("0"), Paces::Pace::slow);

    paces.record("one more", 2s);

    EXPECT_EQ(paces.of("0"), Paces::Pace::unknown);
    EXPECT_EQ(paces.of("one more"), Paces::Pace::slow);
}

}  // namespace
}  // namespace tanbo::notify
