#include "server/live/topics.hpp"

#include <utility>

#include "server/chat/rooms.hpp"

namespace tanbo::live {

GameTopic::GameTopic(std::weak_ptr<Session> session, base::Gauge& count,
                     game::Feed::Attention attention)
    : session_(std::move(session)), count_(count), attention_(attention) {
    count_.add(1);
}

GameTopic::~GameTopic() {
    count_.add(-1);
}

Awaitable<protocol::Result<std::uint32_t>> GameTopic::begin(
    const ThreadServices& here, protocol::GameId game, std::optional<protocol::AccountId> account,
    std::optional<std::uint32_t> after) {
    follower_.emplace(here.feed, here.views, game, weak_from_this(), attention_);
    auto view = co_await follower_->begin(account, after);
    if (!view) co_return view.error();
    const std::uint32_t seq = view->seq();
    if (!after) snapshot_ = std::move(*view);
    co_return seq;
}

Awaitable<protocol::Result<void>> GameTopic::catch_up() {
    const auto session = session_.lock();
    if (!session) co_return protocol::Result<void>();
    if (snapshot_) {
        std::string text =
            protocol::encode_live_snapshot(snapshot_->id(), snapshot_->seq(),
                                           session->parts_.services.clock(), *snapshot_->json());
        snapshot_.reset();
        net::Bytes bytes = std::make_shared<const std::string>(std::move(text));
        const bool is_open = co_await write_bytes(std::move(bytes));
        if (!is_open) co_return protocol::Result<void>();
    }
    if (!follower_) co_return protocol::Result<void>();
    co_return co_await follower_->run();
}

void GameTopic::stop() {
    snapshot_.reset();
    follower_.reset();
}

base::Awaitable<bool> GameTopic::write(game::Frame frame) {
    const auto self = shared_from_this();
    co_return co_await write_bytes(std::move(frame.json));
}

Awaitable<bool> GameTopic::write_bytes(net::Bytes bytes) {
    const auto session = session_.lock();
    if (!session || !session->can_receive()) co_return false;
    co_return co_await session->socket_->write(std::move(bytes));
}

void GameTopic::push(const game::Frame& frame) {
    const auto session = session_.lock();
    if (session && session->can_receive()) session->socket_->send(frame.json);
}

void GameTopic::lose(const protocol::Error& error) {
    const auto session = session_.lock();
    if (!session || session->socket_ == nullptr) return;
    session->socket_->close(net::CloseCode::try_again_later, error.detail);
}

void GameTopic::receive(const game::GameMessage& message) {
    const auto session = session_.lock();
    if (!session || !session->can_receive()) return;
    std::optional<protocol::AccountId> reader;
    if (session->identity_) reader = session->identity_->account;
    if (chat::can_receive(message.audience, reader)) session->socket_->send(message.json);
}

TournamentTopic::TournamentTopic(std::weak_ptr<Session> session, base::Gauge& count)
    : session_(std::move(session)), count_(count) {
    count_.add(1);
}

TournamentTopic::~TournamentTopic() {
    count_.add(-1);
}

Awaitable<protocol::Result<std::uint32_t>> TournamentTopic::begin(
    tournament::Feed& feed, protocol::TournamentId tournament, std::optional<std::uint32_t> after) {
    follower_.emplace(feed, tournament, *this);
    const auto present = co_await follower_->begin(after);
    has_begun_ = true;
    co_return present;
}

Awaitable<protocol::Result<void>> TournamentTopic::catch_up() {
    while (!is_stopped_) {
        auto frames = co_await follower_->next();
        if (!frames) co_return frames.error();
        if (frames->empty()) break;
        for (game::Frame& frame : *frames) {
            const auto session = session_.lock();
            if (is_stopped_ || !session || !session->can_receive()) {
                co_return protocol::Result<void>();
            }
            net::Bytes bytes = std::move(frame.json);
            const bool is_open = co_await session->socket_->write(std::move(bytes));
            if (!is_open) co_return protocol::Result<void>();
        }
    }
    co_return protocol::Result<void>();
}

// The answer to the subscription comes first.
void TournamentTopic::on_news() {
    const auto session = session_.lock();
    if (session && has_begun_ && !is_stopped_) session->catch_up_with(shared_from_this());
}

void NoticeTopic::on_notice(const game::SharedBytes& message) {
    if (session_.can_receive()) session_.socket_->send(message);
}

}  // namespace tanbo::live
