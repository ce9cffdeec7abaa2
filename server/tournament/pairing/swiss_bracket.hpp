#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "server/tournament/pairing/swiss_field.hpp"
#include "server/tournament/pairing/swiss_objective.hpp"

// One bracket of a Swiss round. Article numbers are those of C.04.3.
//
// All criteria of article 2.4 are sums over pairs, so the best candidates are the matchings of the
// greatest weight in a graph of the bracket and of those below it. Among these the one that
// article 4 generates first is found by more weights below the criteria: each asks for what makes a
// candidate early, from the most important on, and what is decided is taken out of the graph.
namespace tanbo::pairing {

// A bracket to be paired once.
class Bracket {
public:
    static constexpr int bye = -2;

    // `moved_down` and `residents` are to be paired, `below` has everybody after them, of whom the
    // first `next` have the next score; all in order.
    // `sees_all`: the graph has everybody, instead of the next bracket's players alone.
    Bracket(const Field& field, std::vector<int> moved_down, std::vector<int> residents,
            std::vector<int> below, int next, bool sees_all, bool minds_floats);

    struct Result {
        std::vector<std::pair<int, int>> pairs;  // by places
        std::vector<int> floaters;               // in order; who rests is among them
    };
    // Nothing if the players can't all be paired after it, which only the graph that lacks some of
    // them can come to.
    std::optional<Result> pair();

private:
    enum class Role { open, limbo, top, bottom };
    struct Matching {
        std::vector<std::pair<int, int>> inside;
        std::vector<int> floaters;
        std::vector<int> unmatched;  // of the graph's players
    };

    bool is_moved_down(int place) const;
    bool is_inside(int place) const { return inside_[at(place)] != 0; }
    bool is_next(int place) const { return next_[at(place)] != 0; }
    bool is_fixed(int place) const { return fixed_[at(place)] != 0; }
    static std::size_t at(int place) { return static_cast<std::size_t>(place); }

    Objective numbers() const;                   // 2.4.1 to 2.4.3
    Objective criteria() const;                  // all of 2.4
    void add_bye(Objective& objective) const;    // 2.4.4
    void add_sides(Objective& objective) const;  // 2.4.5 to 2.4.8
    void add_floats(Objective& objective) const;
    void add_repeated(Objective& objective, Float Contender::* round) const;
    void add_differences(Objective& objective, Float Contender::* round) const;
    void add_late_floaters(Objective& objective) const;

    bool may_pair(int a, int b) const;
    void add_edge(WeightedGraph& graph, const Objective& objective, const Meeting& meeting, int a,
                  int b) const;
    Meeting meeting(int a, int b) const;
    Matching solve(const Objective& objective) const;
    Matching matching_of(std::span<const int> nodes, std::span<const int> partners) const;

    void decide_moved_down();
    void decide_limbo();
    void decide_opponents(const std::vector<int>& players);
    void fix(int a, int b);
    void decide_residents();
    bool take_first_candidate();
    void decide_exchange(Objective objective);
    void add_exchange(Objective& objective) const;
    void add_exchanged_players(Objective& objective) const;

    std::vector<int> free_residents() const;
    std::optional<Result> result() const;

    const Field& field_;
    std::vector<int> moved_down_;
    std::vector<int> residents_;
    std::vector<int> below_;
    int next_count_;
    bool sees_all_;
    bool minds_floats_;
    std::vector<char> inside_;
    std::vector<char> next_;
    std::vector<char> fixed_;
    std::vector<int> rank_;  // within the bracket
    std::vector<SideCosts> costs_;
    std::vector<Role> role_;
    std::vector<std::pair<int, int>> pairs_;  // that are decided
    bool one_floats_ = false;
    Objective criteria_;
    Matching latest_;
};

}  // namespace tanbo::pairing
