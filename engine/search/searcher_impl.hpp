#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/search/arithmetic.hpp"
#include "engine/search/board.hpp"
#include "engine/search/searcher.hpp"
#include "engine/search/tree.hpp"
#include "engine/search/value.hpp"

// Private to the search and to what trains it.
namespace tanbo::search {

// The steps of a search. Source: the figures of tests/bench/strength.
class Searcher::Impl {
public:
    // The scale on which unproven moves are compared: the best value, the seat's own experience and
    // how likely the policy takes it to be, times Weights::exploration.
    static constexpr float unvisited_penalty = 0.1F;
    static constexpr float amaf_bias = 1.0F / 500.0F;
    static constexpr float value_lost = -10.0F;
    // A position with more legal moves than the first has only the likeliest as children.
    static constexpr std::size_t wide = 60;
    static constexpr std::size_t children_of_wide = 24;
    static constexpr int playout_choices = 4;
    static constexpr float playout_share = 0.8F;
    // With one legal move there is nothing to choose, but chances are wanted.
    static constexpr std::uint64_t simulations_without_choice = 64;
    // Sums of floats take in no more than this.
    static constexpr std::uint32_t visits_max = 1U << 23U;
    static constexpr std::size_t depth_max = 512;
    static constexpr std::uint32_t no_node = 0xFFFFFFFF;

    Impl(std::shared_ptr<const engine::Opening> opening, const Weights& weights,
         const Settings& settings);

    void set(const engine::Position& position, Point last);
    void forget();
    void vary(std::uint64_t seed);
    bool run(const Budget& budget, const Interrupts& interrupts);
    const Report& report();
    Point choose(const Level& level);

    // --- for what learns from searches ---
    const Board& board() const { return root_board_; }
    Tree& tree() { return tree_; }

private:
    // --- search.cpp: one simulation ---
    void simulate();
    std::size_t descend();
    std::size_t select(const Node& node);
    void step(Node& child);
    bool expand(std::uint32_t index, const Board& board);
    void evaluate_leaf(Values& out);
    void play_out();
    Point likely_move();
    float logit(const Board& board, std::size_t seat, Point point) const;
    void note(std::size_t seat, Point point);
    void back_up(std::size_t length, const Values& values);
    void credit_amaf(const Node& node, std::size_t depth, const Values& values);
    void prove(Node& node);

    // --- root.cpp: what is searched ---
    std::uint32_t find(std::uint32_t index, const engine::Position& wanted, std::size_t plies);
    bool can_lead(const Node& child, const engine::Position& wanted, const Board& board) const;
    void widen_root();
    void shuffle_equals();
    void list_candidates(const Board& board);
    bool is_complete() const;

    // --- report.cpp ---
    float stretch() const;
    void report_moves();
    void report_line();
    void report_risks();
    void report_chances();
    std::uint32_t best_child(const Node& node);
    bool is_better(const Node& a, const Node& b) const;

    // A legal move and its policy logit.
    struct Candidate {
        float logit;
        Point point;
    };

    Geometry geometry_;
    Weights weights_;
    bool weighs_rivals_;
    Settings settings_;
    bool varies_ = false;
    std::uint32_t playout_plies_;
    bool has_replies_;
    Board root_board_;
    Board board_;                                       // of the simulation
    std::vector<std::unique_ptr<Board>> trial_boards_;  // one for each ply that is looked for
    Evaluation evaluation_;
    Tree tree_;
    Random random_;
    std::size_t tries_left_ = 0;

    std::vector<Candidate> candidates_;
    std::array<std::uint32_t, depth_max + 1> path_{};
    // By seat and point: when it was last played, counted over all simulations.
    std::vector<std::uint32_t> played_;
    std::uint32_t plies_before_ = 1;  // when this simulation began
    std::uint32_t plies_ = 1;
    std::size_t leaf_turn_ = 0;  // the seat to move at the end of the path

    std::uint64_t simulations_ = 0;
    std::array<double, engine::seats_max> root_sums_{};
    Values root_values_{};                  // of the root as it stands
    std::vector<std::uint32_t> survivals_;  // by label: simulations after which it stood

    Report report_;
    std::vector<MoveReport> moves_;
    std::vector<Point> bounded_;
    std::vector<Point> line_;
    std::vector<RootRisk> risks_;
};

}  // namespace tanbo::search
