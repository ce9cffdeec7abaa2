#include "server/game/feed/bot_streams.hpp"

#include <optional>
#include <utility>

namespace tanbo::game {

namespace {

std::size_t index_of(int level) {
    return static_cast<std::size_t>(level - 1);
}

}  // namespace

BotStreams::BotStreams(Presence& presence, base::Clock clock)
    : presence_(presence), clock_(std::move(clock)) {
    for (auto& seen : seen_ms_) seen = engine::number_of(clock_());
}

BotStreams::Stream BotStreams::open(AccountId account, std::string_view handle) {
    const std::optional<int> level = protocol::bot_level(handle);
    if (!level) return {};
    opened_ms_ = engine::number_of(clock_());
    return {*this, {*level, presence_.attend(account)}};
}

void BotStreams::end(const Playing& playing) {
    seen_ms_[index_of(playing.level)] = engine::number_of(clock_());
}

bool BotStreams::is_played(store::Reader& reader, const engine::Player& bot) const {
    const base::Instant now = clock_();
    const std::size_t index = index_of(protocol::bot_level(bot.handle).value());
    if (now - engine::instant_of(seen_ms_[index]) < bot_missed_after) return true;
    return presence_.is_online(reader, bot.account, now);
}

base::Instant BotStreams::last_opened() const {
    return engine::instant_of(opened_ms_);
}

}  // namespace tanbo::game
