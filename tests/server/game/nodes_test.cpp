#include <array>
#include <atomic>
#include <cstdlib>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/notation.hpp"
#include "engine/position.hpp"
#include "server/game/idempotency.hpp"
#include "server/game/plans.hpp"
#include "tests/server/game/engines.hpp"
#include "tests/server/store/fixture.hpp"

namespace tanbo::game {
namespace {

using protocol::Code;
using test::Node;
using test::NodeOptions;
using testing::HasSubstr;
using Answer = protocol::Result<Receipt>;

// TANBO_RACE_PLIES=10000 is the long form.
constexpr int race_plies_usual = 150;
// Two writers of one file may wait for each other longer than SQLite lets them: then a client
// comes back, as it is told to.
constexpr int tries_max = 100;

int race_plies() {
    const char* const plies = std::getenv("TANBO_RACE_PLIES");
    return plies == nullptr ? race_plies_usual : std::atoi(plies);
}

base::Awaitable<Answer> submit_patiently(Referee& referee, GameId game, Move move) {
    for (int tries = 1;; ++tries) {
        Command command = move;
        auto answer = co_await referee.submit(game, std::move(command));
        const bool is_over = answer.has_value() || answer.error().code != Code::overloaded;
        if (is_over || tries == tries_max) co_return answer;
    }
}

struct Tally {
    int plies = 0;
    int won = 0;                    // by exactly one of the two
    int told = 0;                   // the other was told 409 with the winning move's ply and seq
    std::vector<std::string> odd;   // codes that neither should have had
    std::vector<std::string> wins;  // "seq point" of the present game
};

// Both nodes play the same seat's next move, each to another point, until the game is over or so
// many plies are played.
class Race {
public:
    Race(Node& one, Node& other, const engine::Player& black, const engine::Player& white)
        : one_(one), other_(other), players_{black, white} {}

    Tally run(int plies) {
        while (tally_.plies < plies && tally_.odd.empty()) play_game(plies);
        return tally_;
    }

private:
    void play_game(int plies) {
        game_ = one_.start_game(players_[0], players_[1], "19x19");
        position_.emplace(engine::find_setup("19x19")->opening);
        tally_.wins.clear();
        while (tally_.plies < plies && tally_.odd.empty() && position_->to_move()) play_ply();
        if (tally_.odd.empty()) expect_log(one_.events(game_));
    }

    Move move_to(engine::Point point) const {
        const auto seat = static_cast<std::size_t>(engine::index_of(*position_->to_move()));
        return {players_[seat].account,
                engine::point_name(position_->lattice(), point),
                position_->ply(),
                {}};
    }

    void play_ply() {
        const auto legal = position_->legal_points(*position_->to_move());
        const engine::Point first = legal.front();
        const engine::Point second = legal.back();
        auto here =
            one_.start([&] { return submit_patiently(*one_.referee, game_, move_to(first)); });
        auto there =
            other_.start([&] { return submit_patiently(*other_.referee, game_, move_to(second)); });
        const Answer mine = here.get();
        const Answer theirs = there.get();
        ++tally_.plies;
        // The only move there is: the other's is the same one.
        const bool is_same = first == second;
        if (mine && theirs && (is_same || mine->is_repeat != theirs->is_repeat)) {
            if (!is_same) tally_.odd.emplace_back("both");
            ++tally_.won;
            ++tally_.told;
            return advance(first, mine->seq);
        }
        if (mine.has_value() == theirs.has_value()) {
            for (const Answer* answer : {&mine, &theirs}) {
                tally_.odd.emplace_back(*answer ? "ok" : protocol::code_name(answer->error().code));
            }
            return;
        }
        ++tally_.won;
        const Answer& won = mine ? mine : theirs;
        const protocol::Error& lost = (mine ? theirs : mine).error();
        const std::uint32_t ply = position_->ply() + 1;
        advance(mine ? first : second, won->seq);
        const bool is_told =
            lost.code == Code::stale_ply && lost.ply == ply && lost.seq >= won->seq;
        const bool is_over = lost.code == Code::game_over && !position_->to_move();
        if (is_told || is_over) {
            ++tally_.told;
        } else {
            tally_.odd.emplace_back(protocol::code_name(lost.code));
        }
    }

    void advance(engine::Point point, std::uint32_t seq) {
        tally_.wins.push_back(std::to_string(seq) + " " +
                              engine::point_name(position_->lattice(), point));
        position_->play(point);
    }

