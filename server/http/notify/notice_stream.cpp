#include "server/http/notify/notice_stream.hpp"

#include <utility>

#include "protocol/people/notices.hpp"
#include "server/account/refusals.hpp"
#include "server/notify/notices.hpp"

namespace tanbo::http {

// The body is the stream's only as long as the producer runs, however that ends.
class NoticeStream::Attachment {
public:
    Attachment(NoticeStream& stream, net::BodyStream& body) : stream_(stream) {
        stream_.body_ = &body;
    }
    ~Attachment() {
        stream_.subscription_.reset();
        stream_.playing_.reset();
        stream_.token_.reset();
        stream_.body_ = nullptr;
    }
    Attachment(const Attachment&) = delete;
    Attachment& operator=(const Attachment&) = delete;

private:
    NoticeStream& stream_;
};

Awaitable<protocol::Result<std::shared_ptr<NoticeStream>>> NoticeStream::open(
    NoticeSource source, account::Identity identity, StreamForm form,
    std::optional<std::int64_t> after) {
    std::shared_ptr<NoticeStream> stream(new NoticeStream(form, source.inbox.place_tag()));
    stream->subscription_ = source.feed.follow_account(identity.account, *stream);
    stream->playing_ = source.feed.play_for(identity.account, identity.handle);
    NoticeStream* const raw = stream.get();
    stream->authenticator_ = &source.authenticator;
    stream->token_ = source.authenticator.observe(identity, [raw] {
        raw->is_token_void_ = true;
        raw->end();
    });
    auto start = co_await source.inbox.stream_start(identity.account, after, source.clock());
    if (!start) co_return start.error();
    if (stream->is_token_void_) co_return source.authenticator.why_void();
    stream->start_ = std::move(*start);
    co_return stream;
}

net::Producer NoticeStream::producer(std::shared_ptr<NoticeStream> stream) {
    return [stream = std::move(stream)](net::BodyStream& body) { return produce(stream, body); };
}

Awaitable<void> NoticeStream::produce(std::shared_ptr<NoticeStream> stream, net::BodyStream& body) {
    const Attachment attachment(*stream, body);
    const std::weak_ptr<NoticeStream> weak = stream;
    body.on_closed([weak] {
        if (const auto open = weak.lock()) open->changed_.notify();
    });
    const bool is_open = co_await stream->write_start();
    if (!is_open) co_return;
    stream->write_waiting();
    while (!stream->is_ended_ && !body.is_closed()) {
        co_await stream->changed_.wait();
    }
}

Awaitable<bool> NoticeStream::write_start() {
    for (const std::string& message : std::exchange(start_.messages, {})) {
        if (!may_tell()) co_return false;
        net::Bytes bytes = formed(message);
        const bool is_open = co_await body_->write(std::move(bytes));
        if (!is_open) co_return false;
    }
    co_return true;
}

// News that the beginning has told is not told again.
void NoticeStream::write_waiting() {
    is_live_ = true;
    if (!may_tell()) return;
    for (const game::SharedBytes& message : std::exchange(waiting_, {})) {
        const auto number = protocol::head_of_my_notice(*message).number;
        if (!number || *number > start_.newest) body_->send(formed(*message));
    }
}

void NoticeStream::on_notice(const game::SharedBytes& message) {
    if (!may_tell()) return;
    if (is_live_) {
        if (body_ != nullptr) body_->send(formed(*message));
        return;
    }
    if (waiting_.size() == stream_waiting_max) return end();
    waiting_.push_back(message);
}

// A token that can't be checked is as good as a void one.
bool NoticeStream::may_tell() {
    if (!authenticator_->is_current()) {
        is_token_void_ = true;
        end();
    }
    return !is_ended_;
}

void NoticeStream::end() {
    is_ended_ = true;
    changed_.notify();
}

net::Bytes NoticeStream::formed(const std::string& message) const {
    const auto head = protocol::head_of_my_notice(message);
    return stream_piece(form_, head.number, tag_, head.type, message);
}

}  // namespace tanbo::http
