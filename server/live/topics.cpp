#include "server/live/topics.hpp"

#include <cstddef>
#include <utility>

#include "protocol/games/answers.hpp"
#include "protocol/people/my_turn.hpp"
#include "protocol/people/notices.hpp"
#include "server/chat/rooms.hpp"

namespace tanbo::live {
namespace {

// Notices that wait while others are written: more than a beginning has.
constexpr std::size_t personal_waiting_max = notify::stream_turns_max + 256;

}  // namespace

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

PersonalTopic::PersonalTopic(std::weak_ptr<Session> session, base::Gauge& count,
                             bool includes_legal)
    : session_(std::move(session)), count_(count), includes_legal_(includes_legal) {
    count_.add(1);
}

PersonalTopic::~PersonalTopic() {
    count_.add(-1);
}

Awaitable<protocol::Result<void>> PersonalTopic::begin(const ThreadServices& here,
                                                       notify::Inbox& inbox,
                                                       const account::Identity& identity,
                                                       base::Instant now) {
    views_ = &here.views;
    account_ = identity.account;
    subscription_ = here.feed.follow_account(account_, *this);
    playing_ = here.feed.play_for(account_, identity.handle);
    auto start = co_await inbox.stream_start(account_, std::nullopt, now);
    if (!start) co_return start.error();
    put_first(std::move(start->messages), start->newest);
    has_begun_ = true;
    co_return protocol::Result<void>();
}

// News that the beginning has told is not told again.
void PersonalTopic::put_first(std::vector<std::string> beginning, std::int64_t newest) {
    std::vector<game::SharedBytes> all;
    all.reserve(beginning.size() + waiting_.size());
    for (std::string& message : beginning) {
        all.push_back(std::make_shared<const std::string>(std::move(message)));
    }
    for (game::SharedBytes& message : waiting_) {
        const auto number = protocol::head_of_my_notice(*message).number;
        if (!number || *number > newest) all.push_back(std::move(message));
    }
    waiting_ = std::move(all);
}

Awaitable<protocol::Result<void>> PersonalTopic::catch_up() {
    while (!waiting_.empty()) {
        for (game::SharedBytes& message : std::exchange(waiting_, {})) {
            auto text = co_await told(std::move(message));
            if (!text) co_return text.error();
            const auto session = session_.lock();
            if (is_stopped_ || !session || !session->can_receive()) {
                co_return protocol::Result<void>();
            }
            const bool is_open = co_await session->socket_->write(std::move(*text));
            if (!is_open) co_return protocol::Result<void>();
        }
    }
    is_live_ = !includes_legal_;
    co_return protocol::Result<void>();
}

// With the legal moves if they are due. A game that is gone, or hidden by now, has none.
Awaitable<protocol::Result<game::SharedBytes>> PersonalTopic::told(game::SharedBytes message) {
    const auto game = includes_legal_ ? protocol::game_of_my_turn(*message) : std::nullopt;
    if (!game) co_return message;
    auto view = co_await views_->get(*game, account_);
    if (!view && view.error().code == protocol::Code::no_such_game) co_return message;
    if (!view) co_return view.error();
    auto legal = co_await views_->draw(std::move(*view), [](const game::View& shown) {
        return protocol::encode_legal_moves(shown.id(), shown.match());
    });
    if (!legal) co_return legal.error();
    std::string text = protocol::with_legal_moves(*message, *legal);
    co_return std::make_shared<const std::string>(std::move(text));
}

void PersonalTopic::stop() {
    is_stopped_ = true;
    waiting_.clear();
    subscription_.reset();
    playing_.reset();
}

void PersonalTopic::on_notice(const game::SharedBytes& message) {
    const auto session = session_.lock();
    if (!session || !session->can_receive()) return;
    if (is_live_) {
        session->socket_->send(message);
        return;
    }
    if (waiting_.size() >= personal_waiting_max) {
        session->socket_->close(net::CloseCode::try_again_later, "Too slow. Subscribe again.");
        return;
    }
    waiting_.push_back(message);
    if (has_begun_) session->catch_up_with(shared_from_this());
}

void NoticeTopic::on_notice(const game::SharedBytes& message) {
    if (session_.can_receive()) session_.socket_->send(message);
}

}  // namespace tanbo::live
