#include "server/store/tables/games/searches.hpp"

#include <gtest/gtest.h>

#include "server/store/tables/accounts/known_addresses.hpp"
#include "server/store/tables/games/game_summaries.hpp"
#include "tests/server/store/fixture.hpp"

namespace tanbo::store {
namespace {

using std::chrono::seconds;

Instant at(int second) {
    return Instant(seconds(second));
}

class SearchesTest : public StorageTest {
protected:
    SearchesTest() {
        open();
        add_players();
        commits->write([&](Transaction& transaction) {
            for (GameId& one : games) one = add_game(transaction, black, white);
        });
    }

    SearchId ask(GameId game, SearchKind kind = SearchKind::analysis, std::int64_t seq = 0) {
        SearchId id{};
        write([&](Transaction& writer) { id = insert_search(writer, kind, game, seq, at(1)); });
        return id;
    }
    SearchId ask_as(const SearchAsker& asker, GameId game) {
        SearchId id{};
        write([&](Transaction& writer) {
            id = insert_search(writer, SearchKind::analysis, game, 0, at(1), asker);
        });
        return id;
    }
    GameId add(AccountId one, AccountId other) {
        GameId id{};
        write([&](Transaction& writer) { id = add_game(writer, one, other); });
        return id;
    }
    void finish(SearchId id, const std::optional<std::string>& result, int second) {
        write([&](Transaction& writer) { finish_search(writer, id, result, at(second)); });
    }
    std::optional<SearchId> next(int second, std::optional<SearchKind> only = {}) {
        std::optional<Search> found;
        write([&](Transaction& writer) { found = next_search(writer, at(second), only); });
        return found ? std::optional(found->id) : std::nullopt;
    }
    Search read(SearchId id) {
        std::optional<Search> found;
        write([&](Transaction& writer) { found = find_search(writer, id); });
        return found.value();
    }