    // Each win is in the log once and nothing else is, and seq has no gaps.
    void expect_log(const std::vector<protocol::StoredEvent>& events) const {
        std::uint32_t seq = 0;
        std::size_t win = 0;
        for (const protocol::StoredEvent& event : events) {
            EXPECT_EQ(event.seq, ++seq);
            if (event.type != "move") continue;
            ASSERT_LT(win, tally_.wins.size());
            const std::string& expected = tally_.wins[win++];
            const std::string point = expected.substr(expected.find(' ') + 1);
            EXPECT_EQ(expected.substr(0, expected.find(' ')), std::to_string(event.seq));
            EXPECT_NE(event.data.find('"' + point + '"'), std::string::npos) << event.data;
        }
        EXPECT_EQ(win, tally_.wins.size());
    }

    Node& one_;
    Node& other_;
    const std::array<engine::Player, 2> players_;
    GameId game_{};
    std::optional<engine::Position> position_;
    Tally tally_;
};

class NodesRaceTest : public TwoNodesTest {
protected:
    Tally race(int plies) { return Race(*one, *other, anna, ben).run(plies); }
};

TEST_P(NodesRaceTest, LetOneOfTwoWinEachPlyAndTellTheOtherWhatWon) {
    open();

    const Tally tally = race(race_plies());

    EXPECT_EQ(tally.odd, std::vector<std::string>());
    EXPECT_EQ(tally.won, tally.plies);
    EXPECT_EQ(tally.told, tally.plies);
    EXPECT_GE(tally.plies, race_plies());
}

// --- one node after the other ---

TEST_P(TwoNodesTest, RefuseAStalePlyByTheLogsEndAndThenShowIt) {
    open();
    const GameId game = one->start_game(anna, ben, "9x9");
    ASSERT_TRUE(other->submit(game, move(anna, "B3", 0)).has_value());
    ASSERT_EQ(other->view(game)->match().ply(), 1U);
    const Answer won = one->submit(game, move(ben, "A8", 1));
    ASSERT_TRUE(won.has_value()) << won.error().detail;

    const Answer lost = other->submit(game, move(ben, "A7", 1));

    ASSERT_FALSE(lost.has_value());
    EXPECT_EQ(lost.error().code, Code::stale_ply);
    EXPECT_EQ(lost.error().ply, 2U);
    EXPECT_EQ(lost.error().seq, won->seq);
    EXPECT_EQ(other->view(game)->seq(), won->seq) << "no answer is older than another before it";
}

// A view is as old as it is until this node meets the game: then no later answer is older.
TEST_P(TwoNodesTest, ShowWhatTheOtherNodeHasPlayedOnceTheLogWasRead) {
    open();
    const GameId game = one->start_game(anna, ben, "9x9");
    ASSERT_EQ(other->view(game)->seq(), 3U);
    ASSERT_TRUE(one->submit(game, move(anna, "B3", 0)).has_value());
    ASSERT_EQ(other->view(game)->seq(), 3U) << "nobody has told the other node";

    ASSERT_EQ(other->events(game, 3).size(), 1U);

    EXPECT_EQ(other->view(game)->seq(), 4U);
    EXPECT_EQ(*other->view(game)->json(), *one->view(game)->json());
}

TEST_P(TwoNodesTest, AnswerARepeatOfWhatTheOtherNodeHasDone) {
    open();
    const GameId game = one->start_game(anna, ben, "9x9");
    ASSERT_TRUE(other->submit(game, move(anna, "B3", 0)).has_value());
    const Answer first = one->submit(game, move(ben, "A8", 1));

    const Answer again = other->submit(game, move(ben, "A8", 1));

    ASSERT_TRUE(again.has_value()) << again.error().detail;
    EXPECT_TRUE(again->is_repeat);
    EXPECT_EQ(again->seq, first->seq);
    EXPECT_EQ(*again->body, *first->body);
}

// Without the row's seq: the log refuses what was decided on an old match, which is evicted then.
TEST_P(TwoNodesTest, DecideAgainWhatTheLogRefuses) {
    NodeOptions options;
    options.referee.is_alone = true;
    open(options);
    const GameId game = one->start_game(anna, ben, "9x9");
    ASSERT_TRUE(one->submit(game, move(anna, "B3", 0)).has_value());
    ASSERT_EQ(other->submit(game, move(anna, "C3", 0)).error().ply, 1U);  // and keeps the match
    const std::string late = legal_but(game, "A8");
    ASSERT_TRUE(one->submit(game, move(ben, "A8", 1)).has_value());

    const Answer lost = other->submit(game, move(ben, late, 1));

    ASSERT_FALSE(lost.has_value());
    EXPECT_EQ(lost.error().code, Code::stale_ply) << lost.error().detail;
    EXPECT_EQ(lost.error().ply, 2U);
    EXPECT_TRUE(other->submit(game, move(anna, "C3", 2)).has_value());
}

// The negative control.
TEST_P(TwoNodesTest, StayStaleIfNothingIsDecidedAgain) {
    NodeOptions options;
    options.referee.is_alone = true;
    options.commits.job_runs = 1;
    open(options);
    const GameId game = one->start_game(anna, ben, "9x9");
    ASSERT_TRUE(one->submit(game, move(anna, "B3", 0)).has_value());
    ASSERT_EQ(other->submit(game, move(anna, "C3", 0)).error().ply, 1U);  // and keeps the match
    const std::string late = legal_but(game, "A8");
    ASSERT_TRUE(one->submit(game, move(ben, "A8", 1)).has_value());

    const Answer lost = other->submit(game, move(ben, late, 1));

    ASSERT_FALSE(lost.has_value());
    EXPECT_EQ(lost.error().code, Code::overloaded);
    EXPECT_EQ(other->submit(game, move(anna, "C3", 2)).has_value(), false);
}

TEST_P(TwoNodesTest, FollowAPlanThatWasMadeOnTheOtherNode) {
    open();
    const GameId game = one->start_game(anna, ben, "9x9");
    const protocol::PlanBranch answer{{{engine::Seat::black, "B3"}}, {}, "A8", {}};
    const auto planned = other->on([&] {
        return set_plan(*other->referee, game, ben.account, protocol::SetPlan{0, {answer}});
    });
    ASSERT_TRUE(planned.has_value()) << planned.error().detail;

    ASSERT_TRUE(one->submit(game, move(anna, "B3", 0)).has_value());

    EXPECT_EQ(one->view(game)->match().ply(), 2U);
}

// --- what runs again ---

bool is_kept_at(Node& node, const IdempotencyKey& key) {
    bool is_kept = false;
    node.writer.write([&](store::Transaction& transaction) {
        is_kept = has_receipt(transaction, key, base::Instant());
    });
    return is_kept;
}

TEST_P(TwoNodesTest, AnswerAKeyAsTheOtherNodeHasAnsweredIt) {
    open();
    const GameId game = one->start_game(anna, ben, "9x9");
    const IdempotencyKey key{"7 POST", "key", "B3", {}};
    const Answer first = one->submit(game, move(anna, "B3", 0), key);
    ASSERT_TRUE(first.has_value());

    const Answer again = other->submit(game, move(anna, "B3", 0), key);

    ASSERT_TRUE(again.has_value()) << again.error().detail;
    EXPECT_TRUE(again->is_repeat);
    EXPECT_EQ(again->seq, first->seq);
    EXPECT_EQ(*again->body, *first->body);
    const IdempotencyKey reused{"7 POST", "key", "C3", {}};
    EXPECT_EQ(other->submit(game, move(anna, "C3", 0), reused).error().code,
              Code::idempotency_key_reused);
}

// Another node is asked the same, and keeps its answer between the look and what is kept here.
TEST_P(TwoNodesTest, DecideAgainIfAnotherNodeWasAskedTheSameFirst) {
    open();
    const IdempotencyKey key{"7 POST", "key", "request", {}};
    Receipt theirs;
    theirs.body = std::make_shared<const std::string>("theirs");
    Receipt ours;
    ours.body = std::make_shared<const std::string>("ours");
    int runs = 0;
    const auto ask = [&](int times_first) {
        return [&, times_first](store::Transaction& transaction) {
            ++runs;
            once(transaction, key, base::Instant(), [&] {
                const bool is_late = runs <= times_first;
                if (is_late) keep_receipt(transaction, key, theirs, base::Instant());
                return Answer(ours);
            });
        };
    };

    const auto fault = store::fault_of([&] { one->writer.write(ask(store::job_runs_max)); });
    EXPECT_EQ(fault, store::Fault::stale);
    EXPECT_EQ(runs, store::job_runs_max);
    EXPECT_FALSE(is_kept_at(*other, key));
    runs = 0;
    one->writer.write(ask(1));

    EXPECT_EQ(runs, 2);
    EXPECT_TRUE(is_kept_at(*other, key));
}

// Another lane or node is asked the same while the first one is about to commit. What that has
// changed must not have the repeat refused.
class NodesKeyTest : public TwoNodesTest {
protected:
    using Done = std::optional<Answer>;

