#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "protocol/error.hpp"
#include "protocol/ids.hpp"
#include "server/base/signal.hpp"
#include "server/game/follower.hpp"
#include "server/game/views.hpp"
#include "server/http/request_context.hpp"
#include "server/http/stream_form.hpp"

namespace tanbo::http {

// A game's events as the body of one answer: what the log has after a seq and, if it follows,
// what happens from then on. A line stream that follows ends with the game; an event stream stays
// open, since a browser would come back for ever.
//
// Thread: its I/O thread only.
class EventStream final : public game::FollowerSink {
public:
    // Errors: those of Follower::begin.
    static Awaitable<protocol::Result<std::shared_ptr<EventStream>>> open(
        game::Feed& feed, game::Views& views, protocol::GameId game,
        std::optional<protocol::AccountId> account, std::uint32_t after, StreamForm form,
        bool is_following);

    // The function that writes the stream into a body.
    static net::Producer producer(std::shared_ptr<EventStream> stream);

    // Ends the stream once the token it was asked for with is revoked or has expired.
    // Requires: before the producer runs.
    void end_with(account::Authenticator& authenticator, const account::Identity& identity);

    base::Awaitable<bool> write(game::Frame frame) override;
    void push(const game::Frame& frame) override;
    void lose(const protocol::Error& error) override;

private:
    class Attachment;

    EventStream(StreamForm form, bool is_following) : form_(form), is_following_(is_following) {}

    static Awaitable<void> produce(std::shared_ptr<EventStream> stream, net::BodyStream& body);
    net::Bytes formed(const game::Frame& frame) const;
    bool is_ended() const;

    const StreamForm form_;
    const bool is_following_;
    bool is_game_over_ = false;
    bool is_token_void_ = false;
    bool is_lost_ = false;
    net::BodyStream* body_ = nullptr;  // while the producer runs
    std::optional<game::Follower> follower_;
    std::optional<account::Authenticator::Observation> token_;
    base::Signal changed_;
};

}  // namespace tanbo::http
