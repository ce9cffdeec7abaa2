#include "server/chat/mentions.hpp"

#include "server/chat/rooms.hpp"
#include "server/notice/notify.hpp"
#include "server/storage/accounts.hpp"
#include "server/storage/chat_mutes.hpp"
#include "server/storage/handle_key.hpp"
#include "server/storage/watches.hpp"

namespace tanbo::chat {

namespace {

struct Mention {
    game::GameId game;
    const engine::Match& match;
    protocol::ChatRoom room;
    storage::AccountId author;
};

bool may_be_told(storage::Reader& reader, const Mention& mention, storage::AccountId who) {
    const auto account = static_cast<std::int64_t>(who);
    if (who == mention.author || !mention.match.may_see(account)) return false;
    if (!admit(mention.match, mention.room, account)) return false;
    const auto game = static_cast<storage::GameId>(mention.game);
    if (!is_player(mention.match, account) && !storage::find_watch(reader, who, game)) return false;
    return !storage::has_muted(reader, who, mention.author);
}

}  // namespace

void notify_mentioned(storage::Transaction& transaction, game::GameId game,
                      const engine::Match& match, const protocol::ChatLine& line,
                      storage::AccountId author) {
    const Mention mention{game, match, line.room, author};
    for (const std::string& handle : protocol::mentions_in(*line.text)) {
        const auto named = storage::find_account(transaction, storage::handle_key(handle));
        if (!named || named->deleted_at || !may_be_told(transaction, mention, named->id)) continue;
        notice::Notice notice;
        notice.account = static_cast<std::int64_t>(named->id);
        notice.kind = protocol::NoticeKind::chat_mention;
        notice.game = game;
        notice.data = protocol::encode_mention(game, line);
        notice.seq = match.seq();
        notice::notify(transaction, line.at, notice);
    }
}

}  // namespace tanbo::chat
