#include "engine/search/wasm/report_words.hpp"

#include <bit>

namespace tanbo::search {

namespace {

std::uint32_t word_of(std::size_t number) {
    return static_cast<std::uint32_t>(number);
}

std::uint32_t word_of(float number) {
    return std::bit_cast<std::uint32_t>(number);
}

}  // namespace

void write_words(const Report& report, std::vector<std::uint32_t>& out) {
    out.clear();
    out.insert(out.end(), {static_cast<std::uint32_t>(report.simulations), word_of(report.nodes),
                           report.complete ? 1U : 0U});
    for (const float chance : report.chances) out.push_back(word_of(chance));
    out.push_back(word_of(report.moves.size()));
    for (const MoveReport& move : report.moves) {
        out.insert(out.end(), {move.point, move.visits, word_of(move.chance), word_of(move.prior),
                               static_cast<std::uint32_t>(move.proof),
                               static_cast<std::uint32_t>(std::int32_t{move.space_change}),
                               word_of(move.seeds_bounded.size())});
        for (const Point seed : move.seeds_bounded) out.push_back(seed);
    }
    out.push_back(word_of(report.line.size()));
    for (const Point point : report.line) out.push_back(point);
    out.push_back(word_of(report.risks.size()));
    for (const RootRisk& risk : report.risks) {
        out.insert(out.end(), {risk.seed, static_cast<std::uint32_t>(engine::index_of(risk.seat)),
                               word_of(risk.survival)});
    }
}

}  // namespace tanbo::search
