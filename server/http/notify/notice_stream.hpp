#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>

#include "server/account/access/authenticator.hpp"
#include "server/base/threads/signal.hpp"
#include "server/game/feed/feed.hpp"
#include "server/http/stream_form.hpp"
#include "server/notify/inbox.hpp"

namespace tanbo::http {

inline constexpr std::size_t stream_waiting_max = 256;

// The sources of a stream: all of it outlives the stream.
struct NoticeSource {
    game::Feed& feed;
    account::Authenticator& authenticator;
    notify::Inbox& inbox;
    const base::Clock& clock;
};

// Notices to an account, as the body of one answer: what it has missed and what it must do now,
// then what happens, for as long as the token is valid. A reader that is slower than that is
// dropped and may resume.
//
// It listens before the database is read: nothing falls between the two. What is told while the
// beginning is written waits, at most stream_waiting_max messages.
//
// Thread: its I/O thread only.
class NoticeStream final : public game::NoticeSubscriber {
public:
    // Observes the token before it waits for anything. Errors: those of Inbox::stream_start;
    // bad_token if the token was revoked or expired meanwhile.
    static Awaitable<protocol::Result<std::shared_ptr<NoticeStream>>> open(
        NoticeSource source, account::Identity identity, StreamForm form,
        std::optional<std::int64_t> after);

    // The function that writes the stream into a body.
    static net::Producer producer(std::shared_ptr<NoticeStream> stream);

    void on_notice(const game::SharedBytes& message) override;

private:
    class Attachment;

    NoticeStream(StreamForm form, std::string tag) : form_(form), tag_(std::move(tag)) {}

    static Awaitable<void> produce(std::shared_ptr<NoticeStream> stream, net::BodyStream& body);
    // False if the reader is gone.
    Awaitable<bool> write_start();
    void write_waiting();
    void end();
    bool may_tell();
    net::Bytes formed(const std::string& message) const;

    const StreamForm form_;
    const std::string tag_;  // of the ids
    notify::StreamStart start_;
    std::deque<game::SharedBytes> waiting_;
    bool is_live_ = false;
    bool is_ended_ = false;  // the token is void, or too much waits
    bool is_token_void_ = false;
    net::BodyStream* body_ = nullptr;  // while the producer runs
    game::Feed::Subscription subscription_;
    game::BotStreams::Stream playing_;
    const account::Authenticator* authenticator_ = nullptr;
    account::Authenticator::Observation token_;
    base::Signal changed_;
};

}  // namespace tanbo::http
