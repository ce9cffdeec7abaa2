#pragma once

#include <cstdint>

#include "engine/search/searcher.hpp"
#include "engine/wasm/module.hpp"

// The search for a browser: what engine/wasm/module.hpp exports, and this. One module without
// imports, for a worker: it runs for as many simulations as it is told and then returns.
//
// Requires throughout: handles that came from here.

// A searcher of that opening with its family's weights; it holds at most so many nodes of 32 bytes.
TANBO_EXPORT(searcher_create)
tanbo::search::Searcher* searcher_create(const tanbo::engine::Opening* opening, std::uint32_t seed,
                                         std::uint32_t nodes_max);
TANBO_EXPORT(searcher_free) void searcher_free(tanbo::search::Searcher* searcher);

// Sets the position that is searched from now on; `last` is where the last stone was placed, 65535
// if that is unknown. Requires: a position of the searcher's opening.
TANBO_EXPORT(searcher_set)
void searcher_set(tanbo::search::Searcher* searcher, const tanbo::engine::Position* position,
                  int last);
TANBO_EXPORT(searcher_forget) void searcher_forget(tanbo::search::Searcher* searcher);

// Searches on; 1 if there is nothing left to find out. Requires: simulations > 0.
TANBO_EXPORT(searcher_run)
int searcher_run(tanbo::search::Searcher* searcher, std::uint32_t simulations);

// The point that an opponent of this level, 1 to 10, plays.
TANBO_EXPORT(searcher_choose)
int searcher_choose(tanbo::search::Searcher* searcher, int level);
// How many simulations that level wants before.
TANBO_EXPORT(level_simulations) int level_simulations(int level);

// The report as report_words.hpp says; returns how many words. They hold until the next call.
TANBO_EXPORT(searcher_report) int searcher_report(tanbo::search::Searcher* searcher);
TANBO_EXPORT(report_words) const std::uint32_t* report_words();
