#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "protocol/json/ids.hpp"
#include "server/game/feed/follower.hpp"
#include "server/game/views/views.hpp"
#include "server/live/session.hpp"
#include "server/notify/inbox.hpp"
#include "server/tournament/feed.hpp"

namespace tanbo::live {

// A log that a session follows. Thread: the session's.
class LogTopic {
public:
    virtual ~LogTopic() = default;
    // Writes what the client has not had yet, without overtaking the topics before it.
    // Errors: no_such_tournament if it was deleted; storage_unavailable, overloaded.
    virtual Awaitable<protocol::Result<void>> catch_up() = 0;
    // Nothing more is queued.
    virtual void stop() = 0;
};

// A game that a session follows. Thread: the session's.
class GameTopic final : public LogTopic,
                        public game::FollowerSink,
                        public std::enable_shared_from_this<GameTopic> {
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
    Awaitable<protocol::Result<void>> catch_up() override;
    void stop() override;

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

// A tournament that a session follows. What happens in it is written as the log is caught up with,
// no faster than the client reads. Thread: the session's.
class TournamentTopic final : public LogTopic,
                              public tournament::NewsSubscriber,
                              public std::enable_shared_from_this<TournamentTopic> {
public:
    TournamentTopic(std::weak_ptr<Session> session, base::Gauge& count);
    ~TournamentTopic() override;
    TournamentTopic(const TournamentTopic&) = delete;
    TournamentTopic& operator=(const TournamentTopic&) = delete;

    // Errors: those of tournament::Follower::begin.
    Awaitable<protocol::Result<std::uint32_t>> begin(tournament::Feed& feed,
                                                     protocol::TournamentId tournament,
                                                     std::optional<std::uint32_t> after);
    Awaitable<protocol::Result<void>> catch_up() override;
    void stop() override { is_stopped_ = true; }
    void on_news() override;

private:
    std::weak_ptr<Session> session_;
    base::Gauge& count_;
    bool has_begun_ = false;
    bool is_stopped_ = false;
    std::optional<tournament::Follower> follower_;
};

// The notices of the session's account: a your-turn for each game that waits for it, then "ready",
// then what happens. Thread: the session's.
class PersonalTopic final : public LogTopic,
                            public game::NoticeSubscriber,
                            public std::enable_shared_from_this<PersonalTopic> {
public:
    // `includes_legal`: each your-turn tells the legal moves of its game.
    PersonalTopic(std::weak_ptr<Session> session, base::Gauge& count, bool includes_legal);
    ~PersonalTopic() override;
    PersonalTopic(const PersonalTopic&) = delete;
    PersonalTopic& operator=(const PersonalTopic&) = delete;

    // Listens before the database is read: nothing falls between the two. Errors: those of
    // Inbox::stream_start.
    Awaitable<protocol::Result<void>> begin(const ThreadServices& here, notify::Inbox& inbox,
                                            const account::Identity& identity, base::Instant now);
    Awaitable<protocol::Result<void>> catch_up() override;
    void stop() override;
    void on_notice(const game::SharedBytes& message) override;

private:
    void put_first(std::vector<std::string> beginning, std::int64_t newest);
    Awaitable<protocol::Result<game::SharedBytes>> told(game::SharedBytes message);

    std::weak_ptr<Session> session_;
    base::Gauge& count_;
    const bool includes_legal_;
    bool has_begun_ = false;
    bool is_live_ = false;  // messages go out as they come, without a queue
    bool is_stopped_ = false;
    game::Views* views_ = nullptr;
    protocol::AccountId account_{};
    std::vector<game::SharedBytes> waiting_;
    game::Feed::Subscription subscription_;
    game::BotStreams::Stream playing_;
};

// The lobby.
class NoticeTopic final : public game::NoticeSubscriber {
public:
    NoticeTopic(Session& session, base::Gauge& count) : session_(session), count_(count) {
        count_.add(1);
    }
    ~NoticeTopic() override { count_.add(-1); }
    NoticeTopic(const NoticeTopic&) = delete;
    NoticeTopic& operator=(const NoticeTopic&) = delete;

    void follow(game::Feed::Subscription subscription) { subscription_ = std::move(subscription); }
    void on_notice(const game::SharedBytes& message) override;

private:
    Session& session_;
    base::Gauge& count_;
    game::Feed::Subscription subscription_;
};

}  // namespace tanbo::live
