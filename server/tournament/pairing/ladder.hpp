#pragma once

#include <optional>
#include <vector>

// The order of a ladder: players from the top to the bottom.
namespace tanbo::pairing {

// A permutation of its players, whatever happens to it.
class Ladder {
public:
    Ladder() = default;
    // Requires: all different.
    explicit Ladder(std::vector<int> players);

    const std::vector<int>& players() const { return players_; }
    // From 0, the top, on; nothing for somebody who is not on the ladder.
    std::optional<int> place(int player) const;

    // At the bottom. Requires: not on the ladder.
    void join(int player);
    // Everybody below moves up one. Requires: on the ladder.
    void leave(int player);

    // True if a player may challenge another: at most `reach` places above them.
    bool is_in_reach(int challenger, int challenged, int reach) const;

    // The challenger has won: they take the place of the challenged, and everybody between moves
    // down one. Nothing changes if the challenger stands higher already, or one of them has left.
    void win(int challenger, int challenged);

private:
    std::vector<int> players_;
};

}  // namespace tanbo::pairing
