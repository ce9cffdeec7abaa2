#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "server/base/metrics.hpp"
#include "server/base/scoped_entry.hpp"
#include "server/game/feed/bot_streams.hpp"
#include "server/game/feed/committed.hpp"
#include "server/game/feed/presence.hpp"

namespace tanbo::game {

// Told of a game's events as they become durable, in order, each once.
class GameSubscriber {
public:
    virtual ~GameSubscriber() = default;
    virtual void on_frame(const Frame& frame) = 0;
    // Chat beside the game; the subscriber asks who may read it.
    virtual void on_message(const GameMessage&) {}
};

// Told what happens in the lobby or to an account. The message is complete
// (protocol::encode_notice).
class NoticeSubscriber {
public:
    virtual ~NoticeSubscriber() = default;
    virtual void on_notice(const SharedBytes& message) = 0;
};

// The subscriptions of one I/O thread. A callback may subscribe and unsubscribe anyone. An
// unsubscribed callback gets nothing more; a new one gets the next frame.
//
// Thread: its I/O thread only.
class Feed {
    struct Followed;

public:
    // Ends with its destruction. Requires: the feed and the subscriber outlive it.
    using Subscription = base::ScopedEntry<Feed, Followed>;

    // The presence, if there is one, learns who looks at which game; streams of bots learn which of
    // them are played.
    explicit Feed(base::Metrics& metrics, Presence* presence = nullptr, BotStreams* bots = nullptr);
    ~Feed();
    Feed(const Feed&) = delete;
    Feed& operator=(const Feed&) = delete;

    // A glance is no following: game_followers leaves it out.
    enum class Attention : std::uint8_t { follow, glance };
    [[nodiscard]] Subscription follow_game(GameId game, GameSubscriber& subscriber,
                                           Attention attention = Attention::follow);
    // game-opened, game-joined, game-started, game-finished, of public games; and notify_lobby.
    [[nodiscard]] Subscription follow_lobby(NoticeSubscriber& subscriber);
    // Whatever the account is told: see notify_account. Its owner is online as long.
    [[nodiscard]] Subscription follow_account(AccountId account, NoticeSubscriber& subscriber);

    // An account looks at a game, as a connected client, as long as the answer lives.
    [[nodiscard]] Presence::Look look(AccountId account, GameId game);
    // Marks a follower of the account as its program, if it is a house bot's, as long as the answer
    // lives.
    [[nodiscard]] BotStreams::Stream play_for(AccountId account, std::string_view handle);

    // Tells the subscribers of games and lobby. Cost: without subscribers, a look-up a game.
    void deliver(const CommittedBatch& batch);
    // Tells the account's subscribers, with the message as it is sent.
    void notify_account(AccountId account, const SharedBytes& message);
    // Whether an account has followers here. Thread: any.
    bool has_account_followers() const;
    // Whether this account has followers here.
    bool has_followers_of(AccountId account) const;
    // Tells those who follow the lobby, with the message as it is sent.
    void notify_lobby(const SharedBytes& message);
    // Whether the lobby has followers here. Thread: any.
    bool has_lobby_followers() const;

    // The number of followers of each game that has some.
    std::vector<std::pair<GameId, std::int64_t>> game_followers() const;

private:
    template <class Subscriber>
    class Topic;
    struct State;
    friend Subscription;
    struct Followed {
        enum class Kind : std::uint8_t { game, glance, lobby, account };

        Kind kind = Kind::game;
        std::int64_t id = 0;  // of the game or the account
        std::size_t ticket = 0;
        Presence::Look online = {};  // of the account
    };

    void end(const Followed& followed);

    std::unique_ptr<State> state_;
    Presence* presence_;
    BotStreams* bots_;
};

}  // namespace tanbo::game
