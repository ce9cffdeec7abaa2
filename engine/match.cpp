#include "engine/match.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace tanbo::engine {

namespace {

constexpr int seats_to_start_custom = 2;

bool is_taken(const SeatHolder& holder) {
    return holder.state == SeatState::in;
}

std::vector<RemovedStones> copy_removed(const Outcome& outcome) {
    std::vector<RemovedStones> removed;
    removed.reserve(outcome.removed.size());
    for (const RemovedRoot& root : outcome.removed) {
        removed.push_back(
            {root.seat, root.seed, {root.points.begin(), root.points.end()}, root.current});
    }
    return removed;
}

}  // namespace

std::string_view apply_fault_name(ApplyFault fault) {
    switch (fault) {
        case ApplyFault::none:
            return "none";
        case ApplyFault::wrong_seq:
            return "wrong-seq";
        case ApplyFault::wrong_order:
            return "wrong-order";
        case ApplyFault::wrong_seat:
            return "wrong-seat";
        case ApplyFault::illegal_move:
            return "illegal-move";
        case ApplyFault::wrong_outcome:
            return "wrong-outcome";
    }
    return "";
}

MoveEffects move_effects(const Position& position, const Outcome& outcome) {
    MoveEffects after;
    after.removed = copy_removed(outcome);
    after.to_move = position.to_move();
    after.winner = position.winner();
    for (int i = 0; i < position.opening().seats(); ++i) {
        const Seat seat = seat_at(i);
        if (outcome.eliminated.contains(seat)) after.eliminated.push_back(seat);
        after.roots.push_back(position.roots(seat));
    }
    return after;
}

MoveEffects lift_seats(Position& position, std::span<const Seat> seats) {
    MoveEffects all = move_effects(position, Outcome{});
    for (const Seat seat : seats) {
        const Outcome outcome = position.leave(seat);
        MoveEffects one = move_effects(position, outcome);
        std::move(one.removed.begin(), one.removed.end(), std::back_inserter(all.removed));
        all.eliminated.push_back(seat);
        all.to_move = one.to_move;
        all.roots = std::move(one.roots);
    }
    return all;
}

StonePlaced place_stone(const Position& before, Point point) {
    Position position = before;
    StonePlaced placed{before.ply(), *before.to_move(), point, {}};
    const Outcome outcome = position.play(point);
    placed.after = move_effects(position, outcome);
    return placed;
}

std::vector<int> Match::final_places() const {
    std::vector<int> places;
    if (!position_.is_over()) return places;
    for (int i = 0; i < opening_->seats(); ++i) {
        const bool was_absent = !seats_[static_cast<std::size_t>(i)].player;
        places.push_back(was_absent ? 0 : position_.place(seat_at(i)));
    }
    return places;
}

std::optional<Seat> Match::seat_of(AccountId account) const {
    for (std::size_t i = 0; i < seats_.size(); ++i) {
        const SeatHolder& holder = seats_[i];
        if (holder.state != SeatState::open && holder.player && holder.player->account == account) {
            return seat_at(static_cast<int>(i));
        }
    }
    return std::nullopt;
}

std::optional<Seat> Match::reserved_for(AccountId account) const {
    for (std::size_t i = 0; i < seats_.size(); ++i) {
        const SeatHolder& holder = seats_[i];
        if (holder.state == SeatState::open && holder.player && holder.player->account == account) {
            return seat_at(static_cast<int>(i));
        }
    }
    return std::nullopt;
}

bool Match::can_see(std::optional<AccountId> account) const {
    if (visibility_ == Visibility::everyone) return true;
    if (!account) return false;
    return *account == creator_.account || has_played(*account) || reserved_for(*account);
}

bool Match::has_played(AccountId account) const {
    const auto is_his = [&](const Leaver& leaver) { return leaver.player.account == account; };
    return seat_of(account) || std::ranges::any_of(leavers_, is_his);
}

int Match::withdrawals(AccountId account) const {
    return static_cast<int>(std::ranges::count(withdrawn_, account));
}

bool Match::is_in(Seat seat) const {
    const auto index = static_cast<std::size_t>(index_of(seat));
    return index < seats_.size() && is_taken(seats_[index]);
}

int Match::players_in() const {
    return seats_taken();
}

int Match::seats_taken() const {
    return static_cast<int>(std::count_if(seats_.begin(), seats_.end(), is_taken));
}

int Match::seats_to_start() const {
    const Setup* const setup = find_setup(setup_);
    return setup == nullptr ? seats_to_start_custom : setup->seats_to_start;
}

bool Match::can_start() const {
    return status_ == Status::open && seats_taken() >= seats_to_start();
}

std::optional<Seat> Match::to_move() const {
    return status_ == Status::active ? position_.to_move() : std::nullopt;
}

