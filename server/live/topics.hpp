#pragma once

#include <memory>
#include <optional>

#include "protocol/json/ids.hpp"
#include "server/game/feed/follower.hpp"
#include "server/game/views/views.hpp"
#include "server/live/session.hpp"

namespace tanbo::live {

// A game that a session follows. Thread: the session's.
class GameTopic final : public game::FollowerSink, public std::enable_shared_from_this<GameTopic> {
public:
    GameTopic(std::weak_ptr<Session> session, base::Gauge& count, game::Feed::Attention attention);
    ~GameTopic() override;
    GameTopic(const GameTopic&) = delete;
    GameTopic& operator=(const GameTopic&) = delete;

    // Errors: those of Follower::begin.
    Awaitable<protocol::Result<std::uint32_t>> begin(const ThreadServices& here,
                                                     protocol::GameId game,
                                                     std::optional<protocol::AccountId> account,
                                                     std::optional<std::uint32_t> after);
    // The snapshot, if one is due, and what has happened since.
    Awaitable<protocol::Result<void>> catch_up();
    // Nothing more is queued.
    void stop();

    base::Awaitable<bool> write(game::Frame frame) override;
    void push(const game::Frame& frame) override;
    void lose(const protocol::Error& error) override;
    void receive(const game::GameMessage& message) override;

private:
    Awaitable<bool> write_bytes(net::Bytes bytes);

    std::weak_ptr<Session> session_;
    base::Gauge& count_;
    game::Feed::Attention attention_;
    std::optional<game::View> snapshot_;  // still to be sent
    std::optional<game::Follower> follower_;
};

// The lobby, or the session's account.
class NoticeTopic final : public game::NoticeSubscriber {
public:
    NoticeTopic(Session& session, base::Gauge& count) : session_(session), count_(count) {
        count_.add(1);
    }
    ~NoticeTopic() override { count_.add(-1); }
    NoticeTopic(const NoticeTopic&) = delete;
    NoticeTopic& operator=(const NoticeTopic&) = delete;

    void follow(game::Feed::Subscription subscription) { subscription_ = std::move(subscription); }
    void play(game::BotStreams::Stream stream) { playing_ = std::move(stream); }
    void on_notice(const game::SharedBytes& message) override;

private:
    Session& session_;
    base::Gauge& count_;
    game::Feed::Subscription subscription_;
    game::BotStreams::Stream playing_;
};

}  // namespace tanbo::live
