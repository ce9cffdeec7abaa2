#include <span>
#include <vector>

#include "server/account/access/throttle.hpp"
#include "server/account/addresses.hpp"
#include "server/account/changes.hpp"
#include "server/account/log.hpp"
#include "server/account/service.hpp"
#include "server/base/log.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/accounts/addresses.hpp"
#include "server/store/tables/accounts/handle_key.hpp"
#include "server/store/tables/accounts/known_addresses.hpp"
#include "server/store/tables/accounts/limits.hpp"
#include "server/store/tables/accounts/tokens.hpp"
#include "server/store/tables/messages/mail_limits.hpp"
#include "server/store/tables/messages/outbox.hpp"

// Mails that carry links, and what following one does.
namespace tanbo::account {

namespace {

using protocol::Result;
using store::LinkPurpose;

std::string_view path_of(LinkPurpose purpose) {
    return purpose == LinkPurpose::verify ? "/account/verify" : "/account/reset";
}

// Writes a link down and yields it as the mail shows it.
std::string make_link(const Service& service, store::Transaction& transaction,
                      const store::Link& link, base::Instant now) {
    const std::string token = base::random_token(link_prefix);
    store::insert_link(transaction, base::sha256(token), link, now);
    return service.limits.public_url + std::string(path_of(link.purpose)) + "?token=" + token;
}

store::NewMail mail_of(std::string_view message, std::string_view kind, protocol::AccountId account,
                       std::string_view address, std::string_view data, base::Instant now) {
    store::NewMail mail;
    mail.message = message;
    mail.kind = kind;
    mail.account = account;
    mail.address = address;
    mail.data = data;
    mail.created_at = now;
    mail.rank = store::MailRank::access;
    return mail;
}

// A mail that has been counted already, by the network that caused it.
void put_counted_mail(store::Transaction& transaction, std::string_view kind,
                      protocol::AccountId account, std::string_view address, std::string_view data,
                      base::Instant now) {
    const std::string message = base::random_token("a-");
    store::NewMail mail = mail_of(message, kind, account, address, data, now);
    mail.is_asked_for = true;
    store::put_mail(transaction, mail);
}

void mail_link(const Service& service, store::Transaction& transaction, std::string_view kind,
               const store::Link& link, std::string_view handle, std::string_view address,
               base::Instant now) {
    const std::string text = make_link(service, transaction, link, now);
    put_counted_mail(transaction, kind, link.account, address,
                     protocol::encode_link_mail(handle, text, link.expires_at), now);
}

std::optional<store::Link> find_good(store::Reader& reader, const std::string& token,
                                     LinkPurpose purpose, base::Instant now) {
    if (!is_link_token(token)) return std::nullopt;
    auto link = store::find_link(reader, base::sha256(token), now);
    if (!link || link->purpose != purpose) return std::nullopt;
    return link;
}

// Whether resets go to this address: the primary one, verified long enough ago that its owner has
// had time to take back that it was added.
bool is_for_resets(const store::Address& address, base::Instant now) {
    return address.is_primary && !address.stopped_at && address.verified_at &&
           *address.verified_at + reset_address_age <= now;
}

// By whom a reset is counted, whether there is such an account or not.
std::string whose_reset(const protocol::RequestReset& request) {
    return request.address.empty() ? store::handle_key(request.handle)
                                   : store::address_key(request.address);
}

// The address of a reset.
std::optional<store::Address> reset_address(store::Reader& reader,
                                            const protocol::RequestReset& request,
                                            base::Instant now) {
    std::optional<store::Address> address;
    if (request.address.empty()) {
        const auto account = store::find_account(reader, store::handle_key(request.handle));
        if (account) address = store::mail_address(reader, account->id);
    } else {
        address = store::find_verified(reader, store::address_key(request.address));
    }
    if (!address || !is_for_resets(*address, now)) return std::nullopt;
    return address;
}

// The account that a reset was asked for, and whether the link was mailed or why not.
struct ResetAsked {
    std::optional<protocol::AccountId> account;
    std::string_view reason;
};

// The limits against which a reset from this network counts.
std::vector<store::Count> counts_of_reset(store::Reader& reader, protocol::AccountId account,
                                          std::string_view network, base::Instant now) {
    const std::string subject = "#" + to_string(account);
    if (store::is_known_address(reader, account, network, now)) {
        return {{&resets_from_known, subject}};
    }
    return {{&resets_from_network, subject + " " + std::string(network)},
            {&resets_from_strangers, subject}};
}

// The limits against which a link to an address counts that is named from this network.
std::vector<store::Count> counts_of_claim(std::string_view address, std::string_view network) {
    const std::string mailbox = store::mailbox_key(address);
    return {{&claims_from_network, mailbox + " " + std::string(network)},
            {&claims_of_mailbox, mailbox}};
}

void count_all(store::Transaction& transaction, std::span<const store::Count> counts,
               base::Instant now) {
    for (const store::Count& one : counts) {
        store::count_hit(transaction, *one.limit, one.subject, now);
    }
}

ResetAsked put_reset(const Service& service, store::Transaction& transaction,
                     const protocol::RequestReset& request, const std::string& network) {
    const base::Instant now = service.now();
    store::count_hit(transaction, resets_looked_up, whose_reset(request), now);
    const auto address = reset_address(transaction, request, now);
    if (!address) return {{}, "no account, or no address for resets"};
    const auto account = store::find_account(transaction, address->account);
    if (!account || account->deleted_at) return {{}, "no account"};
    const auto number = account->id;
    if (store::deletion_of(transaction, account->id)) return {number, "about to be deleted"};
    if (store::limited_until(transaction, take_backs, "#" + to_string(number), now)) {
        return {number, "a change was taken back lately"};
    }
    const auto counts = counts_of_reset(transaction, number, network, now);
    if (store::limited_until(transaction, counts, now)) {
        return {number, "too many emails to its address"};
    }
    count_all(transaction, counts, now);
    const store::Link link{LinkPurpose::reset, account->id, address->id, now + reset_link_life};
    mail_link(service, transaction, "password-reset", link, account->handle, address->text, now);
    return {number, "link mailed"};
}

Result<bool> verify_by(store::Transaction& transaction, const std::string& token,
                       base::Instant now) {
    const auto link = find_good(transaction, token, LinkPurpose::verify, now);
    if (!link || !link->address) return bad_link();
    const auto address = store::find_address(transaction, link->account, *link->address);
    if (!address) return bad_link();
    if (!address->verified_at && !store::verify_address(transaction, address->id, now)) {
        return bad_link();
    }
    store::resume_address(transaction, address->id);
    store::delete_link(transaction, base::sha256(token));
    return true;
}

Result<Revoked> reset_by(const Service& service, store::Transaction& transaction,
                         const std::string& token, const std::string& hash,
                         const std::string& network, const protocol::KeptAccess& keep) {
    const base::Instant now = service.now();
    const auto link = find_good(transaction, token, LinkPurpose::reset, now);
    if (!link) return bad_link();
    notify_account_change(service, transaction, link->account, store::ChangeKind::password_changed,
                          {}, now);
    store::set_password_hash(transaction, link->account, hash);
    store::record_known_address(transaction, link->account, network, now);
    store::delete_links_of(transaction, link->account, LinkPurpose::reset);
    return end_access(transaction, link->account, keep);
}

}  // namespace

bool is_link_token(std::string_view token) {
    constexpr std::size_t link_chars = 47;
    return token.size() == link_chars &&
           (token.starts_with(link_prefix) || token.starts_with(veto_prefix));
}

void put_mail(store::Transaction& transaction, std::string_view kind, protocol::AccountId account,
              std::string_view address, std::string_view data, base::Instant now) {
    const std::string message = base::random_token("a-");
    store::put_mail(transaction, mail_of(message, kind, account, address, data, now));
}

Result<void> can_claim(store::Reader& reader, std::optional<protocol::AccountId> account,
                       std::string_view address, std::string_view network, base::Instant now) {
    const std::string subject = account ? to_string(*account) : std::string();
    auto until = account ? store::limited_until(reader, claims_of_account, subject, now)
                         : std::optional<base::Instant>();
    if (until) {
        return store::rate_limited("You requested too many links by email within an hour", *until,
                                   now);
    }
    until = store::limited_until(reader, counts_of_claim(address, network), now);
    if (!until) return {};
    return store::rate_limited("Too many emails were sent to " + std::string(address) + " lately",
                               *until, now);
}

bool claim_address(const Service& service, store::Transaction& transaction,
                   protocol::AccountId account, std::string_view handle, std::string_view address,
                   std::string_view network, base::Instant now) {
    transaction.lock_account(account);
    count_all(transaction, counts_of_claim(address, network), now);
    const std::string subject = to_string(account);
    store::count_hit(transaction, claims_of_account, subject, now);
    const bool is_first = store::addresses_of(transaction, account, 1).empty();
    const auto added = store::insert_address(transaction, account, address, is_first, now);
    std::optional<protocol::AddressId> id = added;
    for (const auto& row : store::addresses_of(transaction, account, addresses_of_account_max)) {
        if (store::address_key(row.text) == store::address_key(address)) id = row.id;
    }
    const store::Link link{LinkPurpose::verify, account, id, now + verify_link_life};
    const auto owner = store::find_verified(transaction, store::address_key(address));
    if (owner && owner->account != account) {
        // The owner learns of it; who claims it sees no difference.
        make_link(service, transaction, link, now);
        put_counted_mail(transaction, "address-known", owner->account, address,
                         protocol::encode_plain_mail(handle), now);
    } else {
        mail_link(service, transaction, "verify-address", link, handle, address, now);
    }
    return added.has_value();
}

base::Awaitable<Result<void>> Addresses::request_reset(protocol::RequestReset request,
                                                       std::string network) {
    constexpr std::string_view too_many = "Too many password resets were requested";
    Service& service = service_;
    auto admitted =
        co_await service.admit(resets_of_one, whose_reset(request) + " " + network, too_many);
    if (admitted) admitted = co_await service.admit(resets_by_address, network, too_many);
    if (!admitted) {
        log_access("password-reset-refused", "password reset refused", {}, network,
                   "too many requests");
        co_return admitted.error();
    }
    const base::Executor executor = co_await boost::asio::this_coro::executor;
    base::spawn(executor, "password reset",
                send_reset(service, std::move(request), std::move(network)));
    co_return Result<void>();
}

base::Awaitable<void> Addresses::send_reset(Service& service, protocol::RequestReset request,
                                            std::string network) {
    store::Work<ResetAsked> work = [&service, request, network](store::Transaction& transaction) {
        return Result<ResetAsked>(put_reset(service, transaction, request, network));
    };
    auto asked = co_await service.store.write<ResetAsked>(std::move(work));
    if (asked) {
        log_access("password-reset-asked", "password reset asked", asked->account, network,
                   asked->reason);
    } else {
        base::log::warn("password-reset-not-mailed", "could not email a password reset",
                        {{"why", asked.error().detail}});
    }
}

base::Awaitable<Result<void>> Addresses::verify(std::string link, std::string network) {
    Service& service = service_;
    auto admitted = co_await service.admit(followed_links, network, too_many_links_followed);
    if (!admitted) co_return admitted.error();
    store::Work<bool> work = [&service, link](store::Transaction& transaction) {
        return verify_by(transaction, link, service.now());
    };
    auto done = co_await service.store.write<bool>(std::move(work));
    if (!done) co_return done.error();
    co_return Result<void>();
}

base::Awaitable<Result<protocol::AccountId>> Addresses::reset(std::string link,
                                                              std::string password,
                                                              std::string network,
                                                              protocol::KeptAccess keep) {
    Service& service = service_;
    auto admitted = co_await service.admit(followed_links, network, too_many_links_followed);
    if (!admitted) co_return admitted.error();
    // Before the hash, which costs a thousand times as much.
    const auto look = [&service, link](store::Reader& reader) {
        const auto good = find_good(reader, link, LinkPurpose::reset, service.now());
        return good ? Result<protocol::AccountId>(good->account) : bad_link();
    };
    auto account = co_await service.store.read(look);
    if (!account) {
        log_access("password-reset-refused", "password reset refused", {}, network,
                   protocol::code_name(account.error().code));
        co_return account.error();
    }
    auto hash = co_await service.hash(std::move(password), network);
    if (!hash) {
        log_access("password-reset-refused", "password reset refused", *account, network,
                   protocol::code_name(hash.error().code));
        co_return hash.error();
    }
    store::Work<Revoked> work = [&service, link, encoded = *hash, network,
                                 keep](store::Transaction& t) {
        return reset_by(service, t, link, encoded, network, keep);
    };
    auto done = co_await service.revoke(std::move(work));
    if (done) {
        log_access("password-reset", "password reset", *account, network, "link in an email");
    } else {
        log_access("password-reset-refused", "password reset refused", *account, network,
                   protocol::code_name(done.error().code));
        co_return done.error();
    }
    co_return *account;
}

}  // namespace tanbo::account
