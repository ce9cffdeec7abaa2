#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "protocol/games/live.hpp"
#include "protocol/json/ids.hpp"
#include "server/base/threads/signal.hpp"
#include "server/base/token_bucket.hpp"
#include "server/game/feed/follower.hpp"
#include "server/live/calls.hpp"
#include "server/live/endpoint.hpp"

namespace tanbo::live {

class GameTopic;
class LogTopic;
class NoticeTopic;
class PersonalTopic;
class TournamentTopic;

// A session's part of its endpoint, all of which outlives it.
struct SessionParts {
    const Services& services;
    const ThreadServices& here;
    const LiveLimits& limits;
    base::Gauge& sockets;
    base::Gauge& subscriptions;
    base::Counter& messages;
};

// One live socket: its requests one after the other, and what it follows.
//
// A subscription is answered first; its snapshot and what it has missed are written by one
// coroutine beside the requests, one topic after the other and no faster than the client reads.
// Live messages go straight to the socket's queue, which is bounded: past it the socket is closed
// with 1013.
//
// Thread: its I/O thread only.
class Session : public std::enable_shared_from_this<Session> {
public:
    Session(SessionParts parts, Peer peer);
    ~Session();

    // Before or while it runs. Errors: bad_token; forbidden for another account than before.
    Awaitable<protocol::Result<void>> sign_in(std::string token);

    // As sign_in; with an unknown token the socket speaks for no account.
    Awaitable<void> try_sign_in(std::string token);

    // Answers the message that is being served for whatever makes it take so long; then the socket
    // is closed, and what comes of it goes nowhere.
    void send_timeout();

    // Until the socket is closed.
    Awaitable<void> run(net::WebSocket& socket);

private:
    friend class GameTopic;
    friend class NoticeTopic;
    friend class PersonalTopic;
    friend class TournamentTopic;
    using Id = std::optional<std::int64_t>;
    using Done = protocol::Result<std::string>;  // the answer, encoded

    // --- requests ---
    std::optional<protocol::Error> refuse(const protocol::LiveDecoded& message);
    Awaitable<void> serve(std::string message);
    Awaitable<Done> handle(protocol::LiveRequest& request);
    Awaitable<Done> subscribe(protocol::LiveRequest& request);
    bool is_subscribed(const protocol::Topic& topic) const;
    Awaitable<Done> subscribe_to_game(protocol::LiveRequest& request);
    Awaitable<Done> subscribe_to_tournament(protocol::LiveRequest& request);
    Done subscribe_to_lobby(const protocol::LiveRequest& request);
    Awaitable<Done> subscribe_to_me(const protocol::LiveRequest& request);
    Done unsubscribe(const protocol::LiveRequest& request);
    Awaitable<Done> command(protocol::LiveRequest& request);
    Awaitable<Done> call(protocol::LiveRequest& request);
    Awaitable<void> write_answer(std::string text);
    Awaitable<protocol::Result<void>> confirm_account();
    void lose_account();
    void drop_forbidden_topics();
    template <class Topics, class Key>
    void stop_topic(Topics& topics, Key key);
    void stop_logs();
    void stop_me();
    void answer(Id id, Done done);
    void send(std::string text);
    // True if news may be sent. For each socket of an event: short and inline.
    bool can_receive() { return socket_ != nullptr && (!identity_ || has_current_token()); }
    // False if the token can't be checked: then the socket is closed.
    bool has_current_token();

    // --- catching up ---
    void catch_up_with(std::shared_ptr<LogTopic> topic);
    void begin_to_catch_up();
    static Awaitable<void> catch_up(std::shared_ptr<Session> session);
    Awaitable<void> catch_up_one(std::shared_ptr<LogTopic> topic);
    void end();

    SessionParts parts_;
    const Peer peer_;
    base::TokenBucket rate_;
    net::WebSocket* socket_ = nullptr;  // while run() runs
    Id serving_;                        // of the message
    bool is_serving_command_ = false;
    bool is_writing_answer_ = false;
    std::string token_;
    std::optional<account::Identity> identity_;
    bool is_account_lost_ = false;
    account::Authenticator::Observation observation_;  // of its token

    std::map<protocol::GameId, std::shared_ptr<GameTopic>> games_;
    std::map<protocol::TournamentId, std::shared_ptr<TournamentTopic>> tournaments_;
    std::unique_ptr<NoticeTopic> lobby_;
    std::shared_ptr<PersonalTopic> me_;
    std::vector<std::shared_ptr<LogTopic>> behind_;  // few, and hardly ever any
    bool is_catching_up_ = false;
    base::Signal caught_up_;
};

}  // namespace tanbo::live
