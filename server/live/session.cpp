#include "server/live/session.hpp"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <utility>

#include "protocol/json/words.hpp"
#include "server/account/refusals.hpp"
#include "server/api_common/limiter.hpp"
#include "server/api_common/status.hpp"
#include "server/base/client_key.hpp"
#include "server/base/threads/async.hpp"
#include "server/game/referee.hpp"
#include "server/live/topics.hpp"

namespace tanbo::live {
namespace {

using protocol::Code;
using protocol::LiveRequest;
using protocol::refusal;
using protocol::Topic;

// As of /me/stream: it tells of the account, and of its games.
constexpr account::Scopes scopes_of_me =
    account::Scopes().with(account::Scope::account_read).with(account::Scope::game_read);

// A longer answer than that of a command could fill the queue of a client that reads.
constexpr std::size_t long_answer_bytes = std::size_t{16} * 1024;

base::TokenBucket::Rate rate_of(const LiveLimits& limits) {
    const double refill = limits.messages_per_second;
    return {2 * refill, refill};
}

// Requires: a command to a game.
game::Command command_of(LiveRequest& request, const account::Identity& identity) {
    const protocol::AccountId account = identity.account;
    switch (request.op) {
        case LiveRequest::Op::join:
            return engine::Join{identity.player(), request.seat};
        case LiveRequest::Op::start:
            return engine::Start{account};
        case LiveRequest::Op::leave:
            return engine::Leave{account};
        case LiveRequest::Op::swap:
            return engine::Swap{account};
        case LiveRequest::Op::propose:
            return engine::Propose{account, request.made.kind, request.made.target};
        case LiveRequest::Op::accept:
            return engine::AnswerProposal{account, request.proposal, true};
        case LiveRequest::Op::decline:
            return engine::AnswerProposal{account, request.proposal, false};
        case LiveRequest::Op::resume:
            return engine::Resume{account};
        case LiveRequest::Op::substitute:
            return engine::TakeOver{identity.player(), request.seat, {}};
        case LiveRequest::Op::move:
        case LiveRequest::Op::subscribe:
        case LiveRequest::Op::unsubscribe:
        case LiveRequest::Op::ping:
        case LiveRequest::Op::auth:
        case LiveRequest::Op::call:
            break;
    }
    return game::Move{account, std::move(request.move.point), request.move.ply, request.move.seq};
}

}  // namespace

Session::Session(SessionParts parts, Peer peer)
    : parts_(parts), peer_(std::move(peer)), rate_(rate_of(parts.limits), parts.services.clock()) {}

Session::~Session() = default;

// --- the socket ---

Awaitable<void> Session::run(net::WebSocket& socket) {
    const auto self = shared_from_this();
    socket_ = &socket;
    parts_.sockets.add(1);
    std::exception_ptr failure;
    try {
        if (is_account_lost_) lose_account();  // before there was a socket to close
        while (auto message = co_await socket.receive()) {
            parts_.messages.add();
            co_await serve(std::move(message->data));
        }
    } catch (...) {
        failure = std::current_exception();
    }
    end();
    // The coroutine that catches up uses the socket, which goes away after this.
    while (is_catching_up_) {
        co_await caught_up_.wait();
    }
    parts_.sockets.add(-1);
    socket_ = nullptr;
    if (failure) std::rethrow_exception(failure);
}

void Session::end() {
    stop_logs();
    lobby_.reset();
    stop_me();
    observation_.reset();
}

void Session::stop_logs() {
    for (const auto& [game, topic] : games_) topic->stop();
    for (const auto& [tournament, topic] : tournaments_) topic->stop();
    games_.clear();
    tournaments_.clear();
    behind_.clear();
}

void Session::stop_me() {
    if (!me_) return;
    me_->stop();
    std::erase(behind_, me_);
    me_.reset();
}

// Events are lost here and read again from the log when the client comes back.
bool Session::has_current_token() {
    const account::Authenticator& authenticator = parts_.here.authenticator;
    if (authenticator.is_current()) return true;
    socket_->close(net::CloseCode::try_again_later, authenticator.why_void().detail);
    return false;
}

void Session::send(std::string text) {
    socket_->send(std::make_shared<const std::string>(std::move(text)));
}

void Session::answer(Id id, Done done) {
    if (done) return send(std::move(*done));
    send(protocol::encode_live_error(id, done.error(), api_common::status_of(done.error())));
}

void Session::send_timeout() {
    answer(serving_, api_common::late(is_serving_command_));
}

// The fault of it, or of its coming now; nothing: it is served.
std::optional<protocol::Error> Session::refuse(const protocol::LiveDecoded& message) {
    const auto wait =
        peer_.is_local ? std::nullopt : rate_.take(rate_of(parts_.limits), parts_.services.clock());
    if (wait) {
        protocol::Error error = refusal(Code::rate_limited, "Too many messages on this socket.");
        error.retry_after_s = static_cast<int>(wait->count());
        return error;
    }
    if (!message.request) return message.request.error();
    return std::nullopt;
}

// The memory of a frame that is large goes to the next that is allocated on this thread, and that
// is one that may wait for hours: so what is large is not in the frame.
Awaitable<void> Session::serve(std::string message) {
    base::current_client = {peer_.network, identity_ ? protocol::number_of(identity_->account) : 0};
    const auto decoded =
        std::make_unique<protocol::LiveDecoded>(protocol::decode_live_request(message));
    if (auto error = refuse(*decoded)) {
        answer(decoded->id, std::move(*error));
        co_return;
    }
    serving_ = decoded->id;
    is_serving_command_ = false;
    auto done = co_await handle(*decoded->request);
    if (done && done->size() > long_answer_bytes) {
        co_await write_answer(std::move(*done));
    } else {
        answer(decoded->id, std::move(done));
    }
    begin_to_catch_up();
}

// Waits until the queue has room, and until no topic waits for that.
Awaitable<void> Session::write_answer(std::string text) {
    while (is_catching_up_) {
        co_await caught_up_.wait();
    }
    is_writing_answer_ = true;
    net::Bytes bytes = std::make_shared<const std::string>(std::move(text));
    const bool is_open = co_await socket_->write(std::move(bytes));
    static_cast<void>(is_open);
    is_writing_answer_ = false;
}

Awaitable<Session::Done> Session::handle(LiveRequest& request) {
    switch (request.op) {
        case LiveRequest::Op::ping:
            co_return protocol::encode_live_pong(request.id, parts_.services.clock(),
                                                 parts_.services.build);
        case LiveRequest::Op::unsubscribe:
            co_return unsubscribe(request);
        case LiveRequest::Op::subscribe: {
            co_return co_await subscribe(request);
        }
        case LiveRequest::Op::auth: {
            auto signed_in = co_await sign_in(std::move(request.token));
            if (!signed_in) co_return signed_in.error();
            co_return protocol::encode_live_ok(request.id);
        }
        case LiveRequest::Op::call: {
            co_return co_await call(request);
        }
        case LiveRequest::Op::move:
        case LiveRequest::Op::join:
        case LiveRequest::Op::start:
        case LiveRequest::Op::leave:
        case LiveRequest::Op::swap:
        case LiveRequest::Op::propose:
        case LiveRequest::Op::accept:
        case LiveRequest::Op::decline:
        case LiveRequest::Op::resume:
        case LiveRequest::Op::substitute:
            break;
    }
    co_return co_await command(request);
}

// Scopes, suspensions, limits and keys are REST's business.
Awaitable<Session::Done> Session::call(LiveRequest& request) {
    is_serving_command_ = may_change(request.call);
    if (identity_) {
        auto confirmed = co_await confirm_account();
        if (!confirmed) co_return confirmed.error();
    }
    const std::string_view token = identity_ ? std::string_view(token_) : std::string_view();
    const auto answer =
        co_await call_rest(parts_.services.rest(), peer_, token, std::move(request.call));
    co_return answer.is_done ? protocol::encode_live_answer(request.id, answer.body)
                             : protocol::encode_live_problem(request.id, answer.body);
}

// --- who it speaks for ---

Awaitable<protocol::Result<void>> Session::sign_in(std::string token) {
    std::string kept = token;
    auto identity = co_await parts_.here.authenticator.authenticate(std::move(token));
    if (!identity) co_return identity.error();
    if (identity_ && identity_->account != identity->account) {
        co_return refusal(Code::forbidden,
                          "This socket is already signed in as " + identity_->handle + ".");
    }
    identity_ = std::move(*identity);
    token_ = std::move(kept);
    observation_ = parts_.here.authenticator.observe(*identity_, [this] { lose_account(); });
    drop_forbidden_topics();
    co_return protocol::Result<void>();
}

// A token that came later is observed in place of the former: what only that one opened ends.
void Session::drop_forbidden_topics() {
    if (account::first_missing(scopes_of_me, identity_->scopes)) stop_me();
    if (!identity_->scopes.has(account::Scope::game_read)) stop_logs();
}

Awaitable<void> Session::try_sign_in(std::string token) {
    const auto signed_in = co_await sign_in(std::move(token));
    static_cast<void>(signed_in);
}

// Checks the token again: it may have been revoked or have expired. Then the socket speaks for no
// account.
Awaitable<protocol::Result<void>> Session::confirm_account() {
    if (!identity_) {
        co_return refusal(Code::unauthorized,
                          "This needs an account. Send {\"op\":\"auth\",\"token\":...} first.");
    }
    std::string token = token_;
    auto identity = co_await parts_.here.authenticator.authenticate(std::move(token));
    if (identity) {
        identity_ = std::move(*identity);
        co_return protocol::Result<void>();
    }
    if (identity.error().code == Code::bad_token) lose_account();
    co_return identity.error();
}

// The token is the account's no longer, or can't be checked; a client may come again.
void Session::lose_account() {
    const protocol::Error why = parts_.here.authenticator.why_void();
    const bool is_void = why.code == Code::bad_token;
    is_account_lost_ = true;
    identity_.reset();
    stop_me();
    stop_logs();
    if (socket_ != nullptr) {
        socket_->close(is_void ? net::CloseCode::policy_violation : net::CloseCode::try_again_later,
                       is_void ? "The token is revoked or has expired." : why.detail);
    }
}

Awaitable<Session::Done> Session::command(LiveRequest& request) {
    is_serving_command_ = true;
    auto confirmed = co_await confirm_account();
    if (!confirmed) co_return confirmed.error();
    if (!identity_->scopes.has(account::Scope::game_play)) {
        co_return account::insufficient_scope(account::Scope::game_play);
    }
    if (identity_->is_suspended(parts_.services.clock())) co_return account::suspended(*identity_);
    const Services& services = parts_.services;
    const auto admitted =
        services.commands.take_command(identity_->payer(), peer_.is_local, services.clock());
    if (!admitted) co_return admitted.error();
    game::Command command = command_of(request, *identity_);
    auto receipt = co_await parts_.services.referee.submit(request.game, std::move(command),
                                                           std::nullopt, request.seq);
    if (!receipt) co_return receipt.error();
    co_return protocol::encode_live_ok(request.id, *receipt->event);
}

// --- what it follows ---

Awaitable<Session::Done> Session::subscribe(LiveRequest& request) {
    const std::size_t held =
        games_.size() + tournaments_.size() + (lobby_ ? 1U : 0U) + (me_ ? 1U : 0U);
    if (is_subscribed(request.topic)) {
        co_return refusal(Code::already_subscribed, "This socket already follows " +
                                                        protocol::topic_name(request.topic) + ".");
    }
    if (held >= parts_.limits.subscriptions) {
        co_return refusal(Code::too_many_subscriptions,
                          "A socket can follow at most " +
                              protocol::counted(parts_.limits.subscriptions, "topic") + ".");
    }
    if (request.epoch && *request.epoch != parts_.services.epoch) {
        co_return protocol::server_restored();
    }
    if (identity_) {
        auto confirmed = co_await confirm_account();
        if (!confirmed) co_return confirmed.error();
    }
    switch (request.topic.kind) {
        case Topic::Kind::game: {
            co_return co_await subscribe_to_game(request);
        }
        case Topic::Kind::tournament: {
            co_return co_await subscribe_to_tournament(request);
        }
        case Topic::Kind::me: {
            co_return co_await subscribe_to_me(request);
        }
        case Topic::Kind::lobby:
            break;
    }
    co_return subscribe_to_lobby(request);
}

bool Session::is_subscribed(const Topic& topic) const {
    switch (topic.kind) {
        case Topic::Kind::game:
            return games_.contains(topic.game);
        case Topic::Kind::tournament:
            return tournaments_.contains(topic.tournament);
        case Topic::Kind::lobby:
            return lobby_ != nullptr;
        case Topic::Kind::me:
            return me_ != nullptr;
    }
    return false;
}

Awaitable<Session::Done> Session::subscribe_to_game(LiveRequest& request) {
    const protocol::GameId game = request.topic.game;
    std::optional<protocol::AccountId> reader;
    if (identity_) {
        if (!identity_->scopes.has(account::Scope::game_read)) {
            co_return account::insufficient_scope(account::Scope::game_read);
        }
        reader = identity_->account;
    }
    const auto attention =
        request.is_glance ? game::Feed::Attention::glance : game::Feed::Attention::follow;
    auto topic = std::make_shared<GameTopic>(weak_from_this(), parts_.subscriptions, attention);
    auto seq = co_await topic->begin(parts_.here, game, reader, request.after);
    if (!seq) co_return seq.error();
    if (reader && !identity_) co_return account::bad_token();
    games_.emplace(game, topic);
    behind_.push_back(std::move(topic));
    co_return protocol::encode_live_subscribed(request.id, *seq, parts_.services.epoch);
}

Awaitable<Session::Done> Session::subscribe_to_tournament(LiveRequest& request) {
    const bool is_signed_in = identity_.has_value();
    if (is_signed_in && !identity_->scopes.has(account::Scope::game_read)) {
        co_return account::insufficient_scope(account::Scope::game_read);
    }
    const protocol::TournamentId tournament = request.topic.tournament;
    auto topic = std::make_shared<TournamentTopic>(weak_from_this(), parts_.subscriptions);
    auto seq = co_await topic->begin(parts_.here.tournaments, tournament, request.after);
    if (!seq) co_return seq.error();
    if (is_signed_in && !identity_) co_return account::bad_token();
    tournaments_.emplace(tournament, topic);
    behind_.push_back(std::move(topic));
    co_return protocol::encode_live_subscribed(request.id, *seq, parts_.services.epoch);
}

Session::Done Session::subscribe_to_lobby(const LiveRequest& request) {
    auto topic = std::make_unique<NoticeTopic>(*this, parts_.subscriptions);
    topic->follow(parts_.here.feed.follow_lobby(*topic));
    lobby_ = std::move(topic);
    return protocol::encode_live_subscribed(request.id, {}, parts_.services.epoch);
}

Awaitable<Session::Done> Session::subscribe_to_me(const LiveRequest& request) {
    if (!identity_) co_return refusal(Code::unauthorized, "The topic \"me\" needs an account.");
    if (const auto missing = account::first_missing(scopes_of_me, identity_->scopes)) {
        co_return account::insufficient_scope(*missing);
    }
    const Services& services = parts_.services;
    auto topic = std::make_shared<PersonalTopic>(weak_from_this(), parts_.subscriptions,
                                                 request.includes_legal);
    const auto begun =
        co_await topic->begin(parts_.here, services.inbox, *identity_, services.clock());
    if (!begun) co_return begun.error();
    if (!identity_) co_return account::bad_token();
    me_ = topic;
    behind_.push_back(std::move(topic));
    co_return protocol::encode_live_subscribed(request.id, {}, services.epoch);
}

template <class Topics, class Key>
void Session::stop_topic(Topics& topics, Key key) {
    const auto found = topics.find(key);
    if (found == topics.end()) return;
    found->second->stop();
    std::erase(behind_, found->second);
    topics.erase(found);
}

Session::Done Session::unsubscribe(const LiveRequest& request) {
    const bool was_held = is_subscribed(request.topic);
    switch (request.topic.kind) {
        case Topic::Kind::game:
            stop_topic(games_, request.topic.game);
            break;
        case Topic::Kind::tournament:
            stop_topic(tournaments_, request.topic.tournament);
            break;
        case Topic::Kind::lobby:
            lobby_.reset();
            break;
        case Topic::Kind::me:
            stop_me();
            break;
    }
    if (was_held) return protocol::encode_live_ok(request.id);
    return refusal(Code::not_subscribed,
                   "This socket does not follow " + protocol::topic_name(request.topic) + ".");
}

// --- catching up ---

void Session::catch_up_with(std::shared_ptr<LogTopic> topic) {
    if (std::ranges::find(behind_, topic) == behind_.end()) behind_.push_back(std::move(topic));
    begin_to_catch_up();
}

void Session::begin_to_catch_up() {
    if (is_catching_up_ || is_writing_answer_ || behind_.empty()) return;
    is_catching_up_ = true;
    base::spawn(parts_.here.executor, "live catch-up", catch_up(shared_from_this()));
}

Awaitable<void> Session::catch_up(std::shared_ptr<Session> session) {
    while (!session->behind_.empty()) {
        auto topic = std::move(session->behind_.front());
        session->behind_.erase(session->behind_.begin());
        co_await session->catch_up_one(std::move(topic));
    }
    session->is_catching_up_ = false;
    session->caught_up_.notify();
}

// A log that can't be read ends the socket: the client comes back with `after`. A tournament that
// was deleted says nothing more.
Awaitable<void> Session::catch_up_one(std::shared_ptr<LogTopic> topic) {
    const auto caught_up = co_await topic->catch_up();
    if (caught_up || socket_ == nullptr) co_return;
    if (caught_up.error().code == Code::no_such_tournament) {
        topic->stop();
        co_return;
    }
    socket_->close(net::CloseCode::try_again_later, caught_up.error().detail);
}

}  // namespace tanbo::live
