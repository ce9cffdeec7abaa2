#include "engine/search/wasm/module.hpp"

#include <vector>

#include "engine/search/wasm/report_words.hpp"

namespace {

using namespace tanbo::search;

std::vector<std::uint32_t>& words() {
    static std::vector<std::uint32_t> all;
    return all;
}

}  // namespace

Searcher* searcher_create(const tanbo::engine::Opening* opening, std::uint32_t seed,
                          std::uint32_t nodes_max) {
    // Without a share of its own: openings stay for good.
    return new Searcher({std::shared_ptr<void>(), opening}, weights_for(*opening),
                        {.seed = seed, .memory = {.nodes_max = nodes_max}});
}

void searcher_free(Searcher* searcher) {
    delete searcher;
}

void searcher_set(Searcher* searcher, const tanbo::engine::Position* position, int last) {
    searcher->set(*position, static_cast<Point>(last));
}

void searcher_forget(Searcher* searcher) {
    searcher->forget();
}

int searcher_run(Searcher* searcher, std::uint32_t simulations) {
    return searcher->run({.simulations = simulations}) ? 1 : 0;
}

int searcher_choose(Searcher* searcher, int number) {
    return searcher->choose(level(number));
}

int level_simulations(int number) {
    return static_cast<int>(level(number).simulations);
}

int searcher_report(Searcher* searcher) {
    write_words(searcher->report(), words());
    return static_cast<int>(words().size());
}

const std::uint32_t* report_words() {
    return words().data();
}
