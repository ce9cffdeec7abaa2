#include "engine/match.hpp"

#include <random>

#include <gtest/gtest.h>

#include "engine/notation.hpp"

namespace tanbo::engine {
namespace {

const Player anna{AccountId{1}, "anna"};
const Player ben{AccountId{2}, "ben"};
const Player carla{AccountId{3}, "carla"};
const Player dora{AccountId{4}, "dora"};
const Player outsider{AccountId{99}, "outsider"};

Instant noon(int seconds = 0) {
    return Instant{std::chrono::milliseconds{1'700'000'000'000}} + std::chrono::seconds{seconds};
}

Match opened(std::string_view setup, std::vector<SeatOffer> seats,
             Visibility visibility = Visibility::everyone) {
    const auto opening = find_setup(setup)->opening;
    auto match =
        Match::open({1, noon(), GameOpened{std::string(setup), opening, seats, visibility, anna}});
    EXPECT_TRUE(match.has_value());
    return *match;
}

Match two_seats_open() {
    return opened("9x9", {{anna, true}, {std::nullopt, false}});
}

Point at(const Match& match, std::string_view name) {
    return parse_point(match.opening().lattice(), name).value();
}

// Carries the command out, or fails the test.
Match after(const Match& match, const Command& command, std::vector<Event>* log = nullptr) {
    Decision decision = decide(match, command, noon(static_cast<int>(match.seq())));
    auto* decided = std::get_if<Decided>(&decision);
    if (decided == nullptr) {
        ADD_FAILURE() << "the command was refused";
        return match;
    }
    if (log != nullptr) log->insert(log->end(), decided->events.begin(), decided->events.end());
    return *decided->next;
}

std::optional<RefusalCode> refusal(const Match& match, const Command& command) {
    const Decision decision = decide(match, command, noon());
    const auto* refused = std::get_if<Refusal>(&decision);
    return refused == nullptr ? std::nullopt : std::optional(refused->code);
}

Match started() {
    return after(two_seats_open(), Join{ben, std::nullopt});
}

Match four_started() {
    Match match = opened("19x19-4p", {{anna, true}, {}, {}, {}});
    for (const Player& player : {ben, carla, dora}) {
        match = after(match, Join{player, std::nullopt});
    }
    return match;
}

Match placed(const Match& match, AccountId account, std::string_view point) {
    return after(match, Place{account, at(match, point), match.ply()});
}

// --- opening and joining ---

TEST(Match, RefusesAnOpeningWhoseSeatsDoNotFitTheBoard) {
    const auto opening = find_setup("9x9")->opening;

    EXPECT_FALSE(Match::open(
        {1, noon(), GameOpened{"9x9", opening, {{anna, true}}, Visibility::everyone, anna}}));
    EXPECT_FALSE(Match::open(
        {2, noon(), GameOpened{"9x9", opening, {{anna, true}, {}}, Visibility::everyone, anna}}));
    EXPECT_FALSE(Match::open(
        {1, noon(), GameOpened{"9x9", opening, {{{}, true}, {}}, Visibility::everyone, anna}}));
    EXPECT_FALSE(Match::open({1, noon(), PlayerJoined{Seat::black, anna}}));
}

TEST(Match, StartsInTheSameCommandThatTakesTheLastSeat) {
    const Match match = two_seats_open();

    const Decision decision = decide(match, Join{ben, std::nullopt}, noon(5));

    const auto& decided = std::get<Decided>(decision);
    ASSERT_EQ(decided.events.size(), 2U);
    EXPECT_EQ(std::get<PlayerJoined>(decided.events[0].data).seat, Seat::white);
    EXPECT_TRUE(std::get<GameStarted>(decided.events[1].data).absent.empty());
    EXPECT_EQ(decided.events[1].seq, 3U);
    EXPECT_EQ(decided.next->status(), Status::active);
    EXPECT_EQ(decided.next->to_move(), Seat::black);
    EXPECT_EQ(decided.next->updated_at(), noon(5));
    EXPECT_EQ(match.status(), Status::open) << "deciding changes nothing";
}

TEST(Match, NobodyIsToMoveBeforeTheStart) {
    EXPECT_EQ(two_seats_open().to_move(), std::nullopt);
    EXPECT_EQ(refusal(two_seats_open(), Place{anna.account, at(two_seats_open(), "H7"), 0}),
              RefusalCode::game_not_started);
}

TEST(Match, KeepsAReservedSeatForItsPlayer) {
    const Match match = opened("9x9", {{anna, true}, {ben, false}});

    EXPECT_EQ(match.reserved_for(ben.account), Seat::white);
    EXPECT_EQ(refusal(match, Join{carla, std::nullopt}), RefusalCode::seat_reserved);
    EXPECT_EQ(refusal(match, Join{carla, Seat::white}), RefusalCode::seat_reserved);
    EXPECT_EQ(after(match, Join{ben, std::nullopt}).seat_of(ben.account), Seat::white);
}

TEST(Match, FreesAReservationWhenItsPlayerTakesAnotherSeat) {
    const Match match = opened("19x19-4p", {{anna, true}, {ben, false}, {}, {}});

    const Match next = after(match, Join{ben, Seat::green});

    EXPECT_EQ(next.seat_of(ben.account), Seat::green);
    EXPECT_EQ(next.reserved_for(ben.account), std::nullopt);
    EXPECT_EQ(refusal(next, Join{carla, Seat::white}), std::nullopt);
}

TEST(Match, RefusesJoiningIfThereIsNoRoom) {
    EXPECT_EQ(refusal(two_seats_open(), Join{anna, std::nullopt}), RefusalCode::already_seated);
    EXPECT_EQ(refusal(two_seats_open(), Join{ben, Seat::black}), RefusalCode::seat_taken);
    EXPECT_EQ(refusal(two_seats_open(), Join{ben, Seat::red}), RefusalCode::no_such_seat);
    EXPECT_EQ(refusal(started(), Join{carla, std::nullopt}), RefusalCode::game_full);
}

TEST(Match, LetsTheCreatorStartAFourPlayerGameWithTheSeatsTaken) {
    Match match = opened("19x19-4p", {{anna, true}, {}, {}, {}});
    EXPECT_EQ(refusal(match, Start{anna.account}), RefusalCode::too_few_players);
    match = after(match, Join{ben, Seat::red});
    EXPECT_EQ(refusal(match, Start{ben.account}), RefusalCode::not_the_creator);

    std::vector<Event> log;
    const Match next = after(match, Start{anna.account}, &log);

    const auto& start = std::get<GameStarted>(log.at(0).data);
    EXPECT_EQ(start.absent, (std::vector{Seat::white, Seat::green}));
    EXPECT_EQ(start.after.removed.size(), 8U);
    EXPECT_EQ(start.after.roots, (std::vector{4, 0, 4, 0}));
    EXPECT_EQ(start.after.to_move, Seat::black);
    EXPECT_EQ(next.seats()[1].state, SeatState::left);
    EXPECT_EQ(refusal(next, Join{carla, std::nullopt}), RefusalCode::game_already_started);
    EXPECT_EQ(snapshot_at(next, 0)->position.roots(), 8);
}

TEST(Match, GivesAbsentSeatsNoPlace) {
    Match match = opened("19x19-4p", {{anna, true}, {}, {}, {}});
    match = after(match, Join{ben, Seat::red});
    match = after(match, Start{anna.account});

    match = after(match, Leave{anna.account});

    EXPECT_EQ(match.winner(), Seat::red);
    EXPECT_EQ((std::vector(match.places().begin(), match.places().end())),
              (std::vector{2, 0, 1, 0}));
}

TEST(Match, DoesNotLetATwoPlayerGameStartAlone) {
    EXPECT_EQ(refusal(two_seats_open(), Start{anna.account}), RefusalCode::too_few_players);
    EXPECT_EQ(refusal(started(), Start{anna.account}), RefusalCode::game_already_started);
}

// --- leaving before the start ---

TEST(Match, FreesTheSeatOfAPlayerWhoLeavesBeforeTheStart) {
    Match match = opened("19x19-4p", {{anna, true}, {}, {}, {}});
    match = after(match, Join{ben, Seat::white});

    match = after(match, Leave{ben.account});

    EXPECT_EQ(match.status(), Status::open);
    EXPECT_EQ(match.seat_of(ben.account), std::nullopt);
    EXPECT_EQ(refusal(match, Join{carla, Seat::white}), std::nullopt);
    EXPECT_EQ(match.position().roots(), 16) << "no stone is lifted";
}

TEST(Match, OpensAReservedSeatThatIsDeclined) {
    const Match match = opened("9x9", {{anna, true}, {ben, false}});

    const Match next = after(match, Leave{ben.account});

    EXPECT_EQ(next.status(), Status::open);
    EXPECT_EQ(refusal(next, Join{carla, std::nullopt}), std::nullopt);
}

TEST(Match, EndsWithoutAWinnerWhenTheLastSeatedPlayerWithdraws) {
    const Match match = after(two_seats_open(), Leave{anna.account});

    EXPECT_EQ(match.status(), Status::finished);
    EXPECT_EQ(match.winner(), std::nullopt);
    EXPECT_EQ(match.end_reason(), EndReason::withdrawn);
    EXPECT_TRUE(match.places().empty());
    EXPECT_EQ(refusal(match, Join{ben, std::nullopt}), RefusalCode::game_over);
}

TEST(Match, RefusesTheLeavingOfAStranger) {
    EXPECT_EQ(refusal(two_seats_open(), Leave{outsider.account}), RefusalCode::not_a_player);
    EXPECT_EQ(refusal(started(), Leave{outsider.account}), RefusalCode::not_a_player);
}

// --- moving ---

TEST(Match, TellsWhyAMoveIsRefused) {
    const Match match = started();

    EXPECT_EQ(refusal(match, Place{outsider.account, at(match, "H7"), 0}),
              RefusalCode::not_a_player);
    EXPECT_EQ(refusal(match, Place{ben.account, at(match, "B7"), 0}), RefusalCode::not_your_turn);
    EXPECT_EQ(refusal(match, Place{anna.account, at(match, "H7"), 1}), RefusalCode::stale_ply);
    EXPECT_EQ(refusal(match, Place{anna.account, at(match, "E5"), 0}), RefusalCode::illegal_move);
    const Decision off_board = decide(match, Place{anna.account, std::nullopt, 0}, noon());
    EXPECT_EQ(std::get<Refusal>(off_board).illegal, Illegal::off_board);
}

TEST(Match, AnswersTheSameStoneForTheSamePlyWithItsFirstEvent) {
    const Match match = placed(started(), anna.account, "H7");

    const Decision decision = decide(match, Place{anna.account, at(match, "H7"), 0}, noon(60));

    EXPECT_EQ(std::get<Repeated>(decision).seq, 4U);
}

TEST(Match, RefusesAnotherStoneOrAnotherPlayerForAPastPly) {
    const Match match = placed(started(), anna.account, "H7");

    EXPECT_EQ(refusal(match, Place{anna.account, at(match, "B3"), 0}), RefusalCode::stale_ply);
    EXPECT_EQ(refusal(match, Place{ben.account, at(match, "H7"), 0}), RefusalCode::stale_ply);
}

TEST(Match, AnswersARepeatedStoneAlsoAfterTheGame) {
    Match match = placed(started(), anna.account, "H7");
    match = after(match, Leave{ben.account});
    ASSERT_EQ(match.status(), Status::finished);

    const Decision again = decide(match, Place{anna.account, at(match, "H7"), 0}, noon());

    EXPECT_EQ(std::get<Repeated>(again).seq, 4U);
    EXPECT_EQ(refusal(match, Place{anna.account, at(match, "H6"), 1}), RefusalCode::game_over);
    EXPECT_EQ(refusal(match, Place{anna.account, at(match, "B3"), 0}), RefusalCode::game_over);
    EXPECT_EQ(refusal(match, Leave{anna.account}), RefusalCode::game_over);
}

// --- leaving and the end ---

TEST(Match, EndsInTheSameCommandInWhichTheLastButOneLeaves) {
    std::vector<Event> log;
    const Match match = after(started(), Leave{anna.account}, &log);

    ASSERT_EQ(log.size(), 2U);
    EXPECT_EQ(std::get<PlayerLeft>(log[0].data).after.winner, Seat::white);
    EXPECT_EQ(std::get<GameEnded>(log[1].data).reason, EndReason::last_remaining);
    EXPECT_EQ(match.winner(), Seat::white);
    EXPECT_EQ(match.seats()[0].state, SeatState::left);
    EXPECT_EQ(match.seats()[1].state, SeatState::in);
    EXPECT_EQ((std::vector(match.places().begin(), match.places().end())), (std::vector{2, 1}));
}

TEST(Match, PassesTheTurnOnWhenThePlayerToMoveLeaves) {
    const Match match = after(four_started(), Leave{anna.account});

    EXPECT_EQ(match.to_move(), Seat::white);
    EXPECT_EQ(refusal(match, Leave{anna.account}), RefusalCode::already_left);
    EXPECT_EQ(refusal(match, Place{anna.account, at(match, "A18"), 0}), RefusalCode::already_left);
}

TEST(Match, LeavesTheTurnWhereItIsWhenAnotherPlayerLeaves) {
    const Match match = after(four_started(), Leave{carla.account});

    EXPECT_EQ(match.to_move(), Seat::black);
    EXPECT_EQ(match.seats()[2].state, SeatState::left);
    EXPECT_EQ(match.status(), Status::active);
}

// --- who may see it ---

TEST(Match, ShowsAPrivateGameToItsPlayersOnly) {
    const Match match = opened("9x9", {{anna, true}, {ben, false}}, Visibility::players);

    EXPECT_TRUE(match.can_see(anna.account));
    EXPECT_TRUE(match.can_see(ben.account));
    EXPECT_FALSE(match.can_see(outsider.account));
    EXPECT_FALSE(match.can_see(std::nullopt));
    EXPECT_TRUE(two_seats_open().can_see(std::nullopt));
}

// --- folding ---

Event renumbered(Event event, std::uint32_t seq) {
    event.seq = seq;
    return event;
}

TEST(Match, SaysWhyAnEventCanNotFollow) {
    std::vector<Event> log;
    const Match before = started();
    const Match next = after(before, Place{anna.account, at(before, "H7"), 0}, &log);
    Match match = before;

    EXPECT_EQ(match.apply(renumbered(log[0], 9)), ApplyFault::wrong_seq);
    EXPECT_EQ(match.apply({4, noon(), PlayerJoined{Seat::white, carla}}), ApplyFault::wrong_order);
    EXPECT_EQ(match.apply({4, noon(), GameEnded{EndReason::last_standing, {}, {}}}),
              ApplyFault::wrong_order);
    EXPECT_EQ(match.apply({4, noon(), StonePlaced{0, Seat::white, at(match, "B7"), {}}}),
              ApplyFault::wrong_seat);
    EXPECT_EQ(match.apply({4, noon(), StonePlaced{0, Seat::black, at(match, "E5"), {}}}),
              ApplyFault::illegal_move);
    EXPECT_EQ(match.seq(), before.seq()) << "a refused event changes nothing";
    EXPECT_EQ(match.apply(log[0]), ApplyFault::none);
    EXPECT_EQ(match.position().hash(), next.position().hash());
}

TEST(Match, NoticesAnOutcomeThatTheRulesDoNotGive) {
    std::vector<Event> log;
    const Match before = started();
    after(before, Place{anna.account, at(before, "H7"), 0}, &log);
    std::get<StonePlaced>(log[0].data).after.roots = {1, 2};
    Match match = before;

    EXPECT_EQ(match.apply(log[0]), ApplyFault::wrong_outcome);
}

// Plays a random game with the given chance of a leaving; returns the whole log.
std::vector<Event> random_log(const Setup& setup, unsigned seed, double leave_chance) {
    std::mt19937 random(seed);
    std::vector<SeatOffer> seats(static_cast<std::size_t>(setup.seats));
    std::vector<Event> log{
        {1, noon(),
         GameOpened{std::string(setup.id), setup.opening, seats, Visibility::everyone, anna}}};
    Match match = Match::open(log[0]).value();
    for (int i = 0; i < setup.seats; ++i) {
        match =
            after(match, Join{{AccountId{i + 1}, "player" + std::to_string(i)}, seat_at(i)}, &log);
    }
    while (match.status() == Status::active) {
        const AccountId mover{index_of(*match.to_move()) + 1};
        const bool is_leaving = std::bernoulli_distribution(leave_chance)(random);
        const auto legal = match.position().legal_points(*match.to_move());
        std::uniform_int_distribution<std::size_t> pick(0, legal.size() - 1);
        const Command command = is_leaving
                                    ? Command(Leave{mover})
                                    : Command(Place{mover, legal[pick(random)], match.ply()});
        match = after(match, command, &log);
    }
    return log;
}

TEST(Match, IsTheFoldOfItsEventsOnEverySetup) {
    for (const engine::Setup& setup : setups()) {
        const std::vector<Event> log = random_log(setup, 7, 0.002);

        Match folded = Match::open(log.front()).value();
        for (std::size_t i = 1; i < log.size(); ++i) {
            ASSERT_EQ(folded.apply(log[i]), ApplyFault::none) << setup.id << " event " << i + 1;
            ASSERT_EQ(folded.seq(), i + 1);
        }

        EXPECT_EQ(folded.status(), Status::finished) << setup.id;
        EXPECT_TRUE(folded.winner().has_value()) << setup.id;
        EXPECT_TRUE(std::holds_alternative<GameEnded>(log.back().data)) << setup.id;
    }
}

TEST(Match, ShowsEveryPastPlyAsItWas) {
    const std::vector<Event> log = random_log(*find_setup("19x19-4p"), 3, 0.005);
    Match match = Match::open(log.front()).value();
    std::vector<std::uint64_t> hashes(1);
    for (std::size_t i = 1; i < log.size(); ++i) {
        ASSERT_EQ(match.apply(log[i]), ApplyFault::none);
        hashes.resize(match.ply() + 1);
        hashes[match.ply()] = match.position().hash();
    }

    for (std::uint32_t ply = 0; ply <= match.ply(); ++ply) {
        EXPECT_EQ(snapshot_at(match, ply)->position.hash(), hashes[ply]) << "ply " << ply;
    }
    EXPECT_FALSE(snapshot_at(match, match.ply() + 1).has_value());
}

TEST(Match, MarksTheLastStoneAndWhatItRemoved) {
    const std::vector<Event> log = random_log(*find_setup("9x9"), 11, 0.0);
    Match match = Match::open(log.front()).value();
    int removals = 0;
    for (std::size_t i = 1; i < log.size(); ++i) {
        ASSERT_EQ(match.apply(log[i]), ApplyFault::none);
        const auto* stone = std::get_if<StonePlaced>(&log[i].data);
        if (stone == nullptr) continue;
        const auto snapshot = snapshot_at(match, match.ply());
        EXPECT_EQ(snapshot->last_point, stone->point);
        EXPECT_EQ(snapshot->removed, stone->after.removed);
        removals += stone->after.removed.empty() ? 0 : 1;
    }
    EXPECT_GT(removals, 0) << "a game without removals would show nothing";
}

}  // namespace
}  // namespace tanbo::engine
