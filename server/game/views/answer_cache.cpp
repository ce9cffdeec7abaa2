#include "server/game/views/answer_cache.hpp"

#include <utility>

#include "engine/memory.hpp"

namespace tanbo::game {

namespace {

constexpr std::size_t count_max = 10'000;  // of each kind

std::string key_of(GameId game, const std::string& form) {
    return to_string(game) + " " + form;
}

}  // namespace

AnswerCache::AnswerCache(base::Metrics& metrics)
    : clocks_(count_max, bytes_max, &base::cache_bytes(metrics, "clocks")),
      texts_(count_max, bytes_max, &base::cache_bytes(metrics, "records")) {}

SharedClock AnswerCache::clock(GameId game, std::uint32_t seq) {
    const SharedClock* const known = clocks_.find(game);
    return known == nullptr || (*known)->seq < seq ? nullptr : *known;
}

void AnswerCache::keep(GameId game, SharedClock clock, std::uint64_t age) {
    const std::size_t bytes = engine::shared_bytes<CachedClock>() + clock->explained.heap_bytes();
    if (age != age_ || bytes > one_bytes_max) return;
    const SharedClock* const known = clocks_.find(game);
    if (known != nullptr && (*known)->seq > clock->seq) return;
    clocks_.put(game, std::move(clock), bytes);
}

const std::string* AnswerCache::text(GameId game, const std::string& form) {
    return texts_.find(key_of(game, form));
}

void AnswerCache::keep(GameId game, const std::string& form, const std::string& text,
                       std::uint64_t age) {
    const std::size_t bytes = engine::heap_bytes(text);
    if (age == age_ && bytes <= one_bytes_max) texts_.put(key_of(game, form), text, bytes);
}

void AnswerCache::forget_clocks() {
    ++age_;
    clocks_.erase_if([](GameId, const SharedClock&) { return true; });
}

void AnswerCache::forget_texts() {
    ++age_;
    texts_.erase_if([](const std::string&, const std::string&) { return true; });
}

}  // namespace tanbo::game
