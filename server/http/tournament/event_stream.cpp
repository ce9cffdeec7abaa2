#include "server/http/tournament/event_stream.hpp"

#include <utility>

#include "server/account/refusals.hpp"

namespace tanbo::http {

// The stream follows as long as the producer runs, however that ends.
class TournamentStream::Attachment {
public:
    explicit Attachment(TournamentStream& stream) : stream_(stream) {}
    ~Attachment() {
        stream_.follower_.reset();
        stream_.token_.reset();
    }
    Attachment(const Attachment&) = delete;
    Attachment& operator=(const Attachment&) = delete;

private:
    TournamentStream& stream_;
};

Awaitable<protocol::Result<std::shared_ptr<TournamentStream>>> TournamentStream::open(
    tournament::Feed& feed, account::Authenticator& authenticator,
    protocol::TournamentId tournament, std::optional<account::Identity> identity, Options options) {
    const std::uint32_t after = options.after;
    std::shared_ptr<TournamentStream> stream(new TournamentStream(std::move(options)));
    if (identity) {
        TournamentStream* const raw = stream.get();
        stream->authenticator_ = &authenticator;
        stream->token_.emplace(authenticator.observe(*identity, [raw] {
            raw->is_token_void_ = true;
            raw->changed_.notify();
        }));
    }
    stream->follower_.emplace(feed, tournament, *stream);
    const auto begun = co_await stream->follower_->begin(after);
    if (!begun) co_return begun.error();
    if (stream->is_token_void_) co_return authenticator.why_void();
    co_return stream;
}

net::Producer TournamentStream::producer(std::shared_ptr<TournamentStream> stream) {
    return [stream = std::move(stream)](net::BodyStream& body) { return produce(stream, body); };
}

Awaitable<void> TournamentStream::produce(std::shared_ptr<TournamentStream> stream,
                                          net::BodyStream& body) {
    const Attachment attachment(*stream);
    const std::weak_ptr<TournamentStream> weak = stream;
    body.on_closed([weak] {
        if (const auto open = weak.lock()) open->changed_.notify();
    });
    for (;;) {
        const bool goes_on = co_await stream->write_news(body);
        if (!goes_on) co_return;
        co_await stream->changed_.wait();
    }
}

Awaitable<bool> TournamentStream::write_news(net::BodyStream& body) {
    for (;;) {
        if (body.is_closed() || is_token_void_) co_return false;
        const auto frames = co_await follower_->next();
        if (!frames) co_return false;
        if (frames->empty()) co_return options_.is_following;
        for (const game::Frame& frame : *frames) {
            // A token that can't be checked is as good as a void one.
            const bool is_checked = authenticator_ == nullptr || authenticator_->is_current();
            if (is_token_void_ || !is_checked) co_return false;
            net::Bytes bytes =
                stream_piece(options_.form, frame.seq, options_.tag, frame.type, *frame.json);
            const bool is_open = co_await body.write(std::move(bytes));
            if (!is_open) co_return false;
            if (options_.form == StreamForm::ndjson && frame.type == "finished") co_return false;
        }
    }
}

}  // namespace tanbo::http
