#pragma once

#include <memory>
#include <optional>
#include <string>

#include "server/account/access/authenticator.hpp"
#include "server/base/threads/signal.hpp"
#include "server/http/stream_form.hpp"
#include "server/tournament/feed.hpp"

namespace tanbo::http {

// A tournament's events as the body of one answer: what the log has after a seq and, if it follows,
// what happens from then on. A line stream that follows ends with the tournament; an event stream
// stays open, since a browser would come back for ever. It ends with the token that it was asked
// for with.
//
// Thread: its I/O thread only.
class TournamentStream final : public tournament::NewsSubscriber {
public:
    struct Options {
        StreamForm form = StreamForm::sse;
        std::string tag = {};  // of the ids
        std::uint32_t after = 0;
        bool is_following = false;
    };

    // Observes the token before it waits for anything. Errors: those of Follower::begin; bad_token
    // if the token was revoked or expired meanwhile.
    static Awaitable<protocol::Result<std::shared_ptr<TournamentStream>>> open(
        tournament::Feed& feed, account::Authenticator& authenticator,
        protocol::TournamentId tournament, std::optional<account::Identity> identity,
        Options options);

    // The function that writes the stream into a body.
    static net::Producer producer(std::shared_ptr<TournamentStream> stream);

    void on_news() override { changed_.notify(); }

private:
    class Attachment;

    explicit TournamentStream(Options options) : options_(std::move(options)) {}

    static Awaitable<void> produce(std::shared_ptr<TournamentStream> stream, net::BodyStream& body);
    // Writes what there is. False: nothing more will come.
    Awaitable<bool> write_news(net::BodyStream& body);

    const Options options_;
    bool is_token_void_ = false;
    std::optional<tournament::Follower> follower_;
    const account::Authenticator* authenticator_ = nullptr;  // null: no token
    std::optional<account::Authenticator::Observation> token_;
    base::Signal changed_;
};

}  // namespace tanbo::http
