#include "protocol/narration.hpp"

#include <string_view>

#include "engine/notation.hpp"

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

std::string removals(const engine::Aftermath& after, const engine::Lattice& lattice) {
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

std::string eliminations(const engine::Aftermath& after) {
    std::string text;
    for (const engine::Seat seat : after.eliminated) {
        text += " " + std::string(engine::seat_name(seat)) + " is out.";
    }
    return text;
}

struct Narrator {
    const engine::Match& match;

    std::string operator()(const engine::GameOpened& opened) const {
        const std::string board = opened.setup.empty() ? "a board of its own" : opened.setup;
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
        std::string text = std::string(engine::seat_name(left.seat)) + " leaves";
        if (left.after.removed.empty()) return text + ".";
        return text + ", " + count_of(left.after.removed.size(), "root") + " lifted.";
    }
    std::string operator()(const engine::GameEnded& ended) const {
        if (!ended.winner) return "The game was withdrawn.";
        return name_of(match, *ended.winner) + " has won.";
    }
};

}  // namespace

std::string narrate(const engine::EventData& event, const engine::Match& after) {
    return std::visit(Narrator{after}, event);
}

std::string narrate_seats(const engine::Match& match) {
    std::string text;
    for (std::size_t i = 0; i < match.seats().size(); ++i) {
        const engine::SeatHolder& holder = match.seats()[i];
        if (i > 0) text += ", ";
        text += engine::seat_name(engine::seat_at(static_cast<int>(i)));
        if (holder.state == engine::SeatState::open) {
            text += holder.player ? " waits for" : " is open";
        }
        if (holder.player) text += " " + holder.player->handle;
        if (holder.state == engine::SeatState::left) text += " has left";
        if (holder.state == engine::SeatState::out) text += " is out";
    }
    return text;
}

}  // namespace tanbo::protocol
