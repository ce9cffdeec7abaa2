#include "server/game/plans.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "engine/notation.hpp"
#include "server/game/game_transaction.hpp"
#include "server/game/planned_moves.hpp"
#include "server/game/referee.hpp"
#include "server/game/refusals.hpp"
#include "server/store/tables/games/plans.hpp"

namespace tanbo::game {

namespace {

using engine::Match;
using engine::Seat;
using protocol::Code;
using protocol::PlanBranch;
using protocol::PlanDrop;
using protocol::Result;

// --- whether a branch fits ---

enum class Fit : std::uint8_t { no, open, yes };

struct Stone {
    Seat seat;
    engine::Point point;
};

std::vector<Stone> stones_since(const Match& match, std::uint32_t ply) {
    std::vector<Stone> stones;
    for (; ply < match.ply(); ++ply) {
        if (const auto turn = match.turn_at(ply)) stones.push_back({turn->seat, turn->point});
    }
    return stones;
}

// A player who is out, or was passed by, does nothing any more.
Fit fit(const Match& match, const protocol::PlanCondition& condition,
        const std::vector<Stone>& stones, bool is_final) {
    if (condition.point.empty()) return Fit::yes;
    const auto stone = std::ranges::find(stones, condition.seat, &Stone::seat);
    if (stone != stones.end()) {
        const auto point = engine::parse_point(match.opening().lattice(), condition.point);
        return point == stone->point ? Fit::yes : Fit::no;
    }
    return is_final || !match.position().is_in(condition.seat) ? Fit::no : Fit::open;
}

Fit fit(const Match& match, const PlanBranch& branch, const std::vector<Stone>& stones,
        bool is_final) {
    Fit worst = Fit::yes;
    for (const protocol::PlanCondition& condition : branch.conditions) {
        worst = std::min(worst, fit(match, condition, stones, is_final));
    }
    return worst;
}

// The number of the root that grew from this point of the opening; nothing if none did.
std::optional<engine::Root> root_named(const engine::Opening& opening, const std::string& name) {
    const auto point = engine::parse_point(opening.lattice(), name);
    const auto seeds = opening.seeds();
    const auto seed = point ? std::ranges::find(seeds, *point) : seeds.end();
    if (seed == seeds.end()) return std::nullopt;
    return static_cast<engine::Root>(seed - seeds.begin() + 1);
}

bool holds(const engine::Position& position, const protocol::PlanGuard& guard) {
    const auto root = root_named(position.opening(), guard.root);
    return root && position.root_space(*root) >= guard.root_space_min;
}

bool hold(const engine::Position& position, const PlanBranch& branch) {
    return std::ranges::all_of(branch.guards, [&position](const protocol::PlanGuard& guard) {
        return holds(position, guard);
    });
}

PlanVerdict answer(const Match& match, const protocol::PlanBranches& plan,
                   const std::vector<Stone>& stones) {
    for (const PlanBranch& branch : plan) {
        if (fit(match, branch, stones, true) != Fit::yes) continue;
        if (!hold(match.position(), branch)) continue;
        const auto point = engine::parse_point(match.opening().lattice(), branch.move);
        const bool is_legal = point && match.position().legality(*point) == engine::Illegal::none;
        if (!is_legal) return PlanDrop::illegal_move;
        return PlanPlays{*point, &branch};
    }
    return PlanDrop::no_branch;
}

// --- whether a plan makes sense on this board ---

// The way to a value of the request, for the pointer of a refusal.
class Way {
public:
    Way(const Way* parent, std::string step) : parent_(parent), step_(std::move(step)) {}
    std::string text() const {
        return (parent_ == nullptr ? std::string() : parent_->text()) + "/" + step_;
    }

private:
    const Way* parent_;
    std::string step_;
};

Result<void> refuse(const Way& at, const std::string& key, std::string why) {
    return protocol::refusal(Code::invalid_field, std::move(why), at.text() + "/" + key);
}

Result<void> check_names(const Match& match, Seat own, const PlanBranch& branch, const Way& at) {
    const engine::Lattice& lattice = match.opening().lattice();
    const auto is_point = [&lattice](const std::string& name) {
        return engine::parse_point(lattice, name).has_value();
    };
    for (std::size_t i = 0; i < branch.conditions.size(); ++i) {
        const protocol::PlanCondition& condition = branch.conditions[i];
        const std::string key = "if/" + std::to_string(i);
        if (condition.seat == own || engine::index_of(condition.seat) >= match.opening().seats()) {
            return refuse(at, key + "/seat", "The condition must name another seat in this game.");
        }
        if (!condition.point.empty() && !is_point(condition.point)) {
            return refuse(at, key + "/point",
                          protocol::quotation(condition.point) + " is not a point of this board.");
        }
    }
    for (std::size_t i = 0; i < branch.guards.size(); ++i) {
        if (root_named(match.opening(), branch.guards[i].root)) continue;
        return refuse(at, "guard/" + std::to_string(i) + "/root",
                      "No root starts at " + protocol::quotation(branch.guards[i].root) + ".");
    }
    if (is_point(branch.move)) return {};
    return refuse(at, "then", protocol::quotation(branch.move) + " is not a point of this board.");
}

Result<void> check_names(const Match& match, Seat own, const protocol::PlanBranches& plan,
                         const Way& at) {
    for (std::size_t i = 0; i < plan.size(); ++i) {
        const Way branch(&at, std::to_string(i));
        auto checked = check_names(match, own, plan[i], branch);
        if (checked) checked = check_names(match, own, plan[i].next, Way(&branch, "next"));
        if (!checked) return checked;
    }
    return {};
}

Result<void> check_plan(const Match& match, Seat own, const protocol::PlanBranches& plan) {
    if (protocol::plan_parts(plan) > protocol::plan_parts_max) {
        return protocol::refusal(Code::invalid_field,
                                 "The plan must have at most " +
                                     std::to_string(protocol::plan_parts_max) +
                                     " conditions and guards.",
                                 "/plan");
    }
    return check_names(match, own, plan, Way(nullptr, "plan"));
}

void store_plan(store::Transaction& transaction, GameTransaction& games, GameId game,
                AccountId account, const protocol::SetPlan& plan) {
    store::Plan row{account, plan.ply, protocol::encode_plan_branches(plan.plan)};
    store::set_plan(transaction, game, row, games.now());
    games.expect_plan(game, std::move(row), plan.plan);
}

// True if the move can be made now. Any other move is a repeat, or will be refused.
bool is_playable(const Match& match, const Move& move) {
    const auto seat = match.seat_of(move.account);
    const bool is_next = seat && match.status() == engine::Status::active &&
                         match.to_move() == *seat && match.ply() == move.ply;
    if (!is_next || (move.seq && *move.seq < match.last_undo())) return false;
    const auto point = engine::parse_point(match.opening().lattice(), move.point);
    return point && match.position().legality(*point) == engine::Illegal::none;
}

// A refusal is an answer: as an error it would undo what was due before the move.
struct Answered {
    SharedBytes event;
    std::optional<protocol::Error> refusal;
};

// The plan is there before the move is: others' plans may answer that at once.
Result<Answered> play_and_plan(store::Transaction& transaction, GameTransaction& games, GameId game,
                               const Move& move, const protocol::PlanBranches& plan) {
    games.apply_due(game);
    const auto match = games.match(game);
    const bool is_planned = match != nullptr && is_playable(*match, move);
    if (is_planned) {
        const auto checked = check_plan(*match, *match->seat_of(move.account), plan);
        if (!checked) return Answered{{}, checked.error()};
        store_plan(transaction, games, game, move.account, {move.ply + 1, plan});
    }
    auto step = games.command(game, move, std::nullopt);
    if (step) return Answered{step->frame, {}};
    if (is_planned) return step.error();
    return Answered{{}, step.error()};
}

// A planner must be in, waiting, and up to date.
Result<Seat> planning_seat(GameId game, const Match& match, AccountId account, std::uint32_t ply) {
    const std::string name = "game " + to_string(game);
    const auto refused = [&match](Code code, std::string detail) {
        protocol::Error error = protocol::refusal(code, std::move(detail));
        error.ply = match.ply();
        error.seq = match.seq();
        return error;
    };
    const auto seat = match.seat_of(account);
    if (!seat) return refused(Code::not_a_player, "You have no seat in " + name + ".");
    switch (match.status()) {
        case engine::Status::open:
            return refused(Code::game_not_started, "G" + name.substr(1) + " has not started.");
        case engine::Status::finished:
            return refused(Code::game_over, "G" + name.substr(1) + " is over.");
        case engine::Status::active:
            break;
    }
    if (!match.is_in(*seat)) return refused(Code::already_left, "You are out of " + name + ".");
    if (ply != match.ply()) {
        return refused(Code::stale_ply, "The plan is for ply " + std::to_string(ply) + ", but " +
                                            name + " is at ply " + std::to_string(match.ply()) +
                                            ".");
    }
    if (match.to_move() == *seat) {
        return refused(Code::your_turn, "It is your turn in " + name +
                                            ". Move first; a plan answers the moves after it.");
    }
    return *seat;
}

}  // namespace

PlanVerdict consult(const Match& match, AccountId account, std::uint32_t ply,
                    const protocol::PlanBranches& plan) {
    if (match.status() == engine::Status::finished) return PlanDrop::game_over;
    const auto seat = match.seat_of(account);
    if (!seat || !match.is_in(*seat)) return PlanDrop::left;
    if (ply > match.ply()) return PlanDrop::undo;
    const std::vector<Stone> stones = stones_since(match, ply);
    if (match.to_move() == *seat) return answer(match, plan, stones);
    const bool may_fit = std::ranges::any_of(plan, [&](const PlanBranch& branch) {
        return fit(match, branch, stones, false) != Fit::no;
    });
    if (may_fit) return PlanWaits{};
    return PlanDrop::no_branch;
}

Result<std::string> set_plan(store::Transaction& transaction, GameTransaction& games, GameId game,
                             AccountId account, const protocol::SetPlan& plan) {
    games.apply_due(game);
    const auto match = games.match(game);
    if (match == nullptr || !match->can_see(account)) return no_such_game(game);
    const auto seat = planning_seat(game, *match, account, plan.ply);
    if (!seat) return seat.error();
    const auto checked = check_plan(*match, *seat, plan.plan);
    if (!checked) return checked.error();
    store_plan(transaction, games, game, account, plan);
    return protocol::encode_plan(game, plan.ply, plan.plan);
}

Result<std::string> put_plan(store::Transaction& transaction, GameTransaction& games, GameId game,
                             AccountId account, const std::optional<protocol::SetPlan>& plan) {
    if (plan) return set_plan(transaction, games, game, account, *plan);
    store::remove_plan(transaction, game, account);
    return std::string();
}

base::Awaitable<Result<SharedBytes>> play_with_plan(Referee& referee, GameId game, Move move,
                                                    protocol::PlanBranches plan) {
    const auto work = [game, move = std::move(move), plan = std::move(plan)](
                          store::Transaction& transaction, GameTransaction& games) {
        return play_and_plan(transaction, games, game, move, plan);
    };
    auto answered = co_await referee.transact<Answered>(work);
    if (!answered) co_return answered.error();
    if (answered->refusal) co_return *answered->refusal;
    co_return std::move(answered->event);
}

base::Awaitable<Result<std::string>> set_plan(Referee& referee, GameId game, AccountId account,
                                              protocol::SetPlan plan) {
    PlanOf plan_of = [plan = std::move(plan)](const Match&) {
        return Result<std::optional<protocol::SetPlan>>(plan);
    };
    auto made = co_await referee.submit_plan(game, account, std::move(plan_of));
    if (!made) co_return made.error();
    co_return *made->body;
}

base::Awaitable<Result<void>> remove_plan(Referee& referee, GameId game, AccountId account) {
    const auto none = [](const Match&) {
        return Result<std::optional<protocol::SetPlan>>(std::nullopt);
    };
    auto removed = co_await referee.submit_plan(game, account, none);
    if (!removed) co_return removed.error();
    co_return Result<void>();
}

Result<std::string> read_plan(store::Reader& reader, GameId game, AccountId account) {
    const auto row = store::find_plan(reader, game, account);
    auto none =
        protocol::refusal(Code::no_such_plan, "You have no plan in game " + to_string(game) + ".");
    if (!row) return none;
    const auto plan = protocol::decode_plan_branches(row->plan);
    if (!plan) return none;
    return protocol::encode_plan(game, static_cast<std::uint32_t>(row->ply), *plan);
}

}  // namespace tanbo::game
