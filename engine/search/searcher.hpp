#pragma once

#include <cstdint>
#include <memory>

#include "engine/search/budget.hpp"
#include "engine/search/levels.hpp"
#include "engine/search/report.hpp"
#include "engine/search/weights.hpp"

// A player of Tanbo on any board, for two to eight seats: Monte Carlo tree search with a learned
// policy and value.
namespace tanbo::search {

// How the seats of a game of three or more are taken to play: each for itself, or all others
// against the one to move. For two seats there is no difference.
enum class Backup : std::uint8_t { max_n, paranoid };

// Parameters of a searcher. The same seed, the same positions set in the same order and the
// same simulations give the same report on every platform.
struct Settings {
    std::uint64_t seed = 1;
    Memory memory;
    Backup backup = Backup::paranoid;
};

// Searches one position at a time and is used again for the next. Takes no memory after its
// construction, starts no thread, reads no clock but the one that it is given, throws nothing.
// Thread: one at a time.
class Searcher {
public:
    // The weights are copied; weights_for(opening) are those of its family.
    Searcher(std::shared_ptr<const engine::Opening> opening, const Weights& weights,
             const Settings& settings = {});
    Searcher(Searcher&&) noexcept;
    Searcher& operator=(Searcher&&) noexcept;
    ~Searcher();

    // Sets the position that is searched from now on. Knowledge of it already is kept if it is
    // reached by at most one move of each seat from the position before. `last` is where the last
    // stone was placed, if that is known: moves beside it are likelier. Requires: a position of the
    // same opening.
    void set(const engine::Position& position, Point last = engine::no_point);

    // Forgets the tree: nothing depends on earlier positions.
    void forget();

    // From the next set or forget on: draws by this seed instead of the one in Settings, and orders
    // equally likely moves by it. Games of different seeds then differ from their first moves on.
    // Without it the first in board order comes first.
    void vary(std::uint64_t seed);

    // Searches on; call it again to go on further. Returns Report::complete: whether there is
    // nothing left to find out. A budget without any bound ends only so or by `interrupts.stop`.
    bool run(const Budget& budget, const Interrupts& interrupts = {});

    // The findings so far. Before the first run they are what policy and value say.
    const Report& report();

    // The move of an opponent of this level: for levels that look ahead the best move of the runs
    // so far, else one that is drawn. Requires: the game is not over.
    Point choose(const Level& level);

private:
    class Impl;

    std::unique_ptr<Impl> impl_;
};

}  // namespace tanbo::search
