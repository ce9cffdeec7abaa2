#include "server/base/threads/fair_queue.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace tanbo::base {
namespace {

constexpr ClientKey anna{10, 1};
constexpr ClientKey ben{10, 2};  // of the same network
constexpr ClientKey cleo{11, 3};
constexpr ClientKey server = ClientKey::server();

class NamedJob final : public FairQueue::Job {
public:
    NamedJob(std::string name, std::string& done) : name_(std::move(name)), done_(done) {}
    void run() override { done_ += name_; }
    void refuse() override { done_ += "-" + name_; }

private:
    std::string name_;
    std::string& done_;
};

struct Queue {
    explicit Queue(int under_way_max) : jobs(under_way_max) {}

    void push(ClientKey client, std::string name, JobPriority priority = JobPriority::usual) {
        jobs.push(client, priority, std::make_unique<NamedJob>(std::move(name), done));
    }
    // Begins one job, and yields its network; 0 is also that of none.
    std::uint64_t begin() {
        auto next = jobs.take();
        if (!next) return 0;
        next->job->run();
        return next->network;
    }
    // Refuses a job for the asker's sake, and tells whether there was one.
    bool evict_for(ClientKey client) {
        const auto displaced = jobs.evict_for(client);
        if (displaced) displaced->refuse();
        return displaced != nullptr;
    }
    // One after the other, as one thread would.
    std::string run_all() {
        while (auto next = jobs.take()) {
            next->job->run();
            jobs.end(next->network);
        }
        return done;
    }

    std::string done;
    FairQueue jobs;
};

TEST(FairQueue, YieldsNothingIfThereIsNothing) {
    Queue queue(1);

    EXPECT_FALSE(queue.jobs.is_ready());
    EXPECT_FALSE(queue.jobs.take());
    EXPECT_EQ(queue.jobs.size(), 0U);
}

TEST(FairQueue, ServesOneAskerInOrder) {
    Queue queue(1);
    for (const char* name : {"1", "2", "3"}) queue.push(anna, name);

    EXPECT_EQ(queue.jobs.size(), 3U);
    EXPECT_EQ(queue.run_all(), "123");
    EXPECT_EQ(queue.jobs.size(), 0U);
}

TEST(FairQueue, WhoeverComesLaterDoesNotWaitForAllThatAnotherNetworkHasBrought) {
    Queue queue(1);
    for (const char* name : {"1", "2", "3", "4"}) queue.push(anna, name);
    queue.push(cleo, "c");
    queue.push(cleo, "d");

    EXPECT_EQ(queue.run_all(), "1c2d34");
}

TEST(FairQueue, ServesTheAccountsOfANetworkInTurn) {
    Queue queue(1);
    for (const char* name : {"1", "2", "3", "4"}) queue.push(anna, name);
    queue.push(ben, "b");
    queue.push(ben, "c");

    EXPECT_EQ(queue.run_all(), "1b2c34");
}

TEST(FairQueue, ManyAccountsOfANetworkGetNoMoreThanOneOfAnother) {
    Queue queue(1);
    for (int account = 1; account <= 4; ++account) {
        queue.push({10, account}, std::to_string(account));
    }
    queue.push(cleo, "c");
    queue.push(cleo, "d");

    EXPECT_EQ(queue.run_all(), "1c2d34");
}

TEST(FairQueue, AnAccountThatComesLaterWaitsForOneJobOfWhoeverWaitsAlready) {
    Queue queue(1);
    for (const char* name : {"1", "2", "3"}) queue.push(anna, name);
    queue.jobs.end(queue.begin());
    for (const char* name : {"b", "c"}) queue.push(ben, name);

    EXPECT_EQ(queue.run_all(), "12b3c");
}

// A client without waiting jobs joined the current round, again and again: the next round never
// came.
TEST(FairQueue, NobodyWaitsForEverForThoseOfTheirNetworkWhoGoOnAsking) {
    Queue one(1);
    Queue many(1);
    for (Queue* const queue : {&one, &many}) {
        for (const char* name : {"1", "2", "3"}) queue->push(anna, name);
        for (int i = 0; i < 6; ++i) {
            const std::uint64_t network = queue->begin();
            queue->push(queue == &one ? ben : ClientKey{anna.network, 100 + i}, "b");
            queue->jobs.end(network);
        }
    }

    EXPECT_EQ(one.done, "12b3bb");
    EXPECT_EQ(many.done, "12b3bb");
}

TEST(FairQueue, LetsANetworkHaveOnlySoManyUnderWay) {
    Queue queue(2);
    for (const char* name : {"1", "2", "3"}) queue.push(anna, name);
    const std::uint64_t first = queue.begin();
    queue.begin();

    EXPECT_FALSE(queue.jobs.is_ready());
    EXPECT_EQ(queue.begin(), 0U);
    queue.push(cleo, "c");
    EXPECT_TRUE(queue.jobs.is_ready());
    EXPECT_EQ(queue.begin(), cleo.network);
    EXPECT_EQ(queue.jobs.size(), 1U);

    queue.jobs.end(first);
    EXPECT_TRUE(queue.jobs.is_ready());
    queue.begin();
    EXPECT_EQ(queue.done, "12c3");
}

TEST(FairQueue, WhoeverHasMostGivesWayByTheNewest) {
    Queue queue(1);
    for (const char* name : {"1", "2", "3"}) queue.push(anna, name);
    queue.push(cleo, "c");

    EXPECT_FALSE(queue.evict_for(anna));
    EXPECT_FALSE(queue.evict_for(ben));  // of the same network
    EXPECT_TRUE(queue.evict_for({12, 4}));
    EXPECT_FALSE(queue.evict_for(cleo));  // would have as many as anna
    EXPECT_TRUE(queue.evict_for({12, 4}));
    EXPECT_FALSE(queue.evict_for({12, 4}));  // all have one
    EXPECT_EQ(queue.jobs.size(), 2U);
    EXPECT_EQ(queue.run_all(), "-3-21c");
}

TEST(FairQueue, TheServersOwnWorkGivesWayToNobody) {
    Queue queue(1);
    for (const char* name : {"s", "t", "u"}) queue.push(server, name);

    EXPECT_FALSE(queue.evict_for(anna));
    EXPECT_EQ(queue.run_all(), "stu");
}

TEST(FairQueue, WhatIsAheadGivesWayLast) {
    Queue queue(1);
    for (const char* name : {"A", "B"}) queue.push(anna, name, JobPriority::ahead);
    queue.push(anna, "1");

    EXPECT_TRUE(queue.evict_for(cleo));
    EXPECT_TRUE(queue.evict_for(cleo));
    EXPECT_EQ(queue.run_all(), "-1-BA");
}

TEST(FairQueue, WhatIsAheadGoesFirstAndStillInTurn) {
    Queue queue(1);
    queue.push(anna, "1");
    queue.push(cleo, "c");
    for (const char* name : {"A", "B"}) queue.push(anna, name, JobPriority::ahead);
    queue.push(cleo, "C", JobPriority::ahead);

    EXPECT_EQ(queue.run_all(), "ACB1c");
}

TEST(FairQueue, TheServersOwnWorkGoesFirstHoweverMuchOfItThereIs) {
    Queue queue(1);
    queue.push(anna, "1", JobPriority::ahead);
    queue.push(server, "s");
    queue.push(server, "t", JobPriority::ahead);
    queue.begin();
    queue.begin();  // beside the first

    EXPECT_EQ(queue.run_all(), "st1");
}

}  // namespace
}  // namespace tanbo::base
