#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "server/account/access/authenticator.hpp"
#include "server/base/threads/signal.hpp"
#include "server/game/feed/follower.hpp"
#include "server/game/views/history.hpp"
#include "server/http/request_context.hpp"
#include "server/http/stream_form.hpp"

namespace tanbo::http {

// The sources of a stream: all of it outlives the stream.
struct EventSource {
    game::Feed& feed;
    game::History& history;
    account::Authenticator& authenticator;
    std::string tag;  // of the ids, as Views::place_tag
};

// A game's events as the body of one answer: what the log has after a seq and, if it follows,
// what happens from then on. A line stream that follows ends with the game; an event stream stays
// open, since a browser would come back for ever. It ends with the token that it was asked for
// with.
//
// Thread: its I/O thread only.
class EventStream final : public game::FollowerSink {
public:
    // Observes the token before it waits for anything. Errors: those of Follower::begin; bad_token
    // if the token was revoked or expired meanwhile.
    static Awaitable<protocol::Result<std::shared_ptr<EventStream>>> open(
        EventSource source, protocol::GameId game, std::optional<account::Identity> identity,
        std::uint32_t after, StreamForm form, bool is_following);

    // The function that writes the stream into a body.
    static net::Producer producer(std::shared_ptr<EventStream> stream);

    base::Awaitable<bool> write(game::Frame frame) override;
    void push(const game::Frame& frame) override;
    void lose(const protocol::Error& error) override;

private:
    class Attachment;

    EventStream(StreamForm form, std::string tag, bool is_following)
        : form_(form), tag_(std::move(tag)), is_following_(is_following) {}

    void end_with(account::Authenticator& authenticator, const account::Identity& identity);
    static Awaitable<void> produce(std::shared_ptr<EventStream> stream, net::BodyStream& body);
    bool may_tell();
    net::Bytes formed(const game::Frame& frame) const;
    bool is_ended() const;

    const StreamForm form_;
    const std::string tag_;  // of the ids
    const bool is_following_;
    bool is_game_over_ = false;
    bool is_token_void_ = false;
    bool is_lost_ = false;
    net::BodyStream* body_ = nullptr;  // while the producer runs
    std::optional<game::Follower> follower_;
    const account::Authenticator* authenticator_ = nullptr;  // null: no token
    std::optional<account::Authenticator::Observation> token_;
    base::Signal changed_;
};

}  // namespace tanbo::http