    std::array<GameId, 3> games{};
};

TEST_F(SearchesTest, AreDoneInTheOrderOfAskingHintsFirst) {
    const SearchId first = ask(games[0]);
    const SearchId second = ask(games[1]);
    EXPECT_EQ(next(10), first);

    const SearchId hint = ask(games[2], SearchKind::hint, 7);
    EXPECT_EQ(next(10), hint);
    EXPECT_EQ(next(10, SearchKind::hint), hint);
    EXPECT_EQ(next(10, SearchKind::analysis), first);
    finish(hint, "{}", 10);
    finish(first, "{}", 11);

    EXPECT_EQ(next(12), second);
    finish(second, std::nullopt, 13);
    EXPECT_EQ(next(14), std::nullopt);
    EXPECT_TRUE(read(second).has_failed());
    EXPECT_FALSE(read(first).has_failed());
}

TEST_F(SearchesTest, AreDoneForEachAskerInTurn) {
    std::vector<SearchId> long_ones;
    for (int i = 0; i < 3; ++i) long_ones.push_back(ask_as({"a", 100}, add(black, white)));
    std::vector<SearchId> short_ones;
    for (int i = 0; i < 3; ++i) short_ones.push_back(ask_as({"b", 60}, add(black, white)));
    std::vector<SearchId> order;
    write([&](Transaction& writer) {
        EXPECT_EQ(count_searches_of(writer, SearchKind::analysis, "a"), 3);
    });

    while (const auto id = next(10)) {
        order.push_back(*id);
        finish(*id, "{}", 10);
    }

    write([&](Transaction& writer) {
        EXPECT_EQ(count_searches_of(writer, SearchKind::analysis, "a"), 0);
    });
    EXPECT_EQ(order, (std::vector{long_ones[0], short_ones[0], short_ones[1], long_ones[1],
                                  short_ones[2], long_ones[2]}));
}

TEST_F(SearchesTest, AreNotHeldUpByALongQueueOfAnother) {
    for (int i = 0; i < 30; ++i) {
        ask_as({"a", 1'000}, add(black, white));
        if (i % 3 == 0) finish(*next(10), "{}", 10);
    }

    const SearchId first = ask_as({"b", 1'000}, add(black, white));

    const SearchId present = *next(10);
    EXPECT_EQ(read(present).turn, read(first).turn);
    finish(present, "{}", 11);
    EXPECT_EQ(next(12), first);
    write([&](Transaction& writer) {
        const auto search = find_search(writer, first);
        EXPECT_EQ(count_searches(writer, SearchKind::analysis, 100, &*search), 0);
    });
}

TEST_F(SearchesTest, AreCountedByThoseWhoWaitForHints) {
    AccountId other{};
    AccountId bot{};
    write([&](Transaction& writer) {
        other = add_account(writer, "other");
        bot = add_account(writer, "bot");
        record_known_address(writer, black, "192.0.2.1", at(1));
        record_known_address(writer, other, "192.0.2.1", at(1));
    });
    const GameId first = add(black, bot);
    const GameId second = add(black, bot);
    const GameId others = add(other, bot);
    for (const GameId one : {first, second, others}) ask(one, SearchKind::hint, 7);
    finish(ask(add(black, bot), SearchKind::hint, 7), "{}", 10);
    ask(add(black, bot));  // an analysis

    write([&](Transaction& writer) {
        EXPECT_EQ(games_with_hints_for(writer, black, games[0]), 2);
        EXPECT_EQ(games_with_hints_for(writer, black, first), 1);
        EXPECT_EQ(games_with_hints_for(writer, white, first), 0);
        EXPECT_EQ(games_with_hints_from(writer, "192.0.2.1", games[0]), 3);
        EXPECT_EQ(games_with_hints_from(writer, "192.0.2.1", others), 2);
        EXPECT_EQ(games_with_hints_from(writer, "192.0.2.2", others), 0);
    });
}

TEST_F(SearchesTest, OfPositionsThatArePastGoUnlessSomebodyHasBegunThem) {
    const SearchId begun = ask(games[0], SearchKind::hint, 3);
    write([&](Transaction& writer) { claim_search(writer, begun, at(70)); });
    ask(games[0], SearchKind::hint, 4);
    ask(games[1], SearchKind::hint, 1);
    const SearchId present = ask(games[1], SearchKind::hint, 5);
    ask(games[0]);

    write([&](Transaction& writer) {
        for (const GameId one : {games[0], games[1]}) {
            advance_game(writer, one, {.seq = 5, .updated_at = at(5)});
        }
        delete_past_hints(writer);
    });

    EXPECT_EQ(next(10, SearchKind::hint), present);
    EXPECT_EQ(read(begun).claims, 1);
    write([&](Transaction& writer) {
        EXPECT_EQ(count_searches(writer, SearchKind::hint, 10), 2);
        EXPECT_EQ(count_searches(writer, SearchKind::analysis, 10), 1);
        EXPECT_EQ(games_with_hints_for(writer, black, games[2]), 2);
    });
}

TEST_F(SearchesTest, ThatAreClaimedWaitAgainWhenTheClaimEnds) {
    const SearchId id = ask(games[0]);

    write([&](Transaction& writer) { claim_search(writer, id, at(70)); });

    EXPECT_EQ(next(69), std::nullopt);
    EXPECT_EQ(next(70), id);
    EXPECT_EQ(read(id).claims, 1);
}

TEST_F(SearchesTest, AreExtendedOnlyWhileTheyAreClaimed) {
    const SearchId id = ask(games[0]);
    std::vector<bool> extended;
    const auto extend = [&](int now) {
        write([&](Transaction& writer) {
            extended.push_back(extend_search(writer, id, at(now), at(now + 60)));
        });
    };

    extend(5);
    write([&](Transaction& writer) { claim_search(writer, id, at(70)); });
    extend(69);
    extend(129);
    finish(id, "{}", 130);
    extend(131);

    EXPECT_EQ(extended, (std::vector<bool>{false, true, false, false}));
}

TEST_F(SearchesTest, AreFoundByTheirGame) {
    const SearchId id = ask(games[0]);
    ask(games[0], SearchKind::hint, 4);

    write([&](Transaction& writer) {
        EXPECT_EQ(find_search(writer, SearchKind::analysis, games[0], 0)->id, id);
        EXPECT_FALSE(find_search(writer, SearchKind::analysis, games[1], 0).has_value());
        EXPECT_FALSE(find_search(writer, SearchKind::hint, games[0], 5).has_value());
    });
}

TEST_F(SearchesTest, TheLatestOfAGameHasTheGreatestSeq) {
    ask(games[0], SearchKind::analysis, 7);
    const SearchId latest = ask(games[0], SearchKind::analysis, 12);
    ask(games[0], SearchKind::hint, 20);
    ask(games[1], SearchKind::analysis, 30);

    write([&](Transaction& writer) {
        EXPECT_EQ(latest_search(writer, SearchKind::analysis, games[0])->id, latest);
        EXPECT_FALSE(latest_search(writer, SearchKind::analysis, games[2]).has_value());
    });
}

TEST_F(SearchesTest, AreCountedUpToALimitAndBeforeOne) {
    ask(games[0]);
    const SearchId second = ask(games[1]);
    ask(games[2]);

    write([&](Transaction& writer) {
        EXPECT_EQ(count_searches(writer, SearchKind::analysis, 10), 3);
        EXPECT_EQ(count_searches(writer, SearchKind::analysis, 2), 2);
        const auto before = find_search(writer, second);
        EXPECT_EQ(count_searches(writer, SearchKind::analysis, 10, &*before), 1);
        EXPECT_EQ(count_searches(writer, SearchKind::hint, 10), 0);
    });
}

TEST_F(SearchesTest, AreForgottenByAgeAndPastTheNewest) {
    for (int i = 0; i < 3; ++i) finish(ask(games[static_cast<std::size_t>(i)]), "{}", 10 + i);

    write([&](Transaction& writer) {
        EXPECT_EQ(prune_searches_past(writer, SearchKind::analysis, 3, 10), 0);
        EXPECT_EQ(prune_searches_past(writer, SearchKind::analysis, 2, 10), 1);
        EXPECT_FALSE(find_search(writer, SearchKind::analysis, games[0], 0).has_value());
        EXPECT_EQ(prune_searches(writer, SearchKind::analysis, at(12), 10), 1);
        EXPECT_TRUE(find_search(writer, SearchKind::analysis, games[2], 0).has_value());
    });
}

}  // namespace
}  // namespace tanbo::store
