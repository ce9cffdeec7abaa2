#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/event.hpp"
#include "protocol/json/handles.hpp"
#include "server/base/clock.hpp"
#include "server/base/scoped_entry.hpp"
#include "server/game/feed/presence.hpp"

namespace tanbo::game {

// A program that was killed is back before; one that is away for longer is not there.
inline constexpr std::chrono::seconds bot_missed_after{10};

// The house bots that are played now: some program follows their notices, through this node or
// another, or did until a moment ago. A server that starts gives its program that moment.
//
// Thread: any.
class BotStreams {
    struct Playing;

public:
    // Some program follows a bot's notices as long as this lives. Requires: the streams outlive it.
    using Stream = base::ScopedEntry<BotStreams, Playing>;

    // Requires: the presence outlives it.
    BotStreams(Presence& presence, base::Clock clock);
    BotStreams(const BotStreams&) = delete;
    BotStreams& operator=(const BotStreams&) = delete;

    // Does nothing for accounts that are no house bots.
    [[nodiscard]] Stream open(AccountId account, std::string_view handle);

    // Whether a program would move for it. Requires: it is a house bot. Throws:
    // store::StorageError.
    bool is_played(store::Reader& reader, const engine::Player& bot) const;

    // When a stream was opened here for the last time; the epoch before the first.
    base::Instant last_opened() const;

private:
    friend Stream;
    struct Playing {
        int level = 0;
        Presence::Look look;
    };

    void end(const Playing& playing);

    Presence& presence_;
    const base::Clock clock_;
    std::array<std::atomic<std::int64_t>, protocol::bot_levels> seen_ms_{};  // ends of streams
    std::atomic<std::int64_t> opened_ms_ = 0;
};

}  // namespace tanbo::game
