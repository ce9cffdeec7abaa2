#include "server/chat/chat.hpp"

#include <utility>
#include <vector>

#include "protocol/games/events.hpp"
#include "protocol/people/chat.hpp"
#include "server/chat/rooms.hpp"
#include "server/game/game_transaction.hpp"
#include "server/game/idempotency.hpp"
#include "server/game/refusals.hpp"
#include "server/game/views/cursor.hpp"
#include "server/notify/notify.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/accounts/handle_key.hpp"
#include "server/store/tables/games/tournaments.hpp"
#include "server/store/tables/messages/chat.hpp"
#include "server/store/tables/messages/chat_mutes.hpp"
#include "server/store/tables/messages/chat_reports.hpp"
#include "server/store/tables/messages/watches.hpp"

namespace tanbo::chat {

namespace {

using protocol::AccountId;
using protocol::ChatLine;
using protocol::ChatMessageId;
using protocol::ChatRoom;
using protocol::Code;
using protocol::Result;
using Transaction = store::Transaction;
using SharedMatch = std::shared_ptr<const engine::Match>;

ChatLine line_of(const store::ChatMessage& message) {
    return {message.id, message.room, message.author_handle, message.text, message.created_at};
}

protocol::Error no_such_message(ChatMessageId message) {
    return refusal(Code::no_such_message,
                   "Message " + protocol::to_string(message) + " does not exist.");
}

protocol::Error limit_reached(std::string detail) {
    return refusal(Code::limit_reached, std::move(detail));
}

Result<void> check_silence(Transaction& transaction, AccountId author, engine::Instant now) {
    const auto mute = store::find_moderator_mute(transaction, author, now);
    if (!mute) return {};
    const std::string end = mute->until ? "until " + protocol::format_instant(*mute->until)
                                        : "until a moderator ends it";
    return refusal(Code::muted, "You are muted " + end + ".");
}

// Rooms of the players are closed until the end of a game of a quiet tournament.
Result<void> check_quiet(Transaction& transaction, protocol::GameId game,
                         const engine::Match& match, ChatRoom room) {
    const bool is_over = match.status() == engine::Status::finished;
    if (room != ChatRoom::players || is_over || !store::is_quiet_game(transaction, game)) return {};
    return refusal(Code::forbidden,
                   "Players of this tournament can't chat during a game. Wait until it is over.");
}

struct Mention {
    protocol::GameId game;
    const engine::Match& match;
    ChatRoom room;
    AccountId author;
};

bool may_be_told(store::Reader& reader, const Mention& mention, AccountId who) {
    if (who == mention.author || !mention.match.can_see(who)) return false;
    if (!admit(mention.match, mention.room, who)) return false;
    const auto game = mention.game;
    if (!is_player(mention.match, who) && !store::find_watch(reader, who, game)) return false;
    return !store::has_muted(reader, who, mention.author);
}

// Tells the accounts that the line names, by a notice of the kind chat-mention: players of the game
// and those who watch it, if they may read the room and have not muted the author. No others: a
// line beside a public game must not reach strangers.
//
// Throws: store::StorageError. Thread: the writer thread.
void notify_mentioned(Transaction& transaction, protocol::GameId game, const engine::Match& match,
                      const ChatLine& line, AccountId author) {
    const Mention mention{game, match, line.room, author};
    for (const std::string& handle : protocol::mentions_in(*line.text)) {
        const auto named = store::find_account(transaction, store::handle_key(handle));
        if (!named || named->deleted_at || !may_be_told(transaction, mention, named->id)) continue;
        notify::Notice notice;
        notice.account = named->id;
        notice.kind = protocol::NoticeKind::chat_mention;
        notice.game = game;
        notice.data = protocol::encode_mention(game, line);
        notice.seq = match.seq();
        notify::notify(transaction, line.at, notice);
    }
}

struct Post {
    account::Identity author;
    protocol::GameId game;
    ChatRoom room;
    protocol::PostMessage message;
};

store::NewChatMessage row_of(const Post& post, engine::Instant now) {
    store::NewChatMessage row;
    row.game = post.game;
    row.room = post.room;
    row.author = post.author.account;
    row.text = post.message.text;
    row.seq = post.message.seq;
    row.created_at = now;
    return row;
}

Result<std::string> write(Transaction& transaction, game::GameTransaction& games,
                          const Post& post) {
    const auto author = post.author.account;
    const SharedMatch match = games.match(post.game);
    if (match == nullptr || !match->can_see(post.author.account)) {
        return game::no_such_game(post.game);
    }
    if (auto admitted = admit(*match, post.room, post.author.account); !admitted) {
        return admitted.error();
    }
    if (auto allowed = check_silence(transaction, author, games.now()); !allowed) {
        return allowed.error();
    }
    if (auto open = check_quiet(transaction, post.game, *match, post.room); !open) {
        return open.error();
    }
    const store::NewChatMessage row = row_of(post, games.now());
    if (row.seq) {
        const auto said = store::find_same(transaction, row);
        if (said) return protocol::encode_chat_line(line_of(*said));
    }
    const auto id = store::insert_message(transaction, row);
    if (!id) {
        return limit_reached("This room is full: too many reported or deleted messages.");
    }
    const store::ChatMessage said{
        *id, post.game, post.room, author, post.author.handle, post.message.text, games.now()};
    games.broadcast(push_of(transaction, match, said));
    const ChatLine line = line_of(said);
    notify_mentioned(transaction, post.game, *match, line, author);
    return protocol::encode_chat_line(line);
}

struct Complaint {
    AccountId reporter;
    protocol::GameId game;
    ChatMessageId message;
    std::string reason;
};

Result<std::string> file(Transaction& transaction, game::GameTransaction& games,
                         const Complaint& complaint) {
    const SharedMatch match = games.match(complaint.game);
    if (match == nullptr || !match->can_see(complaint.reporter)) {
        return game::no_such_game(complaint.game);
    }
    const auto message = store::find_message(transaction, complaint.game, complaint.message);
    if (!message || !message->text || !admit(*match, message->room, complaint.reporter)) {
        return no_such_message(complaint.message);
    }
    store::NewReport row;
    row.message = message->id;
    row.reporter = complaint.reporter;
    row.reason = complaint.reason;
    row.text = *message->text;
    row.created_at = games.now();
    const auto id = store::find_or_insert_report(transaction, row);
    if (!id) {
        return limit_reached("You have " + std::to_string(store::open_reports_max) +
                             " open reports, the maximum. Wait until a moderator has decided one.");
    }
    const auto report = store::find_report(transaction, *id);
    return protocol::encode_report_receipt(
        {*id, complaint.message, report->reason, report->created_at});
}

Result<AccountId> account_named(store::Reader& reader, const std::string& handle) {
    const auto account = store::find_account(reader, store::handle_key(handle));
    if (account) return account->id;
    return protocol::no_such_player(handle);
}

Result<void> insert_mute(Transaction& transaction, AccountId muter, const std::string& handle,
                         engine::Instant now) {
    const auto muted = account_named(transaction, handle);
    if (!muted) return muted.error();
    if (*muted == muter) return refusal(Code::forbidden, "You can't mute yourself.");
    const auto change = store::insert_mute(transaction, muter, *muted, now);
    if (change != store::MuteChange::too_many) return {};
    return limit_reached("You have muted " + std::to_string(store::mutes_max) +
                         " players, the maximum. Unmute one first.");
}

std::string encode_page(const store::ChatPage& page) {
    std::vector<ChatLine> lines;
    lines.reserve(page.messages.size());
    for (const store::ChatMessage& message : page.messages) lines.push_back(line_of(message));
    std::optional<std::string> next;
    if (page.next) {
        next = game::format_cursor(game::lists::messages, {*page.next});
    }
    return protocol::encode_chat_page(lines, next);
}

}  // namespace

Chat::Chat(game::Referee& referee, store::Store& store, ChatOptions options)
    : referee_(referee), store_(store), options_(options) {}

base::Awaitable<Result<std::string>> Chat::post(account::Identity author, protocol::GameId game,
                                                ChatRoom room, protocol::PostMessage message,
                                                Key key) {
    if (author.is_guest() && !options_.may_guests_write) {
        co_return refusal(Code::forbidden, "Guests can't write here. Create an account.");
    }
    const Post post{std::move(author), game, room, std::move(message)};
    const auto work = [post, key = std::move(key)](Transaction& transaction,
                                                   game::GameTransaction& games) {
        const auto write_it = [&] { return write(transaction, games, post); };
        return game::once_as_text(transaction, key, games.now(), write_it);
    };
    co_return co_await referee_.transact<std::string>(work);
}

base::Awaitable<Result<std::string>> Chat::page(std::optional<protocol::AccountId> reader,
                                                protocol::GameId game, ChatRoom room,
                                                std::optional<std::string> cursor, int limit) {
    const auto before = game::parse_cursor(game::lists::messages, 1, cursor);
    if (!before) co_return before.error();
    store::ChatQuery query;
    query.game = game;
    query.room = room;
    query.limit = limit;
    query.reader = reader;
    if (*before) query.before = (*before)->front().id<ChatMessageId>();
    auto look = [query](store::Reader& rows) {
        return encode_page(store::list_messages(rows, query));
    };
    co_return co_await store_.read(std::move(look));
}

base::Awaitable<Result<std::string>> Chat::report(account::Identity reporter, protocol::GameId game,
                                                  ChatMessageId message, std::string reason,
                                                  Key key) {
    const Complaint complaint{reporter.account, game, message, std::move(reason)};
    const auto work = [complaint, key = std::move(key)](Transaction& transaction,
                                                        game::GameTransaction& games) {
        const auto file_it = [&] { return file(transaction, games, complaint); };
        return game::once_as_text(transaction, key, games.now(), file_it);
    };
    co_return co_await referee_.transact<std::string>(work);
}

base::Awaitable<Result<void>> Chat::mute(protocol::AccountId muter, std::string handle) {
    const auto work = [muter, handle = std::move(handle)](Transaction& transaction,
                                                          game::GameTransaction& games) {
        return insert_mute(transaction, muter, handle, games.now());
    };
    co_return co_await referee_.transact<void>(work);
}

base::Awaitable<Result<void>> Chat::unmute(protocol::AccountId muter, std::string handle) {
    const auto work = [muter, handle = std::move(handle)](Transaction& transaction,
                                                          game::GameTransaction&) {
        const auto muted = account_named(transaction, handle);
        if (!muted) return Result<void>(muted.error());
        store::delete_mute(transaction, muter, *muted);
        return Result<void>();
    };
    co_return co_await referee_.transact<void>(work);
}

base::Awaitable<Result<std::string>> Chat::mutes(protocol::AccountId muter) {
    return store_.read([muter](store::Reader& reader) {
        std::vector<protocol::MutedPlayer> mutes;
        for (auto& mute : store::list_mutes(reader, muter)) {
            mutes.push_back({std::move(mute.handle), mute.created_at});
        }
        return protocol::encode_mutes(mutes);
    });
}

game::GameMessage push_of(store::Reader& reader, SharedMatch match,
                          const store::ChatMessage& message) {
    game::GameMessage push;
    push.game = message.game;
    push.json = std::make_shared<const std::string>(
        protocol::encode_chat_push(message.game, line_of(message)));
    push.audience = {std::move(match), message.room, store::muters_of(reader, message.author)};
    return push;
}

Result<void> erase(Transaction& transaction, game::GameTransaction& games, protocol::GameId game,
                   ChatMessageId message) {
    const SharedMatch match = games.match(game);
    if (match == nullptr) return game::no_such_game(game);
    auto row = store::find_message(transaction, game, message);
    if (!row || !store::erase_message(transaction, game, row->id)) return no_such_message(message);
    row->text.reset();
    games.broadcast(push_of(transaction, match, *row));
    return {};
}

}  // namespace tanbo::chat
