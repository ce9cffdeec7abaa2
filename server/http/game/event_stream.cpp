#include "server/http/game/event_stream.hpp"

#include <utility>

#include "server/account/refusals.hpp"

namespace tanbo::http {

// The body is the stream's only as long as the producer runs, however that ends.
class EventStream::Attachment {
public:
    Attachment(EventStream& stream, net::BodyStream& body) : stream_(stream) {
        stream_.body_ = &body;
    }
    ~Attachment() {
        stream_.follower_.reset();
        stream_.token_.reset();
        stream_.body_ = nullptr;
    }
    Attachment(const Attachment&) = delete;
    Attachment& operator=(const Attachment&) = delete;

private:
    EventStream& stream_;
};

Awaitable<protocol::Result<std::shared_ptr<EventStream>>> EventStream::open(
    EventSource source, protocol::GameId game, std::optional<account::Identity> identity,
    std::uint32_t after, StreamForm form, bool is_following) {
    std::shared_ptr<EventStream> stream(new EventStream(form, std::move(source.tag), is_following));
    std::optional<protocol::AccountId> account;
    if (identity) {
        account = identity->account;
        stream->end_with(source.authenticator, *identity);
    }
    stream->follower_.emplace(source.feed, source.history, game, stream);
    auto view = co_await stream->follower_->begin(account, after);
    if (!view) co_return view.error();
    if (stream->is_token_void_) co_return source.authenticator.why_void();
    stream->is_game_over_ = view->match().status() == engine::Status::finished;
    co_return stream;
}

void EventStream::end_with(account::Authenticator& authenticator,
                           const account::Identity& identity) {
    authenticator_ = &authenticator;
    token_.emplace(authenticator.observe(identity, [this] {
        is_token_void_ = true;
        changed_.notify();
    }));
}

net::Producer EventStream::producer(std::shared_ptr<EventStream> stream) {
    return [stream = std::move(stream)](net::BodyStream& body) { return produce(stream, body); };
}

Awaitable<void> EventStream::produce(std::shared_ptr<EventStream> stream, net::BodyStream& body) {
    const Attachment attachment(*stream, body);
    std::weak_ptr<EventStream> weak = stream;
    body.on_closed([weak] {
        if (const auto open = weak.lock()) open->changed_.notify();
    });
    const auto written = co_await stream->follower_->run();
    if (written) {
        while (!stream->is_ended()) {
            co_await stream->changed_.wait();
        }
    }
}

bool EventStream::is_ended() const {
    if (body_->is_closed() || !is_following_ || is_token_void_ || is_lost_) return true;
    return form_ == StreamForm::ndjson && is_game_over_;
}

base::Awaitable<bool> EventStream::write(game::Frame frame) {
    if (body_ == nullptr || !may_tell()) co_return false;
    net::Bytes bytes = formed(frame);
    co_return co_await body_->write(std::move(bytes));
}

// A token that can't be checked is as good as a void one: who comes again goes on where this ends.
bool EventStream::may_tell() {
    if (authenticator_ != nullptr && !authenticator_->is_current()) {
        is_token_void_ = true;
        changed_.notify();
    }
    return !is_token_void_;
}

void EventStream::push(const game::Frame& frame) {
    if (body_ == nullptr) return;
    if (is_following_ && may_tell()) body_->send(formed(frame));
    if (frame.type == "end") {
        is_game_over_ = true;
        changed_.notify();
    }
}

void EventStream::lose(const protocol::Error&) {
    is_lost_ = true;
    changed_.notify();
}

net::Bytes EventStream::formed(const game::Frame& frame) const {
    return stream_piece(form_, frame.seq, tag_, frame.type, *frame.json);
}

}  // namespace tanbo::http
