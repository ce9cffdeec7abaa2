#include "server/game/bot_streams.hpp"

#include <optional>

namespace tanbo::game {

namespace {

// Who follows their own notices looks at no game.
constexpr GameId no_game{0};

}  // namespace

BotStreams::Stream& BotStreams::Stream::operator=(Stream&& other) noexcept {
    if (this == &other) return *this;
    reset();
    streams_ = std::exchange(other.streams_, nullptr);
    level_ = other.level_;
    look_ = std::move(other.look_);
    return *this;
}

void BotStreams::Stream::reset() {
    if (streams_ == nullptr) return;
    BotStreams& streams = *std::exchange(streams_, nullptr);
    streams.seen_of(level_) = engine::number_of(streams.clock_());
    look_.reset();
}

BotStreams::BotStreams(Presence& presence, base::Clock clock)
    : presence_(presence), clock_(std::move(clock)) {
    for (auto& seen : seen_ms_) seen = engine::number_of(clock_());
}

BotStreams::Stream BotStreams::open(AccountId account, std::string_view handle) {
    const std::optional<int> level = protocol::bot_level(handle);
    if (!level) return {};
    opened_ms_ = engine::number_of(clock_());
    return {*this, *level, presence_.look(account, no_game)};
}

bool BotStreams::is_played(store::Reader& reader, const engine::Player& bot) const {
    const base::Instant now = clock_();
    const auto index = static_cast<std::size_t>(protocol::bot_level(bot.handle).value() - 1);
    if (now - engine::instant_of(seen_ms_[index]) < bot_missed_after) return true;
    return presence_.is_looking(reader, bot.account, no_game, now);
}

base::Instant BotStreams::last_opened() const {
    return engine::instant_of(opened_ms_);
}

}  // namespace tanbo::game
