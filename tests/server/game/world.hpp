#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "protocol/games/events.hpp"
#include "protocol/json/ids.hpp"
#include "server/game/feed/feed.hpp"
#include "server/game/feed/follower.hpp"
#include "server/game/log.hpp"
#include "server/game/views/history.hpp"
#include "tests/server/game/choices.hpp"
#include "tests/server/game/script.hpp"

namespace tanbo::test {

inline constexpr protocol::GameId script_game{42};

// The beginning of a schedule.
struct Scene {
    std::uint32_t committed = 1;  // events in the log
    std::uint32_t told = 1;       // of them, those that the feed has been told of
    std::uint32_t last = 3;       // events there will be
    std::size_t page = 1;         // events a read of the log gives at most
    std::optional<std::uint32_t> after;
};

// A log and the feed of one I/O thread. Wherever the follower waits, the schedule says how many
// events are committed meanwhile, and of how many of them the feed is told: an event is in the log
// before the feed hears of it, and it may take any time until it does.
class World final : public game::History {
public:
    World(const Script& script, const Scene& scene, game::Feed& feed, Choices& choices)
        : script_(script),
          scene_(scene),
          feed_(feed),
          choices_(choices),
          committed_(scene.committed),
          told_(scene.told) {}

    base::Awaitable<protocol::Result<game::View>> get(protocol::GameId game,
                                                      std::optional<protocol::AccountId>) override {
        meanwhile();
        // From the cache, which has what the feed was told, or from the log.
        const bool is_cached = told_ > 0 && choices_.choose(2) == 0;
        std::uint32_t seq = is_cached ? told_ : committed_;
        meanwhile();
        seq = std::max(seq, told_);  // a read that is overtaken notices
        co_return game::View(game, match_at(seq));
    }

    base::Awaitable<protocol::Result<std::uint32_t>> head(protocol::GameId) override {
        co_return committed_;
    }

    base::Awaitable<protocol::Result<std::vector<protocol::StoredEvent>>> events(
        protocol::GameId, std::uint32_t after, std::size_t limit) override {
        meanwhile();
        std::vector<protocol::StoredEvent> page;
        const std::size_t most = std::min(limit, scene_.page);
        for (std::uint32_t seq = after + 1; seq <= committed_ && page.size() < most; ++seq) {
            page.push_back(stored_at(seq));
        }
        meanwhile();
        co_return page;
    }

    // Lets the schedule go on.
    void meanwhile() {
        while (true) {
            const bool may_commit = committed_ < scene_.last;
            const bool may_tell = told_ < committed_;
            const std::size_t options = 1U + (may_commit ? 1U : 0U) + (may_tell ? 1U : 0U);
            if (options == 1) return;
            const std::size_t choice = choices_.choose(options);
            if (choice == 0) return;
            if (may_tell && choice == 1) {
                tell_next();
            } else {
                ++committed_;
            }
        }
    }

    // Whatever the schedule has left.
    void finish() {
        committed_ = scene_.last;
        while (told_ < committed_) tell_next();
    }

    const Scene& scene() const { return scene_; }
    game::Feed& feed() { return feed_; }
    game::Frame frame_at(std::uint32_t seq) const {
        return game::to_frame(script_game, stored_at(seq));
    }
    const std::string& type_at(std::uint32_t seq) const { return stored_at(seq).type; }

private:
    const protocol::StoredEvent& stored_at(std::uint32_t seq) const {
        return script_.stored[seq - 1];
    }
    std::shared_ptr<const engine::Match> match_at(std::uint32_t seq) const {
        return {std::shared_ptr<void>(), &script_.matches[seq - 1]};
    }
    void tell_next() {
        ++told_;
        game::CommittedBatch batch;
        batch.games.push_back({script_game, match_at(told_), {frame_at(told_)}});
        feed_.deliver(batch);
    }

    const Script& script_;
    Scene scene_;
    game::Feed& feed_;
    Choices& choices_;
    std::uint32_t committed_;
    std::uint32_t told_;
};

// Keeps what it is given.
class RecordingSink final : public game::FollowerSink {
public:
    explicit RecordingSink(World& world) : world_(world) {}

    base::Awaitable<bool> write(game::Frame frame) override {
        frames.push_back(std::move(frame));
        world_.meanwhile();
        co_return true;
    }
    void push(const game::Frame& frame) override { frames.push_back(frame); }
    void lose(const protocol::Error& error) override { ADD_FAILURE() << error.detail; }

    std::vector<game::Frame> frames;

private:
    World& world_;
};

}  // namespace tanbo::test
