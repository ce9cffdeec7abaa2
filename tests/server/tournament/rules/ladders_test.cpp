#include "server/tournament/rules/ladders.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "server/tournament/rules/openings.hpp"
#include "tests/server/tournament/rules/event_maker.hpp"
#include "tests/support/repetitions.hpp"

// Ladders, by their logs.
namespace tanbo::tournament {
namespace {

using protocol::Code;
using protocol::WithdrawalCause;
using std::chrono::days;

constexpr days day{1};

TournamentSettings ladder_of(protocol::LadderRules rules = {}) {
    TournamentSettings settings = settings_of(TournamentFormat::ladder, 0);
    settings.ladder = rules;
    return settings;
}

Maker ladder_with(int players, protocol::LadderRules rules = {}) {
    Maker maker(ladder_of(rules));
    maker.enter(players);
    return maker;
}

Code code_of_refusal(const Decides& decided) {
    return decided.has_error() ? decided.error().code : Code::internal_error;
}

// Accounts from the top to the bottom.
std::vector<int> order_of(const Tournament& tournament) {
    std::vector<int> accounts;
    for (const int player : tournament.ladder.players()) {
        accounts.push_back(
            static_cast<int>(protocol::number_of(tournament.player(player).account)));
    }
    return accounts;
}

Decides challenged(const Maker& maker, int from, int to) {
    return challenge(maker.now_is(), account(from), account(to), {}, maker.now());
}

Decides answered(const Maker& maker, int by, int number, ChallengeAnswer answer) {
    return answer_challenge(maker.now_is(), account(by), number, answer, maker.now());
}

// The challenge is made, accepted, and begun; its number.
int play(Maker& maker, int from, int to) {
    maker.take(challenged(maker, from, to));
    const int number = static_cast<int>(maker.now_is().rounds.front().tables.size());
    maker.take(answered(maker, to, number, ChallengeAnswer::accept));
    EXPECT_TRUE(maker.advance());
    return number;
}

TEST(Ladders, RunFromTheirCreationAndTakePlayersAtTheBottom) {
    const Maker maker = ladder_with(3);

    EXPECT_EQ(maker.now_is().state, TournamentState::running);
    EXPECT_EQ(order_of(maker.now_is()), (std::vector{1, 2, 3}));
    EXPECT_EQ(due(maker.now_is()), std::nullopt);
    EXPECT_TRUE(maker.now_is().takes_players());
}

TEST(Ladders, GiveAChallengerWhoWinsThePlaceAndMoveTheOthersDown) {
    Maker maker = ladder_with(5);
    const int number = play(maker, 4, 2);

    maker.decide({1, number, 1}, {0, 2});

    EXPECT_EQ(order_of(maker.now_is()), (std::vector{1, 4, 2, 3, 5}));
    EXPECT_EQ(maker.now_is().find_challenge(number)->challenge->taken, 2);
    EXPECT_EQ(maker.now_is().places[3].back().place, 2);
    EXPECT_EQ(maker.now_is().places[4].size(), 1U);
}

TEST(Ladders, StayAsTheyAreIfTheChallengerLosesOrDraws) {
    for (const int halves : {0, 1}) {
        Maker maker = ladder_with(5);
        const int number = play(maker, 4, 2);

        maker.decide({1, number, 1}, {2 - halves, halves});

        EXPECT_EQ(order_of(maker.now_is()), (std::vector{1, 2, 3, 4, 5}));
        EXPECT_EQ(maker.now_is().find_challenge(number)->challenge->taken, std::nullopt);
    }
}

TEST(Ladders, StartAGameOnlyOnceTheChallengeIsAccepted) {
    Maker maker = ladder_with(2);
    maker.take(challenged(maker, 2, 1));

    EXPECT_TRUE(openings(maker.now_is(), 9).empty());
    EXPECT_EQ(due(maker.now_is()), noon + 3 * day);
    maker.take(answered(maker, 1, 1, ChallengeAnswer::accept));

    EXPECT_EQ(openings(maker.now_is(), 9), (std::vector<protocol::TableKey>{{1, 1, 1}}));
    EXPECT_EQ(due(maker.now_is()), Instant::min());
    EXPECT_EQ(code_of_refusal(answered(maker, 1, 1, ChallengeAnswer::decline)),
              Code::challenge_closed);
}

TEST(Ladders, CountDecliningSilenceAndCancellingAsLosses) {
    Maker declined = ladder_with(3);
    declined.take(challenged(declined, 3, 1));
    declined.take(answered(declined, 1, 1, ChallengeAnswer::decline));
    EXPECT_EQ(order_of(declined.now_is()), (std::vector{3, 1, 2}));

    Maker silent = ladder_with(3);
    silent.take(challenged(silent, 3, 2));
    silent.pass(std::chrono::minutes(3 * day) - std::chrono::minutes(1));
    EXPECT_FALSE(silent.advance());
    silent.pass(std::chrono::minutes(1));
    EXPECT_EQ(code_of_refusal(answered(silent, 2, 1, ChallengeAnswer::accept)),
              Code::challenge_closed);
    EXPECT_TRUE(silent.advance());
    EXPECT_FALSE(silent.advance());
    EXPECT_EQ(order_of(silent.now_is()), (std::vector{1, 3, 2}));
    EXPECT_EQ(silent.now_is().find_challenge(1)->decided, Decided::unanswered);

    Maker cancelled = ladder_with(3);
    cancelled.take(challenged(cancelled, 3, 2));
    cancelled.take(answered(cancelled, 3, 1, ChallengeAnswer::cancel));
    EXPECT_EQ(order_of(cancelled.now_is()), (std::vector{1, 2, 3}));
    EXPECT_EQ(code_of_refusal(challenged(cancelled, 3, 2)), Code::too_soon);
}

TEST(Ladders, CountLeavingAsALossOfAllOpenChallenges) {
    Maker maker = ladder_with(6);
    play(maker, 5, 2);
    maker.take(challenged(maker, 4, 2));
    maker.take(challenged(maker, 2, 1));

    maker.take(
        withdraw(maker.now_is(), account(2), WithdrawalCause::themselves, false, maker.now()));

    EXPECT_EQ(order_of(maker.now_is()), (std::vector{1, 5, 4, 3, 6}));
    EXPECT_TRUE(std::ranges::none_of(maker.now_is().rounds.front().tables, &Table::is_open));
    maker.pass(std::chrono::minutes(day));
    maker.take(enter(maker.now_is(), account(2), 2000, false, maker.now()));
    EXPECT_EQ(order_of(maker.now_is()).back(), 2);
}

TEST(Ladders, LoseWhatFellDueTogetherInTheOrderOfTheDeadlines) {
    Maker maker = ladder_with(6);
    maker.take(challenged(maker, 6, 3));
    maker.pass(std::chrono::hours(1));
    maker.take(challenged(maker, 5, 3));
    maker.pass(std::chrono::minutes(30 * day));

    EXPECT_TRUE(maker.advance());

    EXPECT_EQ(order_of(maker.now_is()), (std::vector{1, 2, 6, 5, 3, 4}));
}

TEST(Ladders, RefuseChallengesOutOfReachWithoutASlotAndTooSoon) {
    Maker maker = ladder_with(6, {2, 2, 7, 3, 0});

    EXPECT_EQ(code_of_refusal(challenged(maker, 6, 3)), Code::out_of_reach);
    EXPECT_EQ(code_of_refusal(challenged(maker, 3, 4)), Code::out_of_reach);
    EXPECT_EQ(code_of_refusal(challenged(maker, 3, 3)), Code::out_of_reach);
    EXPECT_EQ(code_of_refusal(challenged(maker, 3, 9)), Code::out_of_reach);
    EXPECT_EQ(code_of_refusal(challenged(maker, 9, 3)), Code::not_entered);
    maker.take(challenged(maker, 6, 4));
    EXPECT_EQ(code_of_refusal(challenged(maker, 6, 4)), Code::too_soon);
    maker.take(challenged(maker, 6, 5));
    EXPECT_EQ(code_of_refusal(challenged(maker, 6, 5)), Code::too_soon);
    maker.take(answered(maker, 4, 1, ChallengeAnswer::decline));
    maker.take(challenged(maker, 6, 3));
    EXPECT_EQ(code_of_refusal(challenged(maker, 6, 2)), Code::no_slot);
    EXPECT_EQ(code_of_refusal(answered(maker, 6, 9, ChallengeAnswer::cancel)),
              Code::no_such_challenge);
    EXPECT_EQ(code_of_refusal(answered(maker, 6, 2, ChallengeAnswer::accept)),
              Code::not_yours_to_answer);
    EXPECT_EQ(code_of_refusal(answered(maker, 5, 2, ChallengeAnswer::cancel)),
              Code::not_yours_to_answer);
}

TEST(Ladders, AllowAnotherChallengeAfterTheDaysBetween) {
    Maker maker = ladder_with(2);
    maker.take(challenged(maker, 2, 1));
    maker.take(answered(maker, 2, 1, ChallengeAnswer::cancel));
    maker.pass(std::chrono::minutes(7 * day) - std::chrono::minutes(1));

    EXPECT_EQ(code_of_refusal(challenged(maker, 2, 1)), Code::too_soon);
    maker.pass(std::chrono::minutes(1));
    EXPECT_TRUE(challenged(maker, 2, 1));
}

TEST(Ladders, AnnulAGameOnlyBeforeItsResult) {
    Maker maker = ladder_with(2);
    const int number = play(maker, 2, 1);
    const protocol::TableKey at{1, number, 1};

    const auto replay = annul(maker.now_is(), at, true, account(9), "why", maker.now());
    maker.take(replay);
    EXPECT_TRUE(maker.advance());
    maker.decide({1, number, 2}, {0, 2});

    EXPECT_EQ(order_of(maker.now_is()), (std::vector{2, 1}));
    EXPECT_EQ(code_of_refusal(annul(maker.now_is(), {1, number, 2}, false, {}, "", maker.now())),
              Code::game_over);
}

TEST(Ladders, ExtendTheTimeToAnswerByVacationsOfSoManyDaysAYear) {
    const auto at = [](int month, int date) {
        return Instant(std::chrono::sys_days(std::chrono::year(2026) /
                                             std::chrono::month(static_cast<unsigned>(month)) /
                                             std::chrono::day(static_cast<unsigned>(date))));
    };
    const protocol::LadderRules rules{3, 1, 7, 3, 10};

    EXPECT_EQ(answer_by(at(5, 1), rules, {}), at(5, 4));
    EXPECT_EQ(answer_by(at(5, 1), rules, std::vector<Absence>{{at(5, 2), at(5, 6)}}), at(5, 8));
    // Begun before, or begun too late.
    EXPECT_EQ(answer_by(at(5, 1), rules, std::vector<Absence>{{at(4, 29), at(5, 3)}}), at(5, 6));
    EXPECT_EQ(answer_by(at(5, 1), rules, std::vector<Absence>{{at(5, 4), at(5, 6)}}), at(5, 4));
    // Ten days a year, of which eight were taken in spring.
    const std::vector<Absence> much = {{at(3, 1), at(3, 9)}, {at(5, 2), at(5, 20)}};
    EXPECT_EQ(answer_by(at(5, 1), rules, much), at(5, 6));
    // Another year has days of its own.
    const Instant eve = at(12, 31);
    EXPECT_EQ(answer_by(eve, rules, std::vector<Absence>{{at(12, 1), eve + 5 * day}}),
              eve + 7 * day);
}

TEST(Ladders, MoveTheDeadlineWhenVacationsChange) {
    Maker maker = ladder_with(2);
    maker.take(challenged(maker, 2, 1));
    const std::vector<Absence> away = {{noon + day, noon + 11 * day}};

    maker.take(delay_challenges(maker.now_is(), account(1), away, maker.now()));
    EXPECT_EQ(due(maker.now_is()), noon + 13 * day);
    EXPECT_TRUE(delay_challenges(maker.now_is(), account(2), away, maker.now()).events.empty());

    maker.take(delay_challenges(maker.now_is(), account(1), {}, maker.now()));
    EXPECT_EQ(due(maker.now_is()), noon + 3 * day);
    maker.pass(std::chrono::minutes(3 * day));
    EXPECT_TRUE(delay_challenges(maker.now_is(), account(1), away, maker.now()).events.empty());
}

TEST(Ladders, ChangeTheirRulesButNotTheirGames) {
    const Maker maker = ladder_with(2);
    TournamentSettings settings = maker.now_is().settings;
    settings.ladder->reach = 5;
    const auto changed = [&](const std::string& key) {
        return change(maker.now_is(), account(1), settings, {key}, maker.now());
    };

    EXPECT_TRUE(changed("ladder"));
    EXPECT_EQ(code_of_refusal(changed("clock")), Code::frozen_setting);
    settings.format = TournamentFormat::swiss;
    EXPECT_EQ(code_of_refusal(changed("format")), Code::frozen_setting);
}

TEST(Ladders, KeepTheRulesUnderWhichAChallengeWasMade) {
    Maker maker = ladder_with(2, {.answer_days = 7});
    maker.take(challenged(maker, 2, 1));
    TournamentSettings settings = maker.now_is().settings;
    settings.ladder->answer_days = 1;
    maker.take(change(maker.now_is(), account(1), settings, {"ladder"}, maker.now()));
    maker.pass(std::chrono::minutes(2 * day));

    EXPECT_TRUE(delay_challenges(maker.now_is(), account(1), {}, maker.now()).events.empty());
    EXPECT_EQ(due(maker.now_is()), noon + 7 * day);
}

// A vacation can end earlier than it had, by another time zone.
TEST(Ladders, LeaveADayForTheAnswerWhenADeadlineComesNearer) {
    Maker maker = ladder_with(2, {.answer_days = 1});
    const std::vector<Absence> away = {{noon, noon + 5 * day}};
    maker.take(challenge(maker.now_is(), account(2), account(1), away, maker.now()));
    maker.pass(std::chrono::minutes(4 * day));

    maker.take(delay_challenges(maker.now_is(), account(1), {}, maker.now()));

    EXPECT_EQ(due(maker.now_is()), noon + 5 * day) << "and not three days ago";
}

TEST(Ladders, TakePlayersBackAfterADay) {
    Maker maker = ladder_with(2);
    maker.take(
        withdraw(maker.now_is(), account(2), WithdrawalCause::themselves, false, maker.now()));
    const auto entered = [&maker] {
        return enter(maker.now_is(), account(2), {}, false, maker.now());
    };

    EXPECT_EQ(code_of_refusal(entered()), Code::too_soon);
    maker.pass(std::chrono::minutes(day));
    maker.take(entered());
    EXPECT_EQ(order_of(maker.now_is()), (std::vector{1, 2}));
}

// Former players keep their number, and new ones find none.
TEST(Ladders, TakeFormerPlayersBackWhenAllNumbersAreTaken) {
    constexpr int all = protocol::tournament_players_max;
    Maker maker = ladder_with(all);
    for (const int one : {1, 2}) {
        maker.take(withdraw(maker.now_is(), account(one), WithdrawalCause::themselves, false,
                            maker.now()));
    }
    maker.pass(std::chrono::minutes(day));

    EXPECT_EQ(code_of_refusal(enter(maker.now_is(), account(all + 1), {}, false, maker.now())),
              Code::entry_closed);
    EXPECT_TRUE(enter(maker.now_is(), account(1), {}, false, maker.now()));
}

// --- random histories ---

// A random answer of one of the two players to a challenge that waits, if there is one.
Decides random_answer(const Maker& maker, std::mt19937& chance) {
    std::vector<int> offered;
    const auto& tables = maker.now_is().rounds.front().tables;
    for (int number = 1; number <= std::ssize(tables); ++number) {
        if (maker.now_is().find_challenge(number)->is_offered()) offered.push_back(number);
    }
    const int number = offered.empty() ? 1 : offered[chance() % offered.size()];
    const auto answer = static_cast<ChallengeAnswer>(chance() % 5 < 3 ? 0 : chance() % 3);
    const Table* const table = maker.now_is().find_challenge(number);
    if (table == nullptr) return Decision{{}, maker.now_is()};
    const int player = table->players[answer == ChallengeAnswer::cancel ? 1 : 0];
    return answer_challenge(maker.now_is(), maker.now_is().player(player).account, number, answer,
                            maker.now());
}

// One random act of a random player; what is refused changes nothing.
void act(Maker& maker, std::mt19937& chance) {
    const auto below = [&chance](int end) {
        return static_cast<int>(chance() % static_cast<unsigned>(end));
    };
    const auto take = [&maker](const Decides& decided) {
        if (decided) maker.take(decided);
    };
    const int one = 1 + below(12);
    switch (below(8)) {
        case 0:
            return take(enter(maker.now_is(), account(one), {}, false, maker.now()));
        case 1:
            if (below(3) > 0) return;
            return take(withdraw(maker.now_is(), account(one), WithdrawalCause::themselves, false,
                                 maker.now()));
        case 2:
            return take(random_answer(maker, chance));
        case 3:
            maker.pass(std::chrono::hours(below(40)));
            maker.advance();
            return;
        case 4:
            return maker.play_all(chance);
        default:
            return take(challenged(maker, one, 1 + below(12)));
    }
}

// The order after a log, by another account of the rules. `erases`: a winner leaves the old place.
std::vector<int> told_again(const Tournament& tournament, const std::vector<TournamentEvent>& log,
                            bool erases) {
    std::vector<int> order;
    std::vector<std::pair<int, int>> challenges;
    const auto number = [&](AccountId account) { return *tournament.find(account); };
    for (const TournamentEvent& event : log) {
        if (const auto* entered = std::get_if<protocol::PlayerEntered>(&event.data)) {
            order.push_back(number(entered->account));
        } else if (const auto* left = std::get_if<protocol::PlayerWithdrawn>(&event.data)) {
            std::erase(order, number(left->account));
        } else if (const auto* made = std::get_if<protocol::ChallengeMade>(&event.data)) {
            challenges.emplace_back(made->challenger - 1, made->challenged - 1);
        } else if (const auto* over = std::get_if<protocol::TableDecided>(&event.data)) {
            const auto [from, to] = challenges[static_cast<std::size_t>(over->at.table) - 1];
            const auto place = std::ranges::find(order, to) - order.begin();
            const auto old = std::ranges::find(order, from) - order.begin();
            if (over->units[1] <= over->units[0] || old <= place || old == std::ssize(order))
                continue;
            if (erases) order.erase(order.begin() + old);
            order.insert(order.begin() + place, from);
        }
    }
    return order;
}

bool is_permutation_of_members(const Tournament& tournament, const std::vector<int>& order) {
    std::set<int> members;
    for (int player = 0; player < std::ssize(tournament.players); ++player) {
        if (tournament.player(player).is_in()) members.insert(player);
    }
    return order.size() == members.size() && std::set<int>(order.begin(), order.end()) == members;
}

TEST(Ladders, ArePermutationsOfTheirPlayersInAnyHistory) {
    std::mt19937 chance(42);  // NOLINT: the same histories in each run
    int wins = 0;
    int broken = 0;
    for (int history = 0; history < tests::repetitions(60); ++history) {
        Maker maker(ladder_of({1 + history % 4, 1 + history % 3, history % 9, 1 + history % 5, 0}));
        for (int step = 0; step < 900; ++step) {
            act(maker, chance);
            ASSERT_TRUE(is_permutation_of_members(maker.now_is(), maker.now_is().ladder.players()));
        }
        const Tournament& now = maker.now_is();
        EXPECT_EQ(now.ladder.players(), told_again(now, maker.log(), true)) << history;
        EXPECT_EQ(replayed(maker.log()).ladder.players(), now.ladder.players());
        for (const Table& table : now.rounds.front().tables) {
            if (table.challenge->taken) ++wins;
        }
        // The control: winners who keep their old places, too.
        if (!is_permutation_of_members(now, told_again(now, maker.log(), false))) ++broken;
    }
    EXPECT_GT(wins, tests::repetitions(500));
    EXPECT_GT(broken, tests::repetitions(50));
}

TEST(Ladders, StartEachGameOnceAndKeepOneOpenChallengeOfAPair) {
    std::mt19937 chance(7);  // NOLINT: the same histories in each run
    std::set<std::vector<int>> started;
    Maker maker(ladder_of({3, 2, 2, 3, 0}));
    for (int step = 0; step < 4500; ++step) act(maker, chance);

    for (const TournamentEvent& event : maker.log()) {
        const auto* const game = std::get_if<protocol::TableStarted>(&event.data);
        if (game == nullptr) continue;
        EXPECT_TRUE(started.insert({game->at.round, game->at.table, game->at.number}).second);
    }
    EXPECT_GT(started.size(), 100U);
    std::set<std::pair<int, int>> pairs;
    for (const Table& table : maker.now_is().rounds.front().tables) {
        if (!table.is_open()) continue;
        const auto [low, high] = std::minmax(table.players[0], table.players[1]);
        EXPECT_TRUE(pairs.emplace(low, high).second);
    }
}

}  // namespace
}  // namespace tanbo::tournament
