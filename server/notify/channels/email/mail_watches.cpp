#include "server/notify/channels/email/mail_watches.hpp"

#include "protocol/people/mail_rows.hpp"
#include "server/base/time_zone.hpp"
#include "server/notify/channels/email/mail_links.hpp"
#include "server/store/tables/accounts/addresses.hpp"
#include "server/store/tables/games/game_summaries.hpp"
#include "server/store/tables/messages/outbox.hpp"

namespace tanbo::notify {

namespace {

using protocol::Code;
using protocol::refusal;
using protocol::Result;

// Whether strangers may follow it.
Result<void> check_game(store::Reader& reader, protocol::GameId id) {
    const auto game = store::find_game(reader, id);
    const std::string name = "game " + to_string(id);
    if (!game || game->visibility != store::Visibility::everyone) {
        return refusal(Code::no_such_game,
                       "G" + name.substr(1) + " does not exist, or it is private.");
    }
    if (game->status == store::GameStatus::finished) {
        return refusal(Code::game_over, "G" + name.substr(1) + " is over.");
    }
    return {};
}

Result<void> check_room(store::Reader& reader, const std::string& key, protocol::GameId game) {
    const int of_address = store::count_mail_watches_of_address(reader, key);
    if (of_address >= store::mail_watches_of_address_max) {
        return refusal(Code::limit_reached,
                       "You follow " + std::to_string(of_address) +
                           " games by email, the maximum. Stop following one first.");
    }
    if (store::count_mail_watches_of_game(reader, game) >= store::mail_watches_of_game_max) {
        return refusal(Code::limit_reached, "This game has reached its limit of email followers.");
    }
    if (store::count_mail_watches_of_domain(reader, game, key) >=
        store::mail_watches_of_domain_max) {
        return refusal(Code::limit_reached,
                       "This game has reached its limit of email followers from your domain.");
    }
    return {};
}

// One of a day has the same name, so it is queued once.
void queue_link(store::Transaction& transaction, const SignedTokens& tokens,
                std::string_view public_url, const store::MailWatch& watch, base::Instant now) {
    const std::string day = base::format_day(std::chrono::floor<std::chrono::days>(now));
    const std::string message = "c." + to_string(watch.id) + "." + day;
    protocol::LinkMail link;
    link.link = confirm_watch_link(tokens, public_url, watch.id, watch.game, now);
    link.expires_at = now + confirm_watch_life;
    link.mode = watch.mode;
    const std::string data = protocol::encode_link_mail(link);
    store::NewMail mail;
    mail.message = message;
    mail.kind = "confirm-watch";
    mail.address = watch.address;
    mail.game = watch.game;
    mail.data = data;
    mail.created_at = now;
    mail.rank = store::MailRank::access;
    store::put_mail(transaction, mail);
}

}  // namespace

Result<store::MailWatch> ask_mail_watch(store::Transaction& transaction, const SignedTokens& tokens,
                                        std::string_view public_url, std::string_view address,
                                        protocol::GameId game, store::MailWatchMode mode,
                                        base::Instant now) {
    const std::string key = store::address_key(address);
    const auto allowed = check_game(transaction, game);
    if (!allowed) return allowed.error();
    const auto present = store::find_mail_watch(transaction, key, game);
    if (present && present->confirmed_at) {
        store::set_mail_watch_mode(transaction, present->id, mode);
        return *store::find_mail_watch(transaction, present->id);
    }
    if (!present) {
        const auto room = check_room(transaction, key, game);
        if (!room) return room.error();
    }
    auto watch = store::ask_mail_watch(transaction, game, address, mode, now);
    queue_link(transaction, tokens, public_url, watch, now);
    return watch;
}

bool stop_mail_watch(store::Transaction& transaction, std::string_view address,
                     protocol::GameId game, base::Instant now) {
    const auto watch = store::find_mail_watch(transaction, store::address_key(address), game);
    if (!watch) return false;
    store::delete_mail_watch(transaction, watch->id);
    store::drop_mails_of_game(transaction, watch->address, game, now, "not-watched");
    return true;
}

}  // namespace tanbo::notify
