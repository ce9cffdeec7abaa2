#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "engine/time/clock.hpp"
#include "protocol/json/ids.hpp"
#include "server/base/lru_cache.hpp"
#include "server/game/feed/committed.hpp"

namespace tanbo::game {

// How the time of a game came about up to some event, with the downtimes that it has not taken yet.
struct CachedClock {
    std::uint32_t seq = 0;  // of the last event of its log
    engine::Instant at;     // of that, or the end of the last of those downtimes
    engine::ExplainedClock explained;
};
using SharedClock = std::shared_ptr<const CachedClock>;

// Answers that take a game's whole log to make, kept for the next caller: clock details, and texts
// of games that are over. Each kind is bounded in bytes, and an answer that would push out many
// others is not kept. Requests for many games make it no worse than no cache.
//
// Thread: one.
class AnswerCache {
public:
    // Of each kind, and of a single one.
    static constexpr std::size_t bytes_max = std::size_t{4} * 1024 * 1024;
    static constexpr std::size_t one_bytes_max = bytes_max / 4;

    // Requires: the metrics outlive it.
    explicit AnswerCache(base::Metrics& metrics);

    // Grows when something is forgotten: what was begun to be read before is not kept after.
    std::uint64_t age() const { return age_; }

    // That of this seq, or of a later one; null if none is kept.
    SharedClock clock(GameId game, std::uint32_t seq);
    void keep(GameId game, SharedClock clock, std::uint64_t age);

    // The text of a finished game in this form, until something is kept or forgotten; null if none
    // is kept.
    const std::string* text(GameId game, const std::string& form);
    void keep(GameId game, const std::string& form, const std::string& text, std::uint64_t age);

    // After a downtime.
    void forget_clocks();
    // After an account is deleted.
    void forget_texts();

private:
    base::LruCache<GameId, SharedClock> clocks_;
    base::LruCache<std::string, std::string> texts_;  // by game and form
    std::uint64_t age_ = 0;
};

}  // namespace tanbo::game
