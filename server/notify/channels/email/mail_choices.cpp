#include "server/notify/channels/email/mail_choices.hpp"

#include <utility>

#include "server/store/store.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/accounts/addresses.hpp"
#include "server/store/tables/games/game_summaries.hpp"
#include "server/store/tables/messages/mail_watches.hpp"
#include "server/store/tables/messages/notices.hpp"
#include "server/store/tables/messages/outbox.hpp"

namespace tanbo::notify {

namespace {

using protocol::Code;
using protocol::refusal;
using protocol::Result;

protocol::Error bad_link() {
    return refusal(Code::bad_link, "The link is invalid or expired.");
}

MailLink link_of(const TokenClaim& claim) {
    MailLink link{claim.purpose, std::nullopt};
    if (claim.item != 0) link.game = claim.game();
    return link;
}

bool is_for(TokenPurpose purpose, MailButton button) {
    if (button == MailButton::confirm_watch) return purpose == TokenPurpose::confirm_watch;
    return purpose == TokenPurpose::unsubscribe || purpose == TokenPurpose::unwatch;
}

void end_watch(store::Transaction& transaction, const TokenClaim& claim, base::Instant now) {
    const protocol::MailWatchId id{claim.subject};
    const auto watch = store::find_mail_watch(transaction, id);
    if (!watch) return;  // it is over already
    store::delete_mail_watch(transaction, id);
    store::drop_mails_of_game(transaction, watch->address, watch->game, now, "not-watched");
}

Result<MailLink> unsubscribe_by(store::Transaction& transaction, const TokenClaim& claim,
                                base::Instant now) {
    if (claim.purpose == TokenPurpose::unwatch) {
        end_watch(transaction, claim, now);
        return link_of(claim);
    }
    const auto account = claim.account();
    const auto owner = store::find_account(transaction, account);
    if (!owner || owner->deleted_at) return bad_link();
    if (claim.item == 0) {
        store::set_notice_mode(transaction, account, store::NoticeMode::off);
        return link_of(claim);
    }
    const auto game = claim.game();
    if (!store::find_game(transaction, game)) return bad_link();
    store::mute_mail(transaction, account, game, now);
    return link_of(claim);
}

Result<MailLink> confirm_by(store::Transaction& transaction, const TokenClaim& claim,
                            base::Instant now) {
    const protocol::MailWatchId id{claim.subject};
    const auto watch = store::find_mail_watch(transaction, id);
    const auto game = store::find_game(transaction, claim.game());
    if (game && game->status == store::GameStatus::finished) {
        return refusal(Code::game_over, "The game is over.");
    }
    if (!watch) return bad_link();
    store::confirm_mail_watch(transaction, id, now);
    return link_of(claim);
}

}  // namespace

MailChoices::MailChoices(store::Store& store, base::Clock clock)
    : store_(store), clock_(std::move(clock)), tokens_(SignedTokens::load(store, clock_)) {}

Result<TokenClaim> MailChoices::claim_of(const std::string& token, MailButton button,
                                         base::Instant now) const {
    const auto claim = tokens_.read(token, now);
    if (!claim && claim.error() == TokenFault::superseded)
        return refusal(Code::bad_link, std::string(superseded_link));
    if (!claim || !is_for(claim->purpose, button)) return bad_link();
    return *claim;
}

Result<MailLink> MailChoices::read(const std::string& token, MailButton button) const {
    const auto claim = claim_of(token, button, clock_());
    if (!claim) return claim.error();
    return link_of(*claim);
}

base::Awaitable<Result<MailLink>> MailChoices::unsubscribe(std::string token) {
    const base::Instant now = clock_();
    const auto claim = claim_of(token, MailButton::unsubscribe, now);
    if (!claim) co_return claim.error();
    store::Work<MailLink> work = [claim = *claim, now](store::Transaction& transaction) {
        return unsubscribe_by(transaction, claim, now);
    };
    co_return co_await store_.write<MailLink>(std::move(work));
}

base::Awaitable<Result<MailLink>> MailChoices::confirm_watch(std::string token) {
    const base::Instant now = clock_();
    const auto claim = claim_of(token, MailButton::confirm_watch, now);
    if (!claim) co_return claim.error();
    store::Work<MailLink> work = [claim = *claim, now](store::Transaction& transaction) {
        return confirm_by(transaction, claim, now);
    };
    co_return co_await store_.write<MailLink>(std::move(work));
}

}  // namespace tanbo::notify
