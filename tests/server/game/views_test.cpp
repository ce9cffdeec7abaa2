#include "server/game/views/views.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/game/views/answer_cache.hpp"
#include "server/store/tables/games/game_summaries.hpp"
#include "tests/server/game/fixture.hpp"
#include "tests/support/rows.hpp"

namespace tanbo::game {
namespace {

using protocol::Code;
using testing::HasSubstr;
using testing::Not;

class ViewsTest : public GameTest {
protected:
    protocol::Result<std::string> list(ListFilter filter, std::optional<std::string> cursor = {},
                                       int limit = games_page_default) {
        return on(0, [&] { return views[0].list(filter, cursor, limit); });
    }
    // The text between `before` and the next quote.
    static std::string cut(const std::string& text, const std::string& before) {
        const std::size_t start = text.rfind(before) + before.size();
        return text.substr(start, text.find('"', start) - start);
    }
    void open_again(bool is_alone) {
        close_server();
        FixtureOptions options;
        options.views.is_alone = is_alone;
        open_server(options);
    }
    std::uint64_t hits() {
        return metrics->counter("tanbo_view_cache_total", "", {{"result", "hit"}}).value();
    }
};

TEST_F(ViewsTest, EncodesAGameOnceAThreadAndSeq) {
    const GameId game = start_game();

    const SharedBytes first = view(game)->json();
    const SharedBytes again = view(game)->json();

    EXPECT_EQ(first, again);
    EXPECT_GT(hits(), 0U);
}

TEST_F(ViewsTest, ReadsAGameOnceForAllWhoWait) {
    const GameId game = start_game();
    restart();
    std::vector<std::future<protocol::Result<View>>> answers;

    for (int i = 0; i < 50; ++i) {
        answers.push_back(test::start_on(
            io->executor(0), [this, game] { return views[0].get(game, std::nullopt); }));
    }

    std::shared_ptr<const engine::Match> first;
    for (auto& answer : answers) {
        const auto found = answer.get();
        if (first == nullptr) first = found->shared_match();
        EXPECT_EQ(found->shared_match(), first);
    }
}

// Each asks while others are being told: reads are shared. None may be told what was read before it
// asked.
TEST_F(ViewsTest, TellsAllWhoAskAtOnceIfAGameEnds) {
    for (const bool is_alone : {false, true}) {
        open_again(is_alone);
        const GameId game = start_game();
        for (int round = 0; round < 20; ++round) {
            play(game, 1);
            std::vector<std::future<protocol::Result<std::uint32_t>>> answers;
            for (int i = 0; i < 20; ++i) {
                answers.push_back(
                    test::start_on(io->executor(0), [this, game] { return views[0].head(game); }));
            }
            for (auto& answer : answers) EXPECT_EQ(answer.get().value(), match(game)->seq());
        }
        EXPECT_EQ(on(0, [&] { return views[0].head(GameId{999}); }).value(), 0U);
    }
}

// Who is alone has been offered whatever was committed; others ask the log.
TEST_F(ViewsTest, AsksTheLogForItsEndIfOthersWriteToo) {
    for (const bool is_alone : {false, true}) {
        open_again(is_alone);
        const GameId game = start_game();
        const std::uint32_t seen = view(game)->seq();
        store::GameProgress progress;
        progress.seq = seen + 1;
        writer->write([game, progress](store::Transaction& transaction) {
            store::advance_game(transaction, game, progress);
        });
        EXPECT_EQ(on(0, [&] { return views[0].head(game); }).value(), is_alone ? seen : seen + 1);
    }
}

TEST_F(ViewsTest, PagesThroughTheEvents) {
    const GameId game = start_game();
    play(game, 5);

    const auto page = *on(0, [&] { return views[0].events(game, 2, 3); });
    const auto past_the_end = *on(0, [&] { return views[0].events(game, 8, 3); });

    ASSERT_EQ(page.size(), 3U);
    EXPECT_EQ(page.front().seq, 3U);
    EXPECT_EQ(page.front().type, "start");
    EXPECT_TRUE(past_the_end.empty());
}

TEST_F(ViewsTest, ListsEveryGameOnceWhileOthersAreOpened) {
    std::vector<GameId> games;
    for (int i = 0; i < 7; ++i) games.push_back(start_game());
    std::string found;
    std::optional<std::string> cursor;

    for (int page = 0; page < 3; ++page) {
        const auto answer = list({}, cursor, 3);
        ASSERT_TRUE(answer.has_value());
        found += *answer;
        start_game();
        if (page < 2) cursor = cut(*answer, "\"next\":\"");
        if (page == 2) {
            EXPECT_THAT(*answer, HasSubstr("\"next\":null"));
        }
    }

    for (const GameId game : games) {
        const std::string id = "{\"id\":" + to_string(game) + ",";
        EXPECT_NE(found.find(id), std::string::npos);
        EXPECT_EQ(found.find(id), found.rfind(id));
    }
}

TEST_F(ViewsTest, ListsWhatTheMatchSays) {
    const GameId game = start_game();
    play(game, 1'000);
    ASSERT_EQ(match(game)->end_reason(), engine::EndReason::last_standing);

    const auto answer = list({});

    const std::string summary =
        protocol::encode_game_summary(protocol::summarize(game, *match(game)));
    EXPECT_EQ(*answer, "{\"games\":[" + summary + "],\"next\":null}");
}

TEST_F(ViewsTest, ListsACustomGameWithItsEnd) {
    protocol::CreateGame request = game_request("9x9", {"me", "open"});
    request.setup.clear();
    const GameId game = open_game(anna, request)->game;
    ASSERT_TRUE(submit(game, engine::Join{ben, {}}).has_value());
    ASSERT_TRUE(submit(game, engine::Leave{anna.account}).has_value());
    restart();

    const auto answer = list({});

    EXPECT_THAT(*answer, HasSubstr("\"setup\":null"));
    EXPECT_THAT(*answer, HasSubstr("\"reason\":\"last-remaining\""));
    EXPECT_EQ(match(game)->winner(), engine::Seat::white);
}

TEST_F(ViewsTest, FiltersByStatusSetupAndPlayer) {
    const GameId active = start_game("9x9");
    const GameId open = open_game(ben, game_request("13x13", {"me", "open"}))->game;
    const auto id = [](GameId game) { return "\"id\":" + to_string(game) + ","; };

    const auto by_status = *list({.status = engine::Status::open});
    const auto by_setup = *list({.setup = "9x9"});
    const auto by_player = *list({.player = "ANNA"});

    EXPECT_THAT(by_status, HasSubstr(id(open)));
    EXPECT_THAT(by_status, Not(HasSubstr(id(active))));
    EXPECT_THAT(by_setup, HasSubstr(id(active)));
    EXPECT_THAT(by_setup, Not(HasSubstr(id(open))));
    EXPECT_THAT(by_player, HasSubstr(id(active)));
    EXPECT_THAT(by_player, Not(HasSubstr(id(open))));
}

TEST_F(ViewsTest, ListsPrivateGamesToTheirPlayersOnly) {
    protocol::CreateGame request = game_request("9x9", {"me", "ben"});
    request.visibility = engine::Visibility::players;
    ASSERT_TRUE(open_game(anna, request).has_value());

    const auto to_all = *list({});
    const auto to_carl = *list({.player = "anna", .viewer = carl.account});
    const auto to_anna = *list({.player = "anna", .viewer = anna.account});
    const auto to_ben = *list({.player = "ben", .viewer = ben.account});

    EXPECT_THAT(to_all, HasSubstr("\"games\":[]"));
    EXPECT_THAT(to_carl, HasSubstr("\"games\":[]"));
    EXPECT_THAT(to_anna, HasSubstr("\"visibility\":\"private\""));
    EXPECT_THAT(to_ben, HasSubstr("\"visibility\":\"private\""));
}

TEST_F(ViewsTest, RefusesBadCursorsLimitsSetupsAndPlayers) {
    EXPECT_EQ(list({}, "nonsense").error().code, Code::bad_cursor);
    EXPECT_EQ(list({}, "").error().code, Code::bad_cursor);
    EXPECT_EQ(list({}, std::string(1'000, 'A')).error().code, Code::bad_cursor);
    EXPECT_EQ(list({}, "MjpuZXdlc3Q6MDowMDc").error().code, Code::bad_cursor) << "2:newest:0:007";
    EXPECT_EQ(list({}, {}, 0).error().code, Code::bad_parameter);
    EXPECT_EQ(list({}, {}, games_page_max + 1).error().code, Code::bad_parameter);
    EXPECT_TRUE(list({}, {}, games_page_max).has_value());
    EXPECT_EQ(list({.setup = "8x8"}).error().code, Code::bad_parameter);
    EXPECT_EQ(list({.player = "zoe"}).error().code, Code::no_such_player);
}

// --- by whom it is made ---

class DrawnTest : public ViewsTest {
protected:
    GameId game_of(const std::vector<int>& extents) {
        protocol::CreateGame request = game_request("9x9", {"me", "open"});
        request.setup.clear();
        const int points = extents[0] * extents[1];
        request.opening = std::get<std::shared_ptr<const engine::Opening>>(engine::Opening::create(
            *engine::Lattice::create(extents),
            {{engine::Point{0}}, {static_cast<engine::Point>(points - 1)}}));
        return open_game(anna, request)->game;
    }
    // Whether the thread that answers requests draws it.
    bool holds_up_others(GameId game) {
        const auto drawn = on(0, [&]() -> base::Awaitable<protocol::Result<std::string>> {
            auto seen = co_await views[0].get(game, std::nullopt);
            co_return co_await views[0].draw(
                *seen, [](const View&) { return std::to_string(base::IoThreads::current()); });
        });
        return drawn.value() == "0";
    }
};

// Pictures of large boards took a fifth of a millisecond each from everybody on the thread.
TEST_F(DrawnTest, HoldUpNobodyIfTheyAreLarge) {
    EXPECT_TRUE(holds_up_others(game_of({19, 19})));
    EXPECT_FALSE(holds_up_others(game_of({64, 64})));
}

TEST_F(DrawnTest, HoldUpNobodyIfTheyArePagesOfEvents) {
    const GameId game = start_game();
    int thread = 0;

    const auto text = on(0, [&]() -> base::Awaitable<protocol::Result<std::string>> {
        auto seen = co_await views[0].get(game, std::nullopt);
        auto write = [&thread](const std::vector<protocol::StoredEvent>& events) {
            thread = base::IoThreads::current();
            return protocol::Result<std::string>(std::to_string(events.front().seq));
        };
        co_return co_await views[0].write_page(*seen, 1, 1, std::move(write));
    });

    EXPECT_EQ(*text, "2");
    EXPECT_NE(thread, 0);
}

// --- what is kept ---

class AnswerCacheTest : public ViewsTest {
protected:
    GameId start_timed() {
        protocol::CreateGame request = game_request("9x9", {"me", "open"});
        request.terms.clock.kind = engine::ClockKind::total;
        request.terms.clock.initial = std::chrono::hours(2);
        const GameId game = open_game(anna, request)->game;
        EXPECT_TRUE(submit(game, engine::Join{ben, {}}).has_value());
        return game;
    }
    // How the time came about, so many seconds from now; nothing if it can't be told.
    std::optional<std::string> clock(GameId game, std::int64_t seconds = 0, int thread = 0) {
        const auto at = engine::instant_of(now_ms.load() + 1'000 * seconds);
        try {
            const auto told = on(thread, [&] {
                return views[static_cast<std::size_t>(thread)].clock(game, {}, [at] { return at; });
            });
            return told ? std::optional(*told) : std::nullopt;
        } catch (const std::exception&) {
            return std::nullopt;
        }
    }
    test::Rows rows() { return test::Rows(folder.path() / "tanbo.db"); }
    std::int64_t bytes_of(const std::string& cache) {
        return base::cache_bytes(*metrics, cache).value();
    }
    // How often the text of a game is written if it is asked for twice.
    int writes(GameId game, const std::string& form) {
        std::atomic<int> written = 0;
        for (int i = 0; i < 2; ++i) {
            const auto text = on(0, [&]() -> base::Awaitable<protocol::Result<std::string>> {
                auto seen = co_await views[0].get(game, std::nullopt);
                co_return co_await views[0].write_log(
                    *seen, form, [&written](const std::vector<protocol::StoredEvent>& log) {
                        ++written;
                        return protocol::Result<std::string>(std::to_string(log.size()));
                    });
            });
            EXPECT_EQ(*text, std::to_string(view(game)->seq()));
        }
        return written;
    }
};

TEST_F(AnswerCacheTest, TellHowTimeCameAboutWithoutTheLog) {
    const GameId game = start_timed();
    play(game, 4);
    const auto first = clock(game);
    view(game, {}, 1);
    rows().take_away("events");

    const auto again = clock(game);
    const auto later = clock(game, 60);
    const auto of_another_thread = clock(game, 0, 1);

    rows().bring_back("events");
    ASSERT_TRUE(first && later);
    EXPECT_EQ(again, first);
    EXPECT_THAT(*later, HasSubstr("\"remaining_ms\":7140000"));
    EXPECT_EQ(later, clock(game, 60, 1));
    EXPECT_EQ(of_another_thread, std::nullopt) << "the control: it has kept nothing";
}

TEST_F(AnswerCacheTest, FollowTheGame) {
    const GameId game = start_timed();
    play(game, 2);
    const auto before = clock(game);

    now_ms += 30'000;
    play(game, 1);
    const auto after = clock(game);

    EXPECT_NE(after, before);
    EXPECT_EQ(after, clock(game, 0, 1));
}

TEST_F(AnswerCacheTest, AreTextsOfFinishedGamesOnly) {
    const GameId game = start_timed();
    play(game, 2);
    EXPECT_EQ(writes(game, "json"), 2);
    ASSERT_TRUE(submit(game, engine::Leave{ben.account}).has_value());

    EXPECT_EQ(writes(game, "json"), 1);
    EXPECT_EQ(writes(game, "sgf"), 1);
    EXPECT_EQ(writes(game, "json"), 0);
    EXPECT_EQ(writes(game, ""), 2) << "for which nobody has given a name";
}

TEST_F(AnswerCacheTest, AreBoundedInBytes) {
    AnswerCache kept(*metrics);
    const auto text_of = [](std::size_t bytes) { return std::string(bytes, 'x'); };
    for (std::uint32_t game = 1; game <= 100; ++game) {
        kept.keep(GameId{game}, "json", text_of(AnswerCache::one_bytes_max / 4), kept.age());
    }
    EXPECT_LE(bytes_of("records"), static_cast<std::int64_t>(AnswerCache::bytes_max));
    EXPECT_GE(bytes_of("records"), static_cast<std::int64_t>(AnswerCache::bytes_max) * 3 / 4);
    EXPECT_NE(kept.text(GameId{100}, "json"), nullptr);
    EXPECT_EQ(kept.text(GameId{1}, "json"), nullptr);

    kept.keep(GameId{200}, "json", text_of(AnswerCache::one_bytes_max), kept.age());
    EXPECT_EQ(kept.text(GameId{200}, "json"), nullptr) << "too long";
    EXPECT_NE(kept.text(GameId{99}, "json"), nullptr);
}

TEST_F(AnswerCacheTest, DropWhatWasReadBeforeSomethingWasForgotten) {
    AnswerCache kept(*metrics);
    const std::uint64_t age = kept.age();
    const std::string text = "a name that is gone";
    kept.keep(GameId{1}, "json", text, age);

    kept.forget_texts();
    kept.keep(GameId{2}, "json", text, age);

    EXPECT_EQ(kept.text(GameId{1}, "json"), nullptr);
    EXPECT_EQ(kept.text(GameId{2}, "json"), nullptr);
    kept.keep(GameId{2}, "json", text, kept.age());
    EXPECT_NE(kept.text(GameId{2}, "json"), nullptr);
}

TEST_F(ViewsTest, RebuildsDamagedSummariesFromTheLog) {
    const GameId finished = start_game();
    play(finished, 1'000);
    const GameId four =
        open_game(anna, game_request("19x19-4p", {"me", "open", "carl", "open"}))->game;
    ASSERT_TRUE(submit(four, engine::Join{ben, {}}).has_value());
    ASSERT_TRUE(submit(four, engine::Start{anna.account}).has_value());
    play(four, 9);
    const std::string sound = *list({});
    writer->write([&](store::Transaction& transaction) {
        for (const GameId game : {finished, four}) {
            store::finish_game(transaction, game, store::SeatNumber{1}, "withdrawn",
                               engine::instant_of(5));
            store::advance_game(transaction, game,
                                {.seq = 3, .ply = 77, .updated_at = engine::instant_of(4)});
            store::set_player(
                transaction, game,
                {.seat = 0, .account = dora.account, .state = store::PlayerState::left});
        }
    });
    const std::string damaged = *list({});

    const std::size_t games = Referee::rebuild_summaries(*store).games;

    EXPECT_NE(damaged, sound);
    EXPECT_EQ(games, 2U);
    EXPECT_EQ(*list({}), sound);
}

}  // namespace
}  // namespace tanbo::game
