#include "server/game/time/deadline_scheduler.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/game/feed/presence.hpp"
#include "server/game/game_transaction.hpp"
#include "server/store/tables/games/downtimes.hpp"
#include "server/store/tables/games/waiting.hpp"
#include "tests/server/game/fixture.hpp"

namespace tanbo::game {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

// Notices to players that are in no log.
class PersonalEvents final : public Observer {
public:
    void on_events(store::Transaction&, const CommandEvents&) override {}
    void on_personal_event(store::Transaction& transaction, const PersonalEvent& event) override {
        const bool is_black = event.match.seats().front().player->account == event.account;
        transaction.announce(store::AccountNotified{.data = (is_black ? "black " : "white ") +
                                                            std::string(event.type)});
    }
};

class DeadlineSchedulerTest : public GameTest {
protected:
    DeadlineSchedulerTest() {
        restart({.observers = {&personal_events}});
        make_scheduler();
    }
    ~DeadlineSchedulerTest() override { scheduler.reset(); }

    void make_scheduler() {
        const base::Clock clock = [this] {
            return base::Instant(std::chrono::milliseconds(now_ms.load()));
        };
        scheduler = std::make_unique<DeadlineScheduler>(*referee, *store, presence, *downtimes,
                                                        clock, *metrics);
    }
    // With the hooks of the writer that note what it can't write, or what takes it long.
    void reopen(bool notes_stalls = false) {
        scheduler.reset();
        FixtureOptions options{.observers = {&personal_events}};
        options.hooks.batch_begins = [this] { downtimes->writer_begins(now()); };
        options.hooks.batch_failed = [this](const auto&) { downtimes->writer_fails(); };
        if (notes_stalls) {
            options.hooks.batch_ends = [this] { downtimes->writer_ends(now()); };
        }
        restart(options);
        make_scheduler();
    }
    // The server goes away, and comes back; only the last beat says since when it was away.
    void restart_after(std::chrono::milliseconds downtime) {
        reopen();
        now_ms += downtime.count();
        const auto seen = database->read(store::last_heartbeat);
        const auto last = seen ? std::optional(*seen) : std::nullopt;
        ASSERT_TRUE(scheduler->start(last).has_value());
    }
    base::Instant now() const { return base::Instant(std::chrono::milliseconds(now_ms.load())); }
    void beat() {
        on(0, [this]() -> base::Awaitable<bool> {
            co_await scheduler->beat_when_due();
            co_return true;
        });
    }
    std::vector<engine::Span> written() {
        return database->read([](store::Reader& reader) {
            return store::downtimes_after(reader, engine::Instant());
        });
    }
    std::optional<engine::Instant> shown_deadline(GameId game) {
        return view(game)->match().clock().deadline();
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
    bool run_once() {
        return on(0, [this] { return scheduler->run_once(); });
    }
    std::vector<std::string> types(GameId game) {
        std::vector<std::string> names;
        for (const protocol::StoredEvent& event : events(game)) names.push_back(event.type);
        return names;
    }
    std::optional<store::Deadline> deadline(GameId game) {
        return database->read(
            [game](store::Reader& reader) { return store::find_deadline(reader, game); });
    }
    engine::Millis remaining(GameId game, engine::Seat seat) {
        return match(game, anna.account)
            ->clock()
            .remaining(seat, engine::Instant(std::chrono::milliseconds(now_ms.load())));
    }

    PersonalEvents personal_events;
    Presence presence;
    std::unique_ptr<DeadlineScheduler> scheduler;
};

TEST_F(DeadlineSchedulerTest, LetsAFlagFallAtItsInstantOnce) {
    const GameId game = start_timed();
    pass(7200s - 1ms);
    run_once();
    EXPECT_EQ(match(game)->status(), engine::Status::active);

    pass(1ms);
    run_once();
    run_once();

    EXPECT_THAT(types(game), ElementsAre("open", "join", "start", "leave", "end"));
    EXPECT_EQ(match(game)->winner(), engine::Seat::white);
    EXPECT_EQ(deadline(game), std::nullopt);
}

TEST_F(DeadlineSchedulerTest, LeavesGamesWithoutAClockAlone) {
    const GameId game = start_game();

    pass(24h * 365);
    run_once();

    EXPECT_EQ(match(game)->status(), engine::Status::active);
    EXPECT_EQ(deadline(game), std::nullopt);
}

TEST_F(DeadlineSchedulerTest, LetsAFlagFallBeforeACommandThatComesTooLate) {
    const GameId game = start_timed();
    const Command move = next_move(game);
    pass(7200s);

    const Answer late = submit(game, move);
    run_once();

    EXPECT_EQ(late.error().code, protocol::Code::game_over);
    EXPECT_THAT(types(game), ElementsAre("open", "join", "start", "leave", "end"));
}

TEST_F(DeadlineSchedulerTest, RemindsTwiceATurnAndNobodyWhoIsLooking) {
    const GameId game = start_timed();
    pass(7200s * 8 / 10 - 1ms);
    run_once();
    EXPECT_THAT(told(), IsEmpty());

    pass(1ms);
    run_once();
    run_once();
    EXPECT_THAT(told(), ElementsAre("black deadline-warning"));
    {
        const Presence::Look look = presence.look(anna.account, game);
        pass(7200s * 15 / 100);
        run_once();
    }
    run_once();
    EXPECT_THAT(told(), ElementsAre("black deadline-warning"));

    submit(game, next_move(game));
    pass(7200s * 96 / 100);
    run_once();
    run_once();
    EXPECT_THAT(told(), ElementsAre("black deadline-warning", "white deadline-warning"));
}

TEST_F(DeadlineSchedulerTest, RemindsNobodyWhoLooksThroughAnotherNode) {
    const GameId game = start_timed();
    presence.share(1);
    const store::Look look{anna.account, game};
    pass(7200s * 8 / 10);
    const auto say = [&](base::Instant until) {
        writer->write([&](store::Transaction& rows) { store::set_look(rows, 2, look, until); });
    };
    say(now() + 1ms);
    run_once();
    EXPECT_THAT(told(), IsEmpty());

    pass(7200s * 15 / 100);
    run_once();

    EXPECT_THAT(told(), ElementsAre("black deadline-warning")) << "nothing is said any more";
}

TEST_F(DeadlineSchedulerTest, GoesOnRemindingInTheSameTurnIfSomethingElseHappens) {
    const GameId game = start_timed();
    pass(7200s * 8 / 10);
    run_once();
    submit(game, engine::Propose{ben.account, engine::ProposalKind::pause, {}});
    run_once();
    EXPECT_THAT(told(), ElementsAre("black deadline-warning"));

    pass(7200s * 15 / 100);
    run_once();

    EXPECT_THAT(told(), ElementsAre("black deadline-warning", "black deadline-warning"));
}

TEST_F(DeadlineSchedulerTest, WritesADowntimeOnceAndEveryGameTakesItBeforeItsNextCommand) {
    const GameId game = start_timed();
    const GameId other = start_timed();
    const GameId untimed = start_game();
    pass(60s);
    ASSERT_TRUE(scheduler->beat().has_value());
    restart_after(3h);
    const base::Instant back = now();

    run_once();
    EXPECT_THAT(written(), ElementsAre(engine::Span{back - 3h, back}));
    EXPECT_THAT(types(game), ElementsAre("open", "join", "start", "credit"));  // it had seemed due
    EXPECT_EQ(remaining(game, engine::Seat::black), 7200s - 60s);

    pass(10s);
    submit(other, next_move(other));
    EXPECT_THAT(types(other), ElementsAre("open", "join", "start", "credit", "move"));
    EXPECT_EQ(remaining(other, engine::Seat::black), 7200s - 70s);
    submit(untimed, next_move(untimed));
    EXPECT_THAT(types(untimed), ElementsAre("open", "join", "start", "move"));
    expect_sound_log(other);
}

TEST_F(DeadlineSchedulerTest, ShowsTheTimeGivenBackBeforeTheGameHasTakenIt) {
    const GameId game = start_timed();
    const auto due = shown_deadline(game);
    pass(60s);
    ASSERT_TRUE(scheduler->beat().has_value());
    restart_after(1h);

    EXPECT_EQ(shown_deadline(game), *due + 1h);
    const auto rows = database->read(
        [this](store::Reader& reader) { return store::list_due_moves(reader, anna.account, 5); });
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows.front().due_at, *due + 1h);
    const auto clock =
        on(0, [&] { return views[0].clock(game, anna.account, [this] { return now(); }); });
    EXPECT_NE(clock->find("\"downtime\""), std::string::npos);
    EXPECT_NE(clock->find("\"remaining_ms\":7140000"), std::string::npos) << *clock;
    EXPECT_THAT(types(game), ElementsAre("open", "join", "start"));

