#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "engine/analysis/analyst.hpp"

namespace tanbo::cli {

// Judgements of early positions of setups, which come again in other games: each is searched once
// as long as it is kept. Equal are positions with the same stones, seat to move and last stone,
// however they came about. Thread: one.
class JudgementCache {
public:
    // Later positions hardly ever come again.
    static constexpr std::uint32_t plies_max = 16;
    // Some 2 MiB. Those that were not asked for among the last so many are forgotten.
    static constexpr std::size_t generation_max = 4096;

    // The judge's words, or those it had for an equal position. An empty setup stands for a board
    // of its own, of which nothing is kept. Requires: the judge has the same budget each time.
    analysis::Judgement judge(const std::string& setup, const engine::Position& position,
                              engine::Point last, analysis::Look look,
                              const analysis::Judge& judge);

    std::size_t size() const { return present_.size() + former_.size(); }

private:
    struct Key {
        std::string setup;
        std::uint64_t position = 0;
        engine::Point last = engine::no_point;
        analysis::Look look = analysis::Look::first;

        bool operator==(const Key&) const = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const;
    };
    using Generation = std::unordered_map<Key, analysis::Judgement, Hash>;

    std::optional<analysis::Judgement> find(const Key& key);
    void keep(const Key& key, const analysis::Judgement& judgement);

    Generation present_;
    Generation former_;  // dropped when the present one is full
};

}  // namespace tanbo::cli
