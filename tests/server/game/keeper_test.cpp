#include "server/game/keeper.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/game/presence.hpp"
#include "server/game/proceedings.hpp"
#include "tests/server/game/fixture.hpp"

namespace tanbo::game {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;

// What players were told that is in no log.
class Confidant final : public Witness {
public:
    void record(storage::Transaction&, const Happening&) override {}
    void confide(storage::Transaction&, const PersonalEvent& event) override {
        told.push_back(event.match.seats().front().player->account == event.account
                           ? "black " + std::string(event.type)
                           : "white " + std::string(event.type));
    }
    std::vector<std::string> told;
};

class KeeperTest : public GameTest {
protected:
    KeeperTest() {
        restart({.witnesses = {&confidant}});
        make_keeper();
    }
    ~KeeperTest() override { keeper.reset(); }

    void make_keeper() {
        const base::Clock clock = [this] {
            return base::Instant(std::chrono::milliseconds(now_ms.load()));
        };
        keeper = std::make_unique<Keeper>(*referee, *database, *readers, presence, clock, *metrics);
    }
    // The server goes away, with or without a last sign of life, and comes back.
    void restart_after(std::chrono::milliseconds downtime) {
        keeper.reset();
        restart({.witnesses = {&confidant}});
        now_ms += downtime.count();
        make_keeper();
    }

    static protocol::CreateGame timed(std::chrono::seconds initial, const std::string& setup,
                                      const std::vector<std::string>& seats) {
        protocol::CreateGame request = game_request(setup, seats);
        request.terms.clock = {engine::ClockKind::total, initial, 0s, 0s, false, false, false};
        return request;
    }
    GameId start_timed(std::chrono::seconds initial = 7200s) {
        const GameId game = open_game(anna, timed(initial, "9x9", {"me", "open"}))->game;
        EXPECT_TRUE(submit(game, engine::Join{ben, {}}).has_value());
        return game;
    }
    void pass(std::chrono::milliseconds time) { now_ms += time.count(); }
    bool round() {
        return on(0, [this] { return keeper->round(); });
    }
    std::vector<std::string> types(GameId game) {
        std::vector<std::string> names;
        for (const protocol::StoredEvent& event : events(game)) names.push_back(event.type);
        return names;
    }
    std::optional<storage::Deadline> deadline(GameId game) {
        return database->read([game](storage::Reader& reader) {
            return storage::find_deadline(reader, static_cast<storage::GameId>(game));
        });
    }
    engine::Millis remaining(GameId game, engine::Seat seat) {
        return match(game, anna.account)
            ->clock()
            .remaining(seat, engine::Instant(std::chrono::milliseconds(now_ms.load())));
    }

