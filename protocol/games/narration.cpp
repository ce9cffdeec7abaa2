#include "protocol/games/narration.hpp"

#include <string_view>

#include "engine/notation.hpp"
#include "protocol/games/events.hpp"

namespace tanbo::protocol {

namespace {

std::string name_of(const engine::Match& match, engine::Seat seat) {
    std::string name(engine::seat_name(seat));
    const auto& holder = match.seats()[static_cast<std::size_t>(engine::index_of(seat))];
    if (holder.player) name += " (" + holder.player->handle + ")";
    return name;
}

std::string count_of(std::size_t count, std::string_view thing) {
    std::string text = std::to_string(count) + " " + std::string(thing);
    return count == 1 ? text : text + "s";
}

std::string removals(const engine::MoveEffects& after, const engine::Lattice& lattice) {
    std::string text;
    for (const engine::RemovedStones& root : after.removed) {
        text += text.empty() ? " removes " : ", ";
        text += root.current ? "the root it extended, " : "";
        text += std::string(engine::seat_name(root.seat)) + "'s root " +
                engine::point_name(lattice, root.root) + " (" +
                count_of(root.points.size(), "stone") + ")";
    }
    return text;
}

std::string eliminations(const engine::MoveEffects& after) {
    std::string text;
    for (const engine::Seat seat : after.eliminated) {
        text += " " + std::string(engine::seat_name(seat)) + " is out.";
    }
    return text;
}

struct Narrator {
    const engine::Match& match;

    std::string operator()(const engine::GameOpened& opened) const {
        const std::string board = opened.setup.empty() ? "a custom board" : opened.setup;
        return opened.creator.handle + " opens a game on " + board + ".";
    }
    std::string operator()(const engine::PlayerJoined& joined) const {
        return joined.player.handle + " takes " + std::string(engine::seat_name(joined.seat)) + ".";
    }
    std::string operator()(const engine::GameStarted& started) const {
        std::string text = "The game begins";
        for (const engine::Seat seat : started.absent) {
            text += ", without " + std::string(engine::seat_name(seat));
        }
        return text + ".";
    }
    std::string operator()(const engine::StonePlaced& placed) const {
        const engine::Lattice& lattice = match.opening().lattice();
        return std::string(engine::seat_name(placed.seat)) + " " +
               engine::point_name(lattice, placed.point) + removals(placed.after, lattice) + "." +
               eliminations(placed.after);
    }
    std::string operator()(const engine::PlayerLeft& left) const {
        std::string text = seat(left.seat) + " " + std::string(narrate_leaving(left.reason));
        if (left.after.removed.empty()) return text + ".";
        return text + ", " + count_of(left.after.removed.size(), "root") + " removed.";
    }
    std::string operator()(const engine::GameEnded& ended) const {
        if (ended.reason == engine::EndReason::aborted) return "The game was aborted.";
        if (ended.reason == engine::EndReason::withdrawn) return "The game was withdrawn.";
        const std::string verdict =
            ended.reason == engine::EndReason::adjudicated ? " by an administrator's verdict" : "";
        if (!ended.winner) return "The game ended without a result" + verdict + ".";
        return name_of(match, *ended.winner) + " has won" + verdict + ".";
    }
    std::string operator()(const engine::SeatsSwapped& swapped) const {
        const auto by = static_cast<std::size_t>(engine::index_of(swapped.by));
        return "The players swap seats: " + seat(swapped.by) + " is now " +
               swapped.players[by].handle + ".";
    }
    std::string operator()(const engine::TurnsTakenBack& undo) const {
        return seat(undo.by) + " undoes a move: back to ply " + std::to_string(undo.to_ply) + ".";
    }
    std::string operator()(const engine::GamePaused&) const { return "The game is paused."; }
    std::string operator()(const engine::GameResumed&) const { return "The game resumes."; }
    std::string operator()(const engine::CalendarSet& set) const {
        return seat(set.seat) + " changed their days off.";
    }
    std::string operator()(const engine::TimeCredited&) const {
        return "Server downtime was added back.";
    }
    std::string operator()(const engine::Proposed& proposed) const {
        return seat(proposed.by) + " proposes " + matter(proposed) + ".";
    }
    std::string operator()(const engine::ProposalAnswered& answered) const {
        return seat(answered.by) + (answered.accepts ? " accepts." : " declines.");
    }
    std::string operator()(const engine::SeatOffered& offered) const {
        return seat(offered.seat) + " " + std::string(narrate_leaving(offered.reason)) +
               "; the seat is open to a substitute until " + format_instant(offered.until) + ".";
    }
    std::string operator()(const engine::SeatTakenOver& taken) const {
        return taken.player.handle + " takes over " + seat(taken.seat) + ".";
    }

private:
    static std::string seat(engine::Seat seat) { return std::string(engine::seat_name(seat)); }

    static std::string matter(const engine::Proposed& proposed) {
        switch (proposed.kind) {
            case engine::ProposalKind::undo:
                return "an undo to ply " + std::to_string(proposed.to_ply);
            case engine::ProposalKind::pause:
                return "a pause";
            case engine::ProposalKind::abort:
                return "to abort the game";
            case engine::ProposalKind::remove:
                return "to vote out " + seat(*proposed.target);
        }
        return {};
    }
};

}  // namespace

std::string narrate(const engine::EventData& event, const engine::Match& match) {
    return std::visit(Narrator{match}, event);
}

std::string_view narrate_leaving(engine::LeaveReason reason) {
    switch (reason) {
        case engine::LeaveReason::resigned:
            return "resigns";
        case engine::LeaveReason::time:
            return "has run out of time";
        case engine::LeaveReason::removed:
            return "was removed by an administrator";
        case engine::LeaveReason::withdrawn:
            return "leaves before the start";
        case engine::LeaveReason::absent:
            return "was absent, and voted out";
    }
    return {};
}

const engine::Leaver* last_leaver(const engine::Match& match, engine::Seat seat) {
    const engine::Leaver* last = nullptr;
    for (const engine::Leaver& leaver : match.leavers()) {
        if (leaver.seat == seat) last = &leaver;
    }
    return last;
}

std::string_view left_seat_word(const engine::Match& match, engine::Seat seat) {
    const engine::Leaver* const leaver = last_leaver(match, seat);
    if (leaver == nullptr) return "absent";
    switch (leaver->reason) {
        case engine::LeaveReason::resigned:
            return "resigned";
        case engine::LeaveReason::time:
            return "out of time";
        case engine::LeaveReason::removed:
            return "removed";
        case engine::LeaveReason::withdrawn:
            return "left";
        case engine::LeaveReason::absent:
            return "voted out";
    }
    return {};
}

std::string narrate_seats(const engine::Match& match) {
    std::string text;
    for (std::size_t i = 0; i < match.seats().size(); ++i) {
        const engine::SeatHolder& holder = match.seats()[i];
        if (i > 0) text += ", ";
        const engine::Seat seat = engine::seat_at(static_cast<int>(i));
        text += engine::seat_name(seat);
        if (holder.state == engine::SeatState::open) {
            text += holder.player ? " waits for" : " is open";
        }
        if (holder.player) text += " " + holder.player->handle;
        const bool is_offered = holder.state == engine::SeatState::offered;
        if (is_offered || holder.state == engine::SeatState::left) {
            text.append(": ").append(left_seat_word(match, seat));
        }
        if (is_offered) text += "; open to a substitute";
        if (holder.state == engine::SeatState::out) text += " is out";
    }
    return text;
}

}  // namespace tanbo::protocol