    // The answer of the second node, which would refuse whatever is new.
    Done ask_other(const std::optional<IdempotencyKey>& key) {
        Done answer;
        other->writer.write([&](store::Transaction& transaction) {
            ++runs;
            answer = once(transaction, key, base::Instant(), [] {
                return Answer(protocol::refusal(Code::challenge_closed, "It is closed."));
            });
        });
        return answer;
    }
    // Its answer while the first one does it.
    Done ask_meanwhile(const std::optional<IdempotencyKey>& key) {
        Receipt receipt;
        receipt.body = std::make_shared<const std::string>("done");
        std::promise<void> has_begun;
        std::promise<void> may_end;
        auto first = std::async(std::launch::async, [&] {
            one->writer.write([&](store::Transaction& transaction) {
                once(transaction, key, base::Instant(), [&] { return Answer(receipt); });
                has_begun.set_value();
                may_end.get_future().wait();
            });
        });
        has_begun.get_future().wait();
        auto second = std::async(std::launch::async, [&] { return patiently(key); });
        // It has an answer, or has waited in vain for a while.
        while (second.wait_for(std::chrono::milliseconds(1)) == std::future_status::timeout &&
               runs < 2) {
        }
        may_end.set_value();
        first.get();
        return second.get();
    }

    std::atomic<int> runs = 0;

private:
    Done patiently(const std::optional<IdempotencyKey>& key) {
        for (;;) {
            try {
                return ask_other(key);
            } catch (const store::StorageError& error) {
                if (error.fault() != store::Fault::stale) throw;
            }
        }
    }
};

TEST_P(NodesKeyTest, AnswerAKeyThatTheOtherNodeIsDoing) {
    open();

    const Done answer = ask_meanwhile(IdempotencyKey{"7 POST", "key", "request", {}});

    ASSERT_TRUE(answer->has_value()) << answer->error().detail;
    EXPECT_EQ(*(*answer)->body, "done");
    EXPECT_TRUE((*answer)->is_repeat);
}

// The control.
TEST_P(NodesKeyTest, RefuseMeanwhileWhatHasNoKey) {
    open();

    const Done answer = ask_meanwhile(std::nullopt);

    EXPECT_EQ(answer->error().code, Code::challenge_closed);
}

TEST_P(TwoNodesTest, CountAndTellOnceWhatRunsTwice) {
    NodeOptions options;
    options.commits.rehearsals = 1;
    open(options);
    const GameId game = one->start_game(anna, ben, "9x9");

    ASSERT_TRUE(one->submit(game, move(anna, "B3", 0)).has_value());
    ASSERT_TRUE(one->submit(game, move(ben, "A8", 1)).has_value());

    EXPECT_EQ(one->events(game).size(), 5U);
    const std::string counted = one->metrics.text();
    EXPECT_THAT(counted, HasSubstr(R"(tanbo_commands_total{command="move",outcome="done"} 2)"));
    EXPECT_EQ(other->view(game)->seq(), 5U);
}

// The negative control of the race: decided once, on what was kept.
TEST_P(NodesRaceTest, FailIfStaleMatchesAreKept) {
    NodeOptions options;
    options.referee.is_alone = true;
    options.commits.job_runs = 1;
    open(options);

    const Tally tally = race(20);

    EXPECT_FALSE(tally.odd.empty());
}

INSTANTIATE_TEST_SUITE_P(Both, TwoNodesTest, test::engines, test::name_of_engine);
INSTANTIATE_TEST_SUITE_P(Both, NodesRaceTest, test::engines, test::name_of_engine);
// A file has one writer at a time.
INSTANTIATE_TEST_SUITE_P(Both, NodesKeyTest, testing::Values(test::Engine::postgres),
                         test::name_of_engine);

}  // namespace
}  // namespace tanbo::game