    submit(game, engine::Propose{ben.account, engine::ProposalKind::pause, {}});
    EXPECT_EQ(shown_deadline(game), *due + 1h);
    EXPECT_THAT(types(game), ElementsAre("open", "join", "start", "credit", "proposal"));
}

TEST_F(DeadlineSchedulerTest, ShowsADowntimeOfARunningServerInGamesThatAreBeingLookedAt) {
    const GameId game = start_timed();
    const auto due = shown_deadline(game);
    const auto explained = [this, game] {
        return *on(0, [&] { return views[0].clock(game, {}, [this] { return now(); }); });
    };
    EXPECT_EQ(explained().find("\"downtime\""), std::string::npos);
    downtimes->add({now(), now() + 30s});
    pass(30s);

    beat();

    EXPECT_EQ(shown_deadline(game), *due + 30s);
    EXPECT_NE(explained().find("\"downtime\""), std::string::npos);
}

TEST_F(DeadlineSchedulerTest, ChargesTheTimeBetweenTwoDowntimes) {
    const GameId game = start_timed();
    ASSERT_TRUE(scheduler->beat().has_value());
    restart_after(1h);
    pass(40s);
    ASSERT_TRUE(scheduler->beat().has_value());
    restart_after(2h);
    pass(20s);

    EXPECT_EQ(shown_deadline(game), now() + 7200s - 60s);
    submit(game, next_move(game));

    EXPECT_EQ(remaining(game, engine::Seat::black), 7200s - 60s);
    EXPECT_THAT(types(game), ElementsAre("open", "join", "start", "credit", "credit", "move"));
    expect_sound_log(game);
}

TEST_F(DeadlineSchedulerTest, GivesBackOnlyWhatCameAfterTheLastEventOfTheGame) {
    ASSERT_TRUE(scheduler->beat().has_value());
    pass(10s);
    const GameId game = start_timed();
    pass(5s);
    restart_after(1h);

    submit(game, next_move(game));

    // The five seconds before the end are not known to have passed.
    EXPECT_EQ(remaining(game, engine::Seat::black), 7200s);
    EXPECT_THAT(types(game), ElementsAre("open", "join", "start", "credit", "move"));
}

TEST_F(DeadlineSchedulerTest, DoesNotReviveWhoseFlagHadFallenBefore) {
    const GameId game = start_timed(10s);
    pass(20s);
    ASSERT_TRUE(scheduler->beat().has_value());
    restart_after(1h);

    run_once();

    EXPECT_THAT(types(game), ElementsAre("open", "join", "start", "leave", "end"));
}

TEST_F(DeadlineSchedulerTest, CallsNoFlagOnceTheServerIsClosed) {
    const GameId game = start_timed(10s);
    const GameId other = start_timed(10s);
    pass(5s);
    downtimes->close(now());
    pass(60s);

    run_once();
    EXPECT_TRUE(submit(game, next_move(game)).has_value());  // it was on its way
    ASSERT_TRUE(scheduler->beat().has_value());
    pass(5s);

    EXPECT_EQ(remaining(game, engine::Seat::black), 5s + engine::lag_allowance);
    EXPECT_THAT(types(other), ElementsAre("open", "join", "start"));
    restart_after(1h);
    run_once();
    EXPECT_EQ(remaining(other, engine::Seat::black), 5s + engine::lag_allowance);
    EXPECT_EQ(match(other)->status(), engine::Status::active);
}

TEST_F(DeadlineSchedulerTest, GivesTheTimeBackInWhichTheDiskWasFull) {
    reopen();
    const GameId game = start_timed(10s);
    const GameId other = start_timed(10s);
    ASSERT_TRUE(scheduler->beat().has_value());
    const Command move = next_move(game);
    pass(4s);
    vfs.disk_is_full = true;
    Answer refused = submit(game, move);
    for (int tries = 0; refused && tries < 50; ++tries) refused = submit(game, next_move(game));
    ASSERT_FALSE(refused.has_value());
    const base::Instant failed = now();

    pass(1h);
    beat();
    run_once();
    EXPECT_TRUE(downtimes->is_failing());
    EXPECT_EQ(match(other)->status(), engine::Status::active);
    vfs.disk_is_full = false;
    pass(1s);
    beat();
    run_once();

    EXPECT_FALSE(downtimes->is_failing());
    EXPECT_THAT(written(), ElementsAre(engine::Span{failed, failed + 1h + 1s}));
    EXPECT_EQ(match(other)->status(), engine::Status::active);
    EXPECT_EQ(remaining(other, engine::Seat::black), 6s + engine::lag_allowance);
    EXPECT_EQ(fatal_errors, 0);
    expect_sound_log(other);
}

TEST_F(DeadlineSchedulerTest, LetsFlagsFallWhileTheDiskHasRoom) {
    reopen();
    const GameId game = start_timed(10s);
    pass(1h);

    beat();
    run_once();

    EXPECT_EQ(match(game)->status(), engine::Status::finished);
    EXPECT_THAT(written(), IsEmpty());
}

TEST_F(DeadlineSchedulerTest, GivesBackWhatOneBatchOfTheWriterTook) {
    reopen(true);
    const GameId game = start_timed(10s);
    const auto slow_job = [this](std::chrono::milliseconds time) {
        const std::int64_t end = now_ms + time.count();
        writer->write([this, end](store::Transaction&) { now_ms = end; });
    };
    slow_job(writer_stall_max);
    EXPECT_THAT(downtimes->since(engine::Instant(), now()), IsEmpty());
    slow_job(30s);

    beat();
    run_once();

    EXPECT_EQ(match(game)->status(), engine::Status::active);
    EXPECT_THAT(types(game), ElementsAre("open", "join", "start", "credit"));
}

// A node of several, by its signs of life.
struct Node {
    Node(Referee& referee, store::Store& store, const Presence& presence, const base::Clock& clock,
         base::Metrics& metrics)
        : scheduler(referee, store, presence, downtimes, clock, metrics) {}

