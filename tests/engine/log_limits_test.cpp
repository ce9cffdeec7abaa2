// Bounds of what makes a game's log longer without a stone.

#include "engine/log_limits.hpp"

#include <gtest/gtest.h>

#include "engine/match.hpp"
#include "tests/support/table.hpp"

namespace tanbo::tests {
namespace {

using engine::AccountId;
using engine::Match;
using engine::ProposalKind;
using engine::Propose;
using engine::RefusalCode;

const AccountId anna{1};
const AccountId ben{2};

engine::Terms substituting() {
    engine::Terms terms;
    terms.leaver_policy = engine::LeaverPolicy::substitute;
    return terms;
}

// Proposes and withdraws.
void ask(Table& table, AccountId account, ProposalKind kind) {
    table.propose(account, kind).answer(account, false);
}

// --- from one stone to the next ---

TEST(LogLimits, LetASeatProposeTheSameSoOftenBeforeTheNextStone) {
    Table table("9x9", total(48h));

    for (int i = 0; i < engine::proposals_a_turn_max; ++i) ask(table, anna, ProposalKind::pause);

    EXPECT_EQ(table.refusal(Propose{anna, ProposalKind::pause}), RefusalCode::too_many_proposals);
    ask(table, anna, ProposalKind::abort);
    ask(table, ben, ProposalKind::pause);
    table.place();
    ask(table, anna, ProposalKind::pause);
}

// Whatever can be done without a stone by everybody at the table, as often as it is let: it ends.
TEST(LogLimits, LetALogGrowNoFurtherWithoutAStone) {
    Table table("19x19-4p", total(480h));
    table.place(4);
    const std::size_t before = table.log().size();
    const auto try_all = [&table] {
        bool has_done = false;
        for (std::uint32_t seat = 1; seat <= 4; ++seat) {
            for (int kind = 0; kind < engine::proposal_kinds; ++kind) {
                const Propose propose{AccountId{seat}, static_cast<ProposalKind>(kind)};
                if (table.refusal(propose)) continue;
                table.submit(propose).answer(AccountId{seat}, false);
                has_done = true;
            }
            const engine::Resume resume{AccountId{seat}};
            if (table.refusal(resume)) continue;
            table.submit(resume);
            has_done = true;
        }
        return has_done;
    };

    while (try_all() && table.log().size() < 10'000) {
    }

    const std::size_t most = std::size_t{4} * engine::proposal_kinds * 2 *
                             static_cast<std::size_t>(engine::proposals_a_turn_max);
    EXPECT_LE(table.log().size() - before, most);
    EXPECT_GE(table.log().size() - before, most / 4) << "pauses and undos at least";
}

// --- in a whole game ---

// Anna's first stone is placed and taken back as often as it is let.
Table full_log() {
    Table table("9x9", total(480h));
    table.place();
    while (table.log().size() < 20'000 && !table.refusal(Propose{anna, ProposalKind::undo})) {
        table.propose(anna, ProposalKind::undo).answer(ben).place();
    }
    return table;
}

TEST(LogLimits, TakeNothingBackAnyMoreInALongLog) {
    const Table table = full_log();

    EXPECT_EQ(table.refusal(Propose{anna, ProposalKind::undo}), RefusalCode::log_full);
    EXPECT_EQ(table.refusal(Propose{ben, ProposalKind::pause}), RefusalCode::log_full);
    EXPECT_EQ(table.refusal(Propose{ben, ProposalKind::undo}), RefusalCode::undo_impossible);
    EXPECT_GE(table.match().events_beside_board(), engine::events_beside_board_max);
    EXPECT_LT(table.match().events_beside_board(), engine::events_beside_board_max + 10);
}

TEST(LogLimits, LetAGameWithALongLogEnd) {
    Table stones = full_log();
    while (stones.match().status() == engine::Status::active) stones.place();
    EXPECT_EQ(stones.match().end_reason(), engine::EndReason::last_standing);

    EXPECT_EQ(full_log().submit(engine::Leave{anna}).match().winner(), engine::Seat::white);
    Table flag = full_log();
    flag.wait(481h).submit(engine::FallDue{});
    EXPECT_EQ(flag.match().winner(), engine::Seat::black);
    Table agreed = full_log();
    agreed.propose(anna, ProposalKind::abort).answer(ben);
    EXPECT_EQ(agreed.match().end_reason(), engine::EndReason::aborted);
}

// --- seats ---

TEST(LogLimits, OfferSeatsToSubstitutesSoOften) {
    Table table("19x19-4p", substituting());
    AccountId last{3};

    for (std::uint32_t i = 0; i < engine::seat_offers_max; ++i) {
        table.submit(engine::Leave{last});
        ASSERT_EQ(table.match().offers().size(), 1U);
        last = AccountId{100 + i};
        table.submit(engine::TakeOver{{last, "substitute"}});
    }
    table.submit(engine::Leave{last});

    EXPECT_TRUE(table.match().offers().empty());
    EXPECT_FALSE(table.match().is_in(engine::Seat::red));
    EXPECT_EQ(table.match().status(), engine::Status::active);
}

// A game of four that Anna has opened, who sits at black.
class OpenGame {
public:
    OpenGame() : match_(opened()) {}
    const Match& match() const { return match_; }
    // Why it is refused; nothing: it was done.
    std::optional<RefusalCode> submit(const engine::Command& command) {
        const auto decision = engine::decide(match_, command, utc(2026, 3, 2));
        const auto* const refused = std::get_if<engine::Refusal>(&decision);
        if (refused != nullptr) return refused->code;
        match_ = *std::get<engine::Decided>(decision).next;
        return std::nullopt;
    }

private:
    static Match opened() {
        const std::string setup = "19x19-4p";
        engine::GameOpened opened{
            setup, engine::find_setup(setup)->opening, {{}, {}, {}, {}}, {}, {anna, "anna"}};
        opened.seats[0] = {opened.creator, true};
        return Match::open({1, utc(2026, 3, 2), opened}).value();
    }

    Match match_;
};

TEST(LogLimits, LetAnAccountComeBackToAnOpenGameSoOften) {
    OpenGame game;
    for (int i = 0; i < engine::withdrawals_max; ++i) {
        ASSERT_EQ(game.submit(engine::Join{{ben, "ben"}, {}}), std::nullopt);
        ASSERT_EQ(game.submit(engine::Leave{ben}), std::nullopt);
    }

    EXPECT_EQ(game.submit(engine::Join{{ben, "ben"}, {}}), RefusalCode::withdrawn_too_often);
    EXPECT_EQ(game.submit(engine::Join{{AccountId{3}, "carla"}, {}}), std::nullopt);
}

TEST(LogLimits, LetAnOpenGameBeJoinedAndLeftSoOften) {
    OpenGame game;
    std::uint32_t guest = 10;

    while (guest < 3'000 && !game.submit(engine::Join{{AccountId{guest}, "guest"}, {}})) {
        ASSERT_EQ(game.submit(engine::Leave{AccountId{guest++}}), std::nullopt);
    }

    EXPECT_EQ(game.submit(engine::Join{{ben, "ben"}, {}}), RefusalCode::joined_too_often);
    EXPECT_LE(game.match().seq(), engine::events_before_start_max + 1);
    EXPECT_EQ(game.submit(engine::Leave{anna}), std::nullopt);
    EXPECT_EQ(game.match().end_reason(), engine::EndReason::withdrawn);
}

}  // namespace
}  // namespace tanbo::tests
