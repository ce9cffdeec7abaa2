#include "server/account/changes.hpp"

#include "protocol/games/events.hpp"
#include "protocol/people/account_answers.hpp"
#include "server/account/addresses.hpp"
#include "server/base/log.hpp"
#include "server/store/tables/accounts/addresses.hpp"
#include "server/store/tables/accounts/limits.hpp"
#include "server/store/tables/accounts/tokens.hpp"
#include "server/store/tables/messages/notices.hpp"
#include "server/store/tables/messages/webhooks.hpp"

namespace tanbo::account {

namespace {

using protocol::Result;

struct TakenBack {
    protocol::AccountId account{};
    store::ChangeKind kind{};
    Revoked revoked;
};

void mail_change(store::Transaction& transaction, std::string_view kind,
                 protocol::AccountId account, std::string_view address,
                 const protocol::MailData& data, base::Instant now) {
    put_mail(transaction, kind, account, address, protocol::encode_change_mail(data), now);
}

// A link in a mail that takes the change back.
std::string make_change_link(const Service& service, store::Transaction& transaction,
                             store::ChangeId change, std::string_view prefix = link_prefix) {
    const std::string token = base::random_token(prefix);
    store::insert_change_link(transaction, base::sha256(token), change);
    return service.limits.public_url + "/account/take-back?token=" + token;
}

// Tells the addresses that the account has that a change is taken back, with a link by
// which each of them may veto it: the mailbox that asks may be one that the owner has given up.
store::ChangeId notify_take_back(const Service& service, store::Transaction& transaction,
                                 const store::AccountChange& change, base::Instant now) {
    const auto owner = store::find_account(transaction, change.account);
    const base::Instant expires_at = now + take_back_life;
    const auto veto =
        store::record_change(transaction, change.account, change.kind, now, expires_at);
    for (const store::Address& address :
         store::addresses_of(transaction, change.account, addresses_of_account_max)) {
        if (!owner || !address.verified_at) continue;
        protocol::MailData data;
        data.handle = owner->handle;
        data.subject = store::change_name(change.kind);
        data.link = make_change_link(service, transaction, veto, veto_prefix);
        data.expires_at = expires_at;
        mail_change(transaction, "change-undone", change.account, address.text, data, now);
    }
    return veto;
}

Result<TakenBack> take_back_by(const Service& service, store::Transaction& transaction,
                               const std::string& token, base::Instant now) {
    const auto change = find_good_change(transaction, token, now);
    if (!change) return bad_link();
    if (token.starts_with(veto_prefix)) {
        store::restore_change(transaction, *change);
        store::delete_changes_of(transaction, change->account);
    } else {
        const auto veto = notify_take_back(service, transaction, *change, now);
        store::restore_change(transaction, *change, veto);
    }
    store::count_hit(transaction, take_backs, "#" + to_string(change->account), now);
    store::delete_links_of(transaction, change->account, store::LinkPurpose::reset);
    return TakenBack{change->account, change->kind, end_access(transaction, change->account)};
}

}  // namespace

Revoked end_access(store::Transaction& transaction, protocol::AccountId account,
                   const protocol::KeptAccess& kept, const std::optional<base::Digest>& asking) {
    const auto everybody = store::family_of(transaction, account);
    transaction.lock_accounts(everybody);
    Revoked revoked = kept.tokens ? store::delete_sessions_of(transaction, account, asking)
                                  : store::delete_tokens_of(transaction, account, asking);
    store::renew_keys(transaction, account);
    for (const protocol::AccountId one : everybody) {
        if (!kept.webhooks) store::delete_webhooks_of(transaction, one);
        if (kept.bots || one == account) continue;
        const Revoked of_bot = store::delete_tokens_of(transaction, one, std::nullopt);
        revoked.insert(revoked.end(), of_bot.begin(), of_bot.end());
        store::renew_keys(transaction, one);
    }
    const bool is_all = !kept.webhooks && !kept.bots && !kept.tokens;
    if (is_all) store::delete_access_links(transaction, account);
    return revoked;
}

bool notify_account_change(const Service& service, store::Transaction& transaction,
                           protocol::AccountId account, store::ChangeKind kind,
                           std::string_view subject, base::Instant now) {
    const auto owner = store::find_account(transaction, account);
    const auto told = store::addresses_to_tell(transaction, account, now);
    if (!owner || told.empty()) return false;
    const base::Instant expires_at = now + take_back_life;
    const auto change = store::record_change(transaction, account, kind, now, expires_at);
    bool is_link_out = false;
    for (const store::ToldAddress& address : told) {
        protocol::MailData data;
        data.handle = owner->handle;
        data.subject = subject;
        if (address.may_take_back) {
            data.link = make_change_link(service, transaction, change);
            data.expires_at = expires_at;
            is_link_out = true;
        }
        mail_change(transaction, store::change_name(kind), account, address.text, data, now);
    }
    return is_link_out;
}

std::optional<protocol::Error> refuse_more_changes(store::Reader& reader,
                                                   protocol::AccountId account, base::Instant now) {
    const int recent = store::count_changes(reader, account, now - std::chrono::hours(1));
    if (recent < changes_an_hour_max) return std::nullopt;
    return store::rate_limited("Your addresses and password were changed " +
                                   std::to_string(recent) + " times within an hour, the maximum",
                               now + std::chrono::hours(1), now);
}

std::optional<store::AccountChange> find_good_change(store::Reader& reader, std::string_view token,
                                                     base::Instant now) {
    if (!is_link_token(token)) return std::nullopt;
    return store::find_change(reader, base::sha256(token), now);
}

base::Awaitable<Result<void>> Addresses::take_back(std::string link, std::string network) {
    Service& service = service_;
    auto admitted = co_await service.admit(followed_links, network, too_many_links_followed);
    if (!admitted) co_return admitted.error();
    store::Work<TakenBack> work = [&service, link](store::Transaction& transaction) {
        return take_back_by(service, transaction, link, service.now());
    };
    auto done = co_await service.store.write<TakenBack>(std::move(work));
    if (!done) co_return done.error();
    service.forget(done->revoked);
    base::log::info("account-change-undone", "a change of an account was undone",
                    {{"account", to_string(done->account)},
                     {"change", std::string(store::change_name(done->kind))}});
    co_return Result<void>();
}

}  // namespace tanbo::account