    Downtimes downtimes{Downtimes::Of::all_nodes};
    DeadlineScheduler scheduler;
};

class SharedDowntimesTest : public DeadlineSchedulerTest {
protected:
    SharedDowntimesTest() {
        scheduler.reset();
        for (Node* const node : {&one, &other}) EXPECT_TRUE(node->scheduler.start({}).has_value());
    }

    const base::Clock clock = [this] { return now(); };
    Node one{*referee, *store, presence, clock, *metrics};
    Node other{*referee, *store, presence, clock, *metrics};
};

TEST_F(SharedDowntimesTest, AreWhenNoNodeHasGivenASignOfLife) {
    const base::Instant last = now();
    pass(60s);

    EXPECT_TRUE(one.scheduler.beat().has_value());
    EXPECT_TRUE(other.scheduler.beat().has_value());

    const engine::Span away{last, last + 60s};
    EXPECT_THAT(written(), ElementsAre(away));
    for (const Node* const node : {&one, &other}) {
        EXPECT_THAT(node->downtimes.since(engine::Instant(), now()), ElementsAre(away));
    }
}

TEST_F(SharedDowntimesTest, AreNotWhileOneOfThemLives) {
    for (int beats = 0; beats < 10; ++beats) {
        pass(heartbeat_interval);
        EXPECT_TRUE(one.scheduler.beat().has_value());
    }

    EXPECT_TRUE(other.scheduler.start({}).has_value());

    EXPECT_THAT(written(), IsEmpty());
}

TEST_F(SharedDowntimesTest, IgnoreAPauseOfASingleNode) {
    one.downtimes.add({now(), now() + 30s});
    one.downtimes.writer_begins(now());
    one.downtimes.writer_fails();
    EXPECT_TRUE(one.downtimes.is_open());
    EXPECT_TRUE(other.scheduler.beat().has_value());
    pass(1s);

    EXPECT_TRUE(one.scheduler.beat().has_value());
    one.downtimes.close(now());
    pass(30s);

    EXPECT_THAT(written(), IsEmpty());
    EXPECT_THAT(one.downtimes.since(engine::Instant(), now()), IsEmpty());
    EXPECT_TRUE(one.downtimes.is_open());  // it lets nothing happen any more
}

TEST_F(DeadlineSchedulerTest, LeavesToAnotherNodeWhatThatWillDo) {
    std::optional<std::chrono::milliseconds> grace_period;
    scheduler->set_grace_period([&grace_period] { return grace_period; });
    const GameId game = start_timed();
    pass(7200s + 1s);
    run_once();
    grace_period = 1500ms;
    run_once();
    EXPECT_EQ(match(game)->status(), engine::Status::active);

    pass(500ms);
    run_once();

    EXPECT_EQ(match(game)->status(), engine::Status::finished);
}

TEST(DowntimesTest, AreWhatNoLaneHasWrittenIn) {
    Downtimes downtimes;
    const auto at = [](int ms) { return engine::instant_of(1'000'000 + ms); };
    downtimes.writer_begins(at(0), 0);
    downtimes.writer_begins(at(0), 1);
    downtimes.writer_ends(at(400), 1);
    downtimes.writer_ends(at(800), 0);
    EXPECT_THAT(downtimes.since(engine::Instant(), at(9'000)), IsEmpty());

    downtimes.writer_begins(at(1'000), 1);
    downtimes.writer_begins(at(1'100), 0);
    downtimes.writer_ends(at(2'000), 0);
    downtimes.writer_ends(at(2'100), 1);

    EXPECT_THAT(downtimes.since(engine::Instant(), at(9'000)),
                ElementsAre(engine::Span{at(1'100), at(2'000)}));
}

TEST_F(DeadlineSchedulerTest, WritesABeatAtOnceIfADowntimeIsToBeWrittenAndElseByAndBy) {
    beat();
    const base::Instant first = now();
    pass(heartbeat_interval - 1ms);
    beat();
    EXPECT_EQ(downtimes->life(now())->beaten_at, first);

    downtimes->add({now() - 700ms, now()});
    EXPECT_EQ(downtimes->life(now())->alive_at, now() - 700ms);
    beat();

    EXPECT_EQ(downtimes->life(now())->beaten_at, now());
    EXPECT_EQ(downtimes->life(now())->alive_at, now());
}

TEST_F(DeadlineSchedulerTest, PostponesAGameWhoseLogCannotBeReadAndServesTheOthers) {
    const GameId broken = start_timed();
    const GameId sound = start_timed();
    writer->write([broken](store::Transaction& transaction) {
        store::NewEvent event;
        event.seq = 4;
        event.type = "nonsense";
        event.data = "{}";
        store::append_event(transaction, broken, event);
    });
    restart_after(0s);
    pass(7200s);

    run_once();

    EXPECT_EQ(match(sound)->status(), engine::Status::finished);
    EXPECT_GT(deadline(broken)->due_at, engine::instant_of(now_ms));
}

TEST_F(DeadlineSchedulerTest, LetsMoreFlagsFallThanARoundTakesEachOnce) {
    const auto count = static_cast<std::size_t>(due_batch_max) + 40;
    std::vector<GameId> games;
    const auto open_all = [&](store::Transaction&, GameTransaction& game_transaction) {
        for (std::size_t i = 0; i < count; ++i) {
            engine::GameOpened opened;
            opened.setup = "9x9";
            opened.opening = engine::find_setup("9x9")->opening;
            opened.seats = {{anna, true}, {ben, false}};
            opened.creator = anna;
            opened.terms.clock.kind = engine::ClockKind::total;
            opened.terms.clock.initial = std::chrono::seconds(10 + i % 3);
            games.push_back(game_transaction.begin(std::move(opened)).game);
        }
        return protocol::Result<void>();
    };
    ASSERT_TRUE(referee->transact_blocking(open_all).has_value());
    pass(13s);  // and what is put down to the network

    EXPECT_TRUE(run_once());
    EXPECT_FALSE(run_once());

    for (const GameId game : games) {
        EXPECT_THAT(types(game), ElementsAre("open", "join", "start", "leave", "end"))
            << to_string(game);
    }
}

TEST_F(DeadlineSchedulerTest, RebuildsDeadlinesFromTheLogs) {
    const GameId game = start_timed();
    pass(60s);
    submit(game, next_move(game));
    const auto before = deadline(game);
    writer->write(
        [game](store::Transaction& transaction) { store::remove_deadline(transaction, game); });

    Referee::rebuild_summaries(*store);

    EXPECT_EQ(deadline(game)->due_at, before->due_at);
    EXPECT_EQ(deadline(game)->remind_at, before->remind_at);
}

TEST(PresenceTest, KnowsWhoLooksUntilTheLastLookEnds) {
    Presence presence;
    presence.share(1);
    auto first = presence.look(AccountId{1}, GameId{42});
    auto second = presence.look(AccountId{1}, GameId{42});
    auto other = presence.look(AccountId{2}, GameId{43});
    const store::Look of_one{AccountId{1}, GameId{42}};
    const store::Look of_other{AccountId{2}, GameId{43}};
    EXPECT_THAT(presence.take_changes(),
                UnorderedElementsAre(std::pair(of_one, true), std::pair(of_other, true)));

    first.reset();
    EXPECT_THAT(presence.take_changes(), IsEmpty());

    second = std::move(other);
    EXPECT_THAT(presence.take_changes(), ElementsAre(std::pair(of_one, false)));
}

}  // namespace
}  // namespace tanbo::game