    Confidant confidant;
    Presence presence;
    std::unique_ptr<Keeper> keeper;
};

TEST_F(KeeperTest, LetsAFlagFallAtItsInstantOnce) {
    const GameId game = start_timed();
    pass(7200s - 1ms);
    round();
    EXPECT_EQ(match(game)->status(), engine::Status::active);

    pass(1ms);
    round();
    round();

    EXPECT_THAT(types(game), ElementsAre("open", "join", "start", "leave", "end"));
    EXPECT_EQ(match(game)->winner(), engine::Seat::white);
    EXPECT_EQ(deadline(game), std::nullopt);
}

TEST_F(KeeperTest, LeavesGamesWithoutAClockAlone) {
    const GameId game = start_game();

    pass(24h * 365);
    round();

    EXPECT_EQ(match(game)->status(), engine::Status::active);
    EXPECT_EQ(deadline(game), std::nullopt);
}

TEST_F(KeeperTest, LetsAFlagFallBeforeACommandThatComesTooLate) {
    const GameId game = start_timed();
    const Command move = next_move(game);
    pass(7200s);

    const Answer late = submit(game, move);
    round();

    EXPECT_EQ(late.error().code, protocol::Code::game_over);
    EXPECT_THAT(types(game), ElementsAre("open", "join", "start", "leave", "end"));
}

TEST_F(KeeperTest, RemindsTwiceATurnAndNobodyWhoIsLooking) {
    const GameId game = start_timed();
    pass(7200s * 8 / 10 - 1ms);
    round();
    EXPECT_THAT(confidant.told, IsEmpty());

    pass(1ms);
    round();
    round();
    EXPECT_THAT(confidant.told, ElementsAre("black deadline-warning"));
    {
        const Presence::Look look = presence.look(anna.account, game);
        pass(7200s * 15 / 100);
        round();
    }
    round();
    EXPECT_THAT(confidant.told, ElementsAre("black deadline-warning"));

    submit(game, next_move(game));
    pass(7200s * 96 / 100);
    round();
    round();
    EXPECT_THAT(confidant.told, ElementsAre("black deadline-warning", "white deadline-warning"));
}

TEST_F(KeeperTest, GoesOnRemindingInTheSameTurnWhereSomethingElseHappens) {
    const GameId game = start_timed();
    pass(7200s * 8 / 10);
    round();
    submit(game, engine::Propose{ben.account, engine::ProposalKind::pause, {}});
    round();
    EXPECT_THAT(confidant.told, ElementsAre("black deadline-warning"));

    pass(7200s * 15 / 100);
    round();

    EXPECT_THAT(confidant.told, ElementsAre("black deadline-warning", "black deadline-warning"));
}

TEST_F(KeeperTest, GivesTheTimeBackInWhichTheServerWasDown) {
    const GameId game = start_timed();
    const GameId untimed = start_game();
    pass(60s);
    ASSERT_TRUE(keeper->beat().has_value());
    restart_after(3h);

    keeper->give_back_downtime();
    round();

    EXPECT_THAT(types(game), ElementsAre("open", "join", "start", "credit"));
    EXPECT_EQ(remaining(game, engine::Seat::black), 7200s - 60s);
    EXPECT_THAT(types(untimed), ElementsAre("open", "join", "start"));
}

TEST_F(KeeperTest, GivesBackOnlyWhatCameAfterTheLastSignOfLifeOfTheGame) {
    ASSERT_TRUE(keeper->beat().has_value());
    pass(10s);
    const GameId game = start_timed();
    pass(5s);
    restart_after(1h);

    keeper->give_back_downtime();
    keeper->give_back_downtime();

    // The five seconds before the end are not known to have passed.
    EXPECT_EQ(remaining(game, engine::Seat::black), 7200s);
    EXPECT_THAT(types(game), ElementsAre("open", "join", "start", "credit"));
}

TEST_F(KeeperTest, DoesNotReviveWhoseFlagHadFallenBefore) {
    const GameId game = start_timed(10s);
    pass(20s);
    ASSERT_TRUE(keeper->beat().has_value());
    restart_after(1h);

    keeper->give_back_downtime();
    round();

    EXPECT_THAT(types(game), ElementsAre("open", "join", "start", "leave", "end"));
}

TEST_F(KeeperTest, PostponesAGameWhoseLogCannotBeReadAndServesTheOthers) {
    const GameId broken = start_timed();
    const GameId sound = start_timed();
    writer->write([broken](storage::Transaction& transaction) {
        storage::NewEvent event;
        event.seq = 4;
        event.type = "nonsense";
        event.data = "{}";
        storage::append_event(transaction, static_cast<storage::GameId>(broken), event);
    });
    restart_after(0s);
    pass(7200s);

    round();

    EXPECT_EQ(match(sound)->status(), engine::Status::finished);
    EXPECT_GT(deadline(broken)->due_at, now_ms.load());
}

TEST_F(KeeperTest, LetsMoreFlagsFallThanARoundTakesEachOnce) {
    const auto count = static_cast<std::size_t>(due_at_once) + 40;
    std::vector<GameId> games;
    const auto open_all = [&](storage::Transaction&, Proceedings& proceedings) {
        for (std::size_t i = 0; i < count; ++i) {
            engine::GameOpened opened;
            opened.setup = "9x9";
            opened.opening = engine::find_setup("9x9")->opening;
            opened.seats = {{anna, true}, {ben, false}};
            opened.creator = anna;
            opened.terms.clock.kind = engine::ClockKind::total;
            opened.terms.clock.initial = std::chrono::seconds(10 + i % 3);
            games.push_back(proceedings.begin(std::move(opened)).game);
        }
        return protocol::Result<void>();
    };
    ASSERT_TRUE(referee->perform_blocking(open_all).has_value());
    pass(13s);  // and what is put down to the network

    EXPECT_TRUE(round());
    EXPECT_FALSE(round());

    for (const GameId game : games) {
        EXPECT_THAT(types(game), ElementsAre("open", "join", "start", "leave", "end")) << game;
    }
}

TEST_F(KeeperTest, RebuildsDeadlinesFromTheLogs) {
    const GameId game = start_timed();
    pass(60s);
    submit(game, next_move(game));
    const auto before = deadline(game);
    writer->write([game](storage::Transaction& transaction) {
        storage::remove_deadline(transaction, static_cast<storage::GameId>(game));
    });

    Referee::rebuild_summaries(*database, *writer);

    EXPECT_EQ(deadline(game)->due_at, before->due_at);
    EXPECT_EQ(deadline(game)->remind_at, before->remind_at);
}

TEST(PresenceTest, KnowsWhoLooksUntilTheLastLookEnds) {
    Presence presence;
    auto first = presence.look(1, 42);
    auto second = presence.look(1, 42);
    auto other = presence.look(2, 43);

    first.reset();
    EXPECT_TRUE(presence.is_looking(1, 42));
    EXPECT_FALSE(presence.is_looking(1, 43));
    EXPECT_FALSE(presence.is_looking(2, 42));

    second = std::move(other);
    EXPECT_FALSE(presence.is_looking(1, 42));
    EXPECT_TRUE(presence.is_looking(2, 43));
}

}  // namespace
}  // namespace tanbo::game
