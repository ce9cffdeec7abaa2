#include "server/store/tables/games/challenges.hpp"

#include <gtest/gtest.h>

#include "server/store/sqlite/connection.hpp"
#include "server/store/tables/accounts/known_addresses.hpp"
#include "tests/server/store/fixture.hpp"
#include "tests/server/store/plans.hpp"

namespace tanbo::store {
namespace {

using Which = ChallengesQuery::Which;

class ChallengesTest : public StorageTest {
protected:
    ChallengesTest() {
        open();
        add_players();
        commits->write([this](Transaction& transaction) { red = add_account(transaction, "red"); });
    }

    static Challenge offer(AccountId creator, std::optional<AccountId> asked = {}) {
        Challenge challenge;
        challenge.creator = creator;
        challenge.setup = "9x9";
        challenge.terms = "{}";
        challenge.created_at = instant_of(1000);
        challenge.expires_at = instant_of(5000);
        challenge.seats.push_back({.account = creator, .state = ChallengeSeatState::me});
        ChallengeSeat& other = challenge.seats.emplace_back();
        other.account = asked;
        other.state = asked ? ChallengeSeatState::asked : ChallengeSeatState::open;
        other.is_named = asked.has_value();
        return challenge;
    }
    ChallengeId create(const Challenge& challenge) {
        ChallengeId id{};
        write([&](Transaction& transaction) { id = create_challenge(transaction, challenge); });
        return id;
    }
    Challenge found(ChallengeId id) {
        return database->read([id](Reader& reader) { return find_challenge(reader, id); }).value();
    }
    std::vector<ChallengeId> listed(ChallengesQuery query) {
        std::vector<ChallengeId> ids;
        do {
            const ChallengesPage page =
                database->read([&](Reader& reader) { return list_challenges(reader, query); });
            for (const Challenge& challenge : page.challenges) ids.push_back(challenge.id);
            query.before = page.next;
        } while (query.before);
        return ids;
    }
    void close_at(ChallengeId id, ChallengeState state, Instant at) {
        Challenge challenge = found(id);
        challenge.state = state;
        challenge.closed_at = at;
        write([&](Transaction& transaction) { save_challenge(transaction, challenge); });
    }

