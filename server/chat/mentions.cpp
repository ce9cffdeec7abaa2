#include "server/chat/mentions.hpp"

#include "server/chat/rooms.hpp"
#include "server/notify/notify.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/accounts/handle_key.hpp"
#include "server/store/tables/messages/chat_mutes.hpp"
#include "server/store/tables/messages/watches.hpp"

namespace tanbo::chat {

namespace {

struct Mention {
    protocol::GameId game;
    const engine::Match& match;
    protocol::ChatRoom room;
    protocol::AccountId author;
};

bool may_be_told(store::Reader& reader, const Mention& mention, protocol::AccountId who) {
    if (who == mention.author || !mention.match.can_see(who)) return false;
    if (!admit(mention.match, mention.room, who)) return false;
    const auto game = mention.game;
    if (!is_player(mention.match, who) && !store::find_watch(reader, who, game)) return false;
    return !store::has_muted(reader, who, mention.author);
}

}  // namespace

void notify_mentioned(store::Transaction& transaction, protocol::GameId game,
                      const engine::Match& match, const protocol::ChatLine& line,
                      protocol::AccountId author) {
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

}  // namespace tanbo::chat
