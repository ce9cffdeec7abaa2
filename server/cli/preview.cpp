#include "server/cli/preview.hpp"

#include <algorithm>

#include "engine/assistance.hpp"
#include "engine/notation.hpp"
#include "protocol/json/words.hpp"

namespace tanbo::cli {

namespace {

std::string name_of(engine::Seat seat) {
    return std::string(engine::seat_name(seat));
}

// As what follows "illegal: ".
std::string why_illegal(const engine::Match& match, engine::Point point, engine::Illegal illegal) {
    const std::string own = name_of(*match.to_move()) + "'s stones";
    switch (illegal) {
        case engine::Illegal::occupied:
            return "a stone of " + name_of(*match.position().stone(point)) + " is on it.";
        case engine::Illegal::no_friend:
            return "it touches none of " + own + ". It must touch exactly one.";
        case engine::Illegal::two_friends:
            return "it touches several of " + own + ". It must touch exactly one.";
        case engine::Illegal::none:
        case engine::Illegal::off_board:
        case engine::Illegal::not_your_turn:
        case engine::Illegal::game_over:
            break;
    }
    return std::string(engine::illegal_name(illegal)) + ".";
}

// The neighbour of its own colour that a legal stone touches.
engine::Root root_to_grow(const engine::Position& position, engine::Point point) {
    for (const engine::Point next : position.lattice().neighbours(point)) {
        if (position.stone(next) == position.to_move()) return position.root(next);
    }
    return 0;
}

std::size_t stones_of(const engine::Position& position, engine::Root root) {
    std::size_t count = 0;
    for (int i = 0; i < position.lattice().points(); ++i) {
        if (position.root(static_cast<engine::Point>(i)) == root) ++count;
    }
    return count;
}

// " It would lift white's root A13 (5 stones)." for each.
std::string liftings(const engine::StonePlaced& placed, const engine::Lattice& lattice) {
    if (placed.after.removed.empty()) return " It would remove nothing.";
    std::string text;
    for (const engine::RemovedStones& root : placed.after.removed) {
        text += " It would remove ";
        text += root.current ? "the root it extends, " : name_of(root.seat) + "'s root ";
        text += engine::point_name(lattice, root.root) + " (" +
                protocol::counted(root.points.size(), "stone") + ").";
    }
    return text;
}

bool lifts_itself(const engine::StonePlaced& placed) {
    return std::ranges::any_of(placed.after.removed, &engine::RemovedStones::current);
}

std::string consequences(const engine::StonePlaced& placed) {
    std::string text;
    for (const engine::Seat seat : placed.after.eliminated) {
        text += " " + name_of(seat) + " would be out.";
    }
    if (placed.after.winner) text += " " + name_of(*placed.after.winner) + " would win.";
    if (placed.after.to_move) text += " Then " + name_of(*placed.after.to_move) + " is to move.";
    return text;
}

}  // namespace

std::string preview_text(const engine::Match& match, engine::Point point) {
    if (!match.to_move()) return "No player is to move.";
    const engine::Position& position = match.position();
    const engine::Lattice& lattice = position.lattice();
    const std::string move = name_of(*match.to_move()) + " " + engine::point_name(lattice, point);
    const engine::Illegal illegal = position.legality(point);
    if (illegal != engine::Illegal::none) {
        return move + " is illegal: " + why_illegal(match, point, illegal);
    }
    const engine::Root root = root_to_grow(position, point);
    const engine::StonePlaced placed = engine::place_stone(position, point);
    const engine::Assistance assistance = assistance_in(match);
    // A player is warned of the end of a root of their own in any game.
    if (assistance == engine::Assistance::none && !lifts_itself(placed)) return move + " is legal.";
    std::string text = move + " would extend the root ";
    text += engine::point_name(lattice, position.seed(root));
    if (assistance == engine::Assistance::full) {
        text += " to " + protocol::counted(stones_of(position, root) + 1, "stone");
    }
    return text + "." + liftings(placed, lattice) + consequences(placed);
}

}  // namespace tanbo::cli