    AccountId red{};
};

using Ids = std::vector<ChallengeId>;

TEST_F(ChallengesTest, AreGivenBackAsTheyWereMade) {
    Challenge made = offer(black, white);
    made.setup.reset();
    made.opening = R"({"board":[3,3]})";
    made.visibility = Visibility::players;
    made.order = SeatOrder::random;
    made.terms = R"({"rated":true})";
    made.rated = true;
    made.guests = false;
    made.bots = false;
    made.rating_min = 1200;
    made.rating_max = 1800;
    made.reliability_min = 90;
    made.rematch_of = game;
    made.invitation = "kX3vQ0pZr8mWn2Yt";

    const Challenge kept = found(create(made));

    EXPECT_EQ(kept.creator, black);
    EXPECT_EQ(kept.creator_handle, "black");
    EXPECT_EQ(kept.setup, std::nullopt);
    EXPECT_EQ(kept.opening, made.opening);
    EXPECT_EQ(kept.visibility, Visibility::players);
    EXPECT_EQ(kept.order, SeatOrder::random);
    EXPECT_EQ(kept.terms, made.terms);
    EXPECT_TRUE(kept.rated);
    EXPECT_FALSE(kept.guests);
    EXPECT_FALSE(kept.bots);
    EXPECT_EQ(kept.rating_min, 1200);
    EXPECT_EQ(kept.rating_max, 1800);
    EXPECT_EQ(kept.reliability_min, 90);
    EXPECT_EQ(kept.uses, 1);
    EXPECT_EQ(kept.rematch_of, game);
    EXPECT_EQ(kept.invitation, "kX3vQ0pZr8mWn2Yt");
    EXPECT_EQ(kept.created_at, instant_of(1000));
    EXPECT_EQ(kept.expires_at, instant_of(5000));
    EXPECT_EQ(kept.state, ChallengeState::open);
    EXPECT_EQ(kept.closed_at, std::nullopt);
    ASSERT_EQ(kept.seats.size(), 2U);
    EXPECT_EQ(kept.seats[0].state, ChallengeSeatState::me);
    EXPECT_EQ(kept.seats[1].state, ChallengeSeatState::asked);
    EXPECT_EQ(kept.seats[1].handle, "white");
    EXPECT_TRUE(kept.seats[1].is_named);
}

TEST_F(ChallengesTest, KeepWhatBecameOfThem) {
    Challenge challenge = found(create(offer(black, white)));
    challenge.state = ChallengeState::declined;
    challenge.declined_by = white;
    challenge.reason = "Not today.";
    challenge.uses_left = 0;
    challenge.game = game;
    challenge.closed_at = instant_of(2000);

    write([&](Transaction& transaction) { save_challenge(transaction, challenge); });

    const Challenge kept = found(challenge.id);
    EXPECT_EQ(kept.state, ChallengeState::declined);
    EXPECT_EQ(kept.declined_by_handle, "white");
    EXPECT_EQ(kept.reason, "Not today.");
    EXPECT_EQ(kept.uses_left, 0);
    EXPECT_EQ(kept.game, game);
    EXPECT_EQ(kept.closed_at, instant_of(2000));
}

TEST_F(ChallengesTest, AreListedWhereASeatIsFreeForAnybody) {
    const ChallengeId first = create(offer(black));
    create(offer(black, white));
    Challenge rated = offer(white);
    rated.rated = true;
    const ChallengeId second = create(rated);
    Challenge other = offer(black);
    other.setup = "13x13";
    const ChallengeId third = create(other);
    Challenge hidden = offer(black);
    hidden.visibility = Visibility::players;
    create(hidden);
    close_at(create(offer(black)), ChallengeState::withdrawn, instant_of(1500));

    EXPECT_EQ(listed({.limit = 2}), (Ids{third, second, first}));
    EXPECT_EQ(listed({.setup = "9x9", .limit = 1}), (Ids{second, first}));
    EXPECT_EQ(listed({.rated = true}), Ids{second});
    EXPECT_EQ(listed({.setup = "9x9", .rated = false}), Ids{first});
}

TEST_F(ChallengesTest, AreFoundByWhoTakesPartAndWhoIsAsked) {
    const ChallengeId mine = create(offer(black, white));
    Challenge taken = offer(red);
    taken.seats[1] = {.account = black, .state = ChallengeSeatState::accepted};
    const ChallengeId joined = create(taken);
    const ChallengeId asked = create(offer(red, black));
    close_at(create(offer(black, white)), ChallengeState::expired, instant_of(1500));

    EXPECT_EQ(listed({.which = Which::taking, .account = black, .limit = 1}), (Ids{joined, mine}));
    EXPECT_EQ(listed({.which = Which::asked_for, .account = black}), Ids{asked});
    EXPECT_EQ(listed({.which = Which::asked_for, .account = white}), Ids{mine});
    database->read([&](Reader& reader) {
        EXPECT_EQ(open_challenges(reader, black, 10), Ids{mine});
        EXPECT_EQ(challenges_asking(reader, white, 10), 1);
        EXPECT_EQ(challenges_asking(reader, red, 10), 0);
        return 0;
    });
}

TEST_F(ChallengesTest, AreCountedToTheLimitOnly) {
    for (int i = 0; i < 4; ++i) create(offer(black, white));

    database->read([&](Reader& reader) {
        EXPECT_EQ(challenges_asking(reader, white, 3), 3);
        EXPECT_EQ(open_challenges(reader, black, 3).size(), 3U);
        return 0;
    });
}

TEST_F(ChallengesTest, ExpireFromTheirInstantOn) {
    const ChallengeId first = create(offer(black));
    Challenge later = offer(black);
    later.expires_at = instant_of(5001);
    create(later);

    database->read([&](Reader& reader) {
        EXPECT_EQ(expired_challenges(reader, instant_of(4999), 10), Ids{});
        EXPECT_EQ(expired_challenges(reader, instant_of(5000), 10), Ids{first});
        EXPECT_EQ(expired_challenges(reader, instant_of(5001), 1), Ids{first});
        return 0;
    });
}

TEST_F(ChallengesTest, AreDeletedSomeTimeAfterTheyClosed) {
    const ChallengeId old = create(offer(black));
    const ChallengeId young = create(offer(black));
    const ChallengeId lasting = create(offer(black));
    close_at(old, ChallengeState::expired, instant_of(1000));
    close_at(young, ChallengeState::expired, instant_of(2000));
    int pruned = 0;

    write([&](Transaction& transaction) {
        pruned = prune_challenges(transaction, instant_of(2000), 10);
    });

    EXPECT_EQ(pruned, 1);
    EXPECT_FALSE(database->read([=](Reader& reader) { return find_challenge(reader, old); }));
    EXPECT_EQ(found(young).state, ChallengeState::expired);
    EXPECT_EQ(found(lasting).state, ChallengeState::open);
}

TEST_F(ChallengesTest, LetAGameBePlayedAgainOnce) {
    Challenge rematch = offer(black, white);
    rematch.rematch_of = game;
    const ChallengeId id = create(rematch);

    EXPECT_EQ(database->read([this](Reader& reader) { return find_rematch(reader, game); }), id);
    EXPECT_EQ(fault_of([&] { create(rematch); }), Fault::constraint);

    close_at(id, ChallengeState::accepted, instant_of(1000));
    EXPECT_EQ(database->read([this](Reader& reader) { return find_rematch(reader, game); }), id);
    EXPECT_EQ(fault_of([&] { create(rematch); }), Fault::constraint);
}

TEST_F(ChallengesTest, LetARematchBeAskedForAgain) {
    Challenge rematch = offer(black, white);
    rematch.rematch_of = game;
    const ChallengeId id = create(rematch);
    close_at(id, ChallengeState::declined, instant_of(1000));

    const ChallengeId again = create(rematch);

    EXPECT_EQ(database->read([this](Reader& reader) { return find_rematch(reader, game); }), again);
}

TEST_F(ChallengesTest, RefuseWhatIsNotThere) {
    Challenge missing = offer(black);
    missing.id = ChallengeId{999};

    EXPECT_EQ(fault_of([&] { write([&](Transaction& t) { save_challenge(t, missing); }); }),
              Fault::constraint);
    EXPECT_EQ(fault_of([&] { create(offer(AccountId{999})); }), Fault::constraint);
}

TEST_F(ChallengesTest, AreCountedByWhereThoseWhoAskCameFrom) {
    write([&](Transaction& transaction) {
        record_known_address(transaction, black, "192.0.2.1", instant_of(1));
        record_known_address(transaction, red, "192.0.2.2", instant_of(1));
    });
    create(offer(black, white));
    create(offer(black, white));
    create(offer(black, red));
    create(offer(red, white));
    close_at(create(offer(black, white)), ChallengeState::expired, instant_of(1500));

    database->read([&](Reader& reader) {
        EXPECT_EQ(challenges_asking_from(reader, white, "192.0.2.1"), 2);
        EXPECT_EQ(challenges_asking_from(reader, white, "192.0.2.2"), 1);
        EXPECT_EQ(challenges_asking_from(reader, white, "192.0.2.3"), 0);
        return 0;
    });
}

TEST_F(ChallengesTest, AreFoundAlongIndexesOnly) {
    const ChallengeId id = create(offer(black));
    write([&](Transaction& transaction) {
        for (const Which which : {Which::listed, Which::taking, Which::asked_for}) {
            list_challenges(transaction, {.which = which, .account = black});
        }
        list_challenges(transaction, {.setup = "9x9"});
        list_challenges(transaction, {.setup = "9x9", .rated = true});
        open_challenges(transaction, black, 1);
        challenges_asking(transaction, black, 1);
        challenges_asking_from(transaction, black, "192.0.2.1");
        expired_challenges(transaction, instant_of(1), 1);
        save_challenge(transaction, find_challenge(transaction, id).value());
        find_rematch(transaction, game);
        prune_challenges(transaction, instant_of(1), 1);
    });
    close_at(id, ChallengeState::expired, instant_of(1000));
    write([](Transaction& transaction) { prune_challenges(transaction, instant_of(2000), 1); });
    SqliteConnection reader(database->path(), Access::read);

    const std::set<std::string> statements = statements_of(stopped_writer());

    EXPECT_GE(statements.size(), 15U);
    for (const std::string& sql : statements) {
        const std::string plan = query_plan(reader, sql);
        EXPECT_TRUE(is_walk_along_an_index(plan)) << sql << "\n" << plan;
    }
}

}  // namespace
}  // namespace tanbo::store