std::optional<PastTurn> Match::turn_at(std::uint32_t ply) const {
    if (ply >= turn_of_ply_.size()) return std::nullopt;
    return turns_[turn_of_ply_[ply]];
}

std::optional<Instant> Match::due() const {
    if (status_ != Status::active) return std::nullopt;
    std::optional<Instant> due = clock_.deadline();
    const auto awaits = [&due](Instant at) { due = due ? std::min(*due, at) : at; };
    for (const OfferedSeat& offer : offers_) awaits(offer.until);
    if (paused_at_) awaits(*paused_at_ + pause_max);
    return due;
}

bool Match::is_moved_by(const Span& downtime) const {
    const bool is_awaited = clock_.deadline() || !offers_.empty();
    return is_awaited && due() && *due() > downtime.from && downtime.from < downtime.until;
}

Match Match::credited(std::span<const Span> downtimes) const {
    Match match = *this;
    for (const Span& downtime : downtimes) {
        const Span rest{std::max(downtime.from, updated_at_), downtime.until};
        if (!match.is_moved_by(rest)) continue;
        match.clock_.credit(rest);
        for (OfferedSeat& offer : match.offers_) offer.postpone(rest);
    }
    return match;
}

Millis Match::waited(Instant now) const {
    if (status_ != Status::active) return Millis{0};
    if (clock_.is_on()) return clock_.waited(now);
    return std::max(Millis{0}, now - turn_since_);
}

Millis Match::offered_for(Instant now) const {
    return offered_before_ + (offered_since_ ? now - *offered_since_ : Millis(0));
}

const Proposal* Match::proposal(std::uint32_t id) const {
    const auto found = std::ranges::find(proposals_, id, &Proposal::id);
    return found == proposals_.end() ? nullptr : &*found;
}

const OfferedSeat* Match::offer(std::optional<Seat> seat) const {
    const auto found = std::ranges::find_if(
        offers_, [seat](const OfferedSeat& one) { return !seat || one.seat == *seat; });
    return found == offers_.end() ? nullptr : &*found;
}

int Match::proposals_since_stone(Seat by, ProposalKind kind) const {
    return proposed_[static_cast<std::size_t>(by)][static_cast<std::size_t>(kind)];
}

void Match::record_proposed(Seat by, ProposalKind kind) {
    std::uint8_t& made = proposed_[static_cast<std::size_t>(by)][static_cast<std::size_t>(kind)];
    if (made < std::numeric_limits<std::uint8_t>::max()) ++made;
}

bool Match::is_agreed(const Proposal& proposal) const {
    if (proposal.kind == ProposalKind::remove) {
        return (proposal.accepted.size() + 1) * 2 > players_in() - 1;
    }
    return proposal.accepted.size() == players_in() - 1;
}

bool Match::is_declined(const Proposal& proposal) const {
    if (proposal.declined.empty()) return false;
    if (proposal.kind != ProposalKind::remove || proposal.declined.contains(proposal.by)) {
        return true;
    }
    const int others = players_in() - 1;
    return (others - proposal.declined.size()) * 2 <= others;
}

bool Match::is_verdict(const std::optional<Seat>& winner, std::span<const int> places) const {
    if (places.empty()) return !winner;
    if (places.size() != seats_.size()) return false;
    const auto holding = [&](auto is_such) { return std::ranges::count_if(places, is_such); };
    for (std::size_t i = 0; i < places.size(); ++i) {
        const int place = places[i];
        if (!seats_[i].player) {
            if (place != 0) return false;
            continue;
        }
        const auto better = holding([&](int other) { return other != 0 && other < place; });
        if (place < 1 || better != place - 1) return false;
    }
    const bool has_one_first = holding([](int place) { return place == 1; }) == 1;
    if (!winner) return !has_one_first;
    const auto index = static_cast<std::size_t>(index_of(*winner));
    return has_one_first && index < places.size() && places[index] == 1;
}

Snapshot replay(std::shared_ptr<const Opening> opening, std::span<const PastTurn> turns,
                std::uint32_t ply) {
    Snapshot snapshot{Position(std::move(opening)), std::nullopt, {}, 0};
    for (const PastTurn& turn : turns) {
        const bool is_stone = turn.point != no_point;
        if (is_stone && snapshot.position.ply() == ply) break;
        const Outcome outcome =
            is_stone ? snapshot.position.play(turn.point) : snapshot.position.leave(turn.seat);
        if (is_stone) snapshot.last_point = turn.point;
        snapshot.removed = copy_removed(outcome);
        ++snapshot.turns;
    }
    return snapshot;
}

std::optional<Snapshot> snapshot_at(const Match& match, std::uint32_t ply) {
    if (ply > match.ply()) return std::nullopt;
    return replay(match.shared_opening(), match.turns(), ply);
}

}  // namespace tanbo::engine
