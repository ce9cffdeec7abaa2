#include "server/cli/analysis/judgement_cache.hpp"

#include <functional>
#include <utility>

namespace tanbo::cli {

using analysis::Judgement;

std::size_t JudgementCache::Hash::operator()(const Key& key) const {
    constexpr unsigned last_bits = 16;
    const std::size_t last_and_look =
        (std::size_t{key.last} << last_bits) ^ static_cast<std::size_t>(key.look);
    return std::hash<std::string>()(key.setup) ^ key.position ^ last_and_look;
}

Judgement JudgementCache::judge(const std::string& setup, const engine::Position& position,
                                engine::Point last, analysis::Look look,
                                const analysis::Judge& judge) {
    if (setup.empty() || position.ply() > plies_max) return judge(position, last, look);
    const Key key{setup, position.hash(), last, look};
    if (auto cache = find(key)) return *std::move(cache);
    Judgement judgement = judge(position, last, look);
    keep(key, judgement);
    return judgement;
}

std::optional<Judgement> JudgementCache::find(const Key& key) {
    if (const auto found = present_.find(key); found != present_.end()) return found->second;
    const auto found = former_.find(key);
    if (found == former_.end()) return std::nullopt;
    Judgement judgement = std::move(found->second);
    former_.erase(found);
    keep(key, judgement);
    return judgement;
}

void JudgementCache::keep(const Key& key, const Judgement& judgement) {
    if (present_.size() >= generation_max) former_ = std::exchange(present_, {});
    present_.insert_or_assign(key, judgement);
}

}  // namespace tanbo::cli
