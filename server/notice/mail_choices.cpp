#include "server/notice/mail_choices.hpp"

#include <utility>

#include "server/account/write_job.hpp"
#include "server/storage/accounts.hpp"
#include "server/storage/addresses.hpp"
#include "server/storage/game_summaries.hpp"
#include "server/storage/mail_mutes.hpp"
#include "server/storage/mail_watches.hpp"
#include "server/storage/notices.hpp"
#include "server/storage/outbox.hpp"

namespace tanbo::notice {

namespace {

using protocol::Code;
using protocol::refusal;
using protocol::Result;

protocol::Error bad_link() {
    return refusal(Code::bad_link, "The link is not valid, or it has expired.");
}

MailLink link_of(const TokenClaim& claim) {
    MailLink link{claim.purpose, std::nullopt};
    if (claim.game != 0) link.game = claim.game;
    return link;
}

bool is_for(TokenPurpose purpose, MailButton button) {
    if (button == MailButton::confirm_watch) return purpose == TokenPurpose::confirm_watch;
    return purpose == TokenPurpose::unsubscribe || purpose == TokenPurpose::unwatch;
}

void end_watch(storage::Transaction& transaction, const TokenClaim& claim, base::Instant now) {
    const auto id = static_cast<storage::MailWatchId>(claim.subject);
    const auto watch = storage::find_mail_watch(transaction, id);
    if (!watch) return;  // it is over already
    storage::delete_mail_watch(transaction, id);
    storage::drop_mails_of_game(transaction, watch->address, watch->game, now, "not-watched");
}

Result<MailLink> unsubscribe_by(storage::Transaction& transaction, const TokenClaim& claim,
                                base::Instant now) {
    if (claim.purpose == TokenPurpose::unwatch) {
        end_watch(transaction, claim, now);
        return link_of(claim);
    }
    const auto account = static_cast<storage::AccountId>(claim.subject);
    const auto owner = storage::find_account(transaction, account);
    if (!owner || owner->deleted_at) return bad_link();
    if (claim.game == 0) {
        storage::set_notice_mode(transaction, account, storage::NoticeMode::off);
        return link_of(claim);
    }
    const auto game = static_cast<storage::GameId>(claim.game);
    if (!storage::find_game(transaction, game)) return bad_link();
    storage::mute_mail(transaction, account, game, now);
    return link_of(claim);
}

Result<MailLink> confirm_by(storage::Transaction& transaction, const TokenClaim& claim,
                            base::Instant now) {
    const auto id = static_cast<storage::MailWatchId>(claim.subject);
    const auto watch = storage::find_mail_watch(transaction, id);
    const auto game = storage::find_game(transaction, static_cast<storage::GameId>(claim.game));
    if (game && game->status == storage::GameStatus::finished) {
        return refusal(Code::game_over, "The game is over.");
    }
    if (!watch) return bad_link();
    storage::confirm_mail_watch(transaction, id, now);
    return link_of(claim);
}

}  // namespace

MailChoices::MailChoices(storage::GroupCommit& writer, base::Clock clock)
    : writer_(writer), clock_(std::move(clock)), tokens_(SignedTokens::load(writer, clock_)) {}

Result<TokenClaim> MailChoices::claim_of(const std::string& token, MailButton button,
                                         base::Instant now) const {
    const auto claim = tokens_.read(token, now);
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
    account::WriteJob<MailLink>::Work work = [claim = *claim,
                                              now](storage::Transaction& transaction) {
        return unsubscribe_by(transaction, claim, now);
    };
    co_return co_await account::write<MailLink>(writer_, std::move(work));
}

base::Awaitable<Result<MailLink>> MailChoices::confirm_watch(std::string token) {
    const base::Instant now = clock_();
    const auto claim = claim_of(token, MailButton::confirm_watch, now);
    if (!claim) co_return claim.error();
    account::WriteJob<MailLink>::Work work = [claim = *claim,
                                              now](storage::Transaction& transaction) {
        return confirm_by(transaction, claim, now);
    };
    co_return co_await account::write<MailLink>(writer_, std::move(work));
}

}  // namespace tanbo::notice
