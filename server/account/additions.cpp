#include "server/account/additions.hpp"

#include <array>

#include "protocol/people/account_answers.hpp"
#include "server/account/changes.hpp"
#include "server/account/log.hpp"
#include "server/account/service.hpp"
#include "server/base/log.hpp"
#include "server/store/tables/accounts/account_changes.hpp"
#include "server/store/tables/accounts/limits.hpp"
#include "server/store/tables/accounts/tokens.hpp"

namespace tanbo::account {

namespace {

using protocol::Result;

// In the order of the enumerators.
constexpr std::array<std::string_view, 3> mail_kinds = {"webhook-added", "bot-added",
                                                        "token-added"};

// The network that a mail names; nothing for this machine, which a proxy may hide behind.
std::string told_network(const std::string& network) {
    const std::string coarse = coarse_network(network);
    return coarse.starts_with("127.") || coarse.starts_with("::") ? std::string() : coarse;
}

// An address of a webhook may hold secrets of its receiver, and mails are read by others.
std::string told_subject(const Addition& addition) {
    if (addition.kind != AdditionKind::webhook) return addition.what;
    const std::size_t host = addition.what.find("://");
    if (host == std::string::npos) return addition.what;
    return addition.what.substr(0, addition.what.find('/', host + 3));
}

struct Ended {
    protocol::AccountId account{};
    Revoked revoked;
};

Result<Ended> end_by(store::Transaction& transaction, const std::string& token, base::Instant now) {
    const auto account = is_link_token(token)
                             ? store::find_access_link(transaction, base::sha256(token), now)
                             : std::nullopt;
    if (!account) return bad_link();
    return Ended{*account, end_access(transaction, *account)};
}

}  // namespace

Result<void> admit_addition(const Service& service, store::Transaction& transaction,
                            const Identity& identity) {
    transaction.lock_account(identity.account);
    if (store::find_token(transaction, identity.token_hash, service.now())) return {};
    return bad_token();
}

void notify_addition(const Service& service, store::Transaction& transaction,
                     const Addition& addition) {
    const base::Instant now = service.now();
    const auto row = store::find_account(transaction, addition.account);
    const auto owner = row && row->owner ? store::find_account(transaction, *row->owner) : row;
    if (!owner) return;
    const auto told = store::addresses_to_tell(transaction, owner->id, now);
    if (told.empty()) return;
    if (store::try_acquire(transaction, additions_told, to_string(owner->id), now)) {
        base::log::warn("addition-not-told", "no mail about an addition: too many were sent",
                        {{"account", to_string(owner->id)}});
        return;
    }
    for (const store::ToldAddress& address : told) {
        protocol::MailData data;
        data.handle = owner->handle;
        data.subject = told_subject(addition);
        data.at = now;
        data.network = told_network(addition.network);
        if (address.may_take_back) {
            const std::string token = base::random_token(link_prefix);
            data.expires_at = now + access_link_life;
            data.link = service.limits.public_url + "/account/end-access?token=" + token;
            store::insert_access_link(transaction, base::sha256(token), owner->id, now,
                                      *data.expires_at);
        }
        put_mail(transaction, mail_kinds.at(static_cast<std::size_t>(addition.kind)), owner->id,
                 address.text, protocol::encode_change_mail(data), now);
    }
}

base::Awaitable<Result<void>> Additions::confirm(Identity identity, std::string password,
                                                 SignInSource source) {
    return service_.confirm(std::move(identity), std::move(password), std::move(source),
                            Confirms::addition);
}

Result<void> Additions::admit(store::Transaction& transaction, const Identity& identity) const {
    return admit_addition(service_, transaction, identity);
}

void Additions::tell(store::Transaction& transaction, const Addition& addition) const {
    notify_addition(service_, transaction, addition);
}

base::Awaitable<Result<void>> Additions::end_all(std::string link, std::string network) {
    Service& service = service_;
    auto admitted = co_await service.admit(followed_links, network, too_many_links_followed);
    if (!admitted) co_return admitted.error();
    store::Work<Ended> work = [&service, link](store::Transaction& transaction) {
        return end_by(transaction, link, service.now());
    };
    auto done = co_await service.store.write<Ended>(std::move(work));
    if (!done) co_return done.error();
    service.forget(done->revoked);
    log_access("access-ended", "all access to an account ended", done->account, network,
               "link in an email");
    co_return Result<void>();
}

}  // namespace tanbo::account
