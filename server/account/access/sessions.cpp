#include "server/account/access/sessions.hpp"

#include <algorithm>
#include <span>

#include "server/account/access/common_passwords.hpp"
#include "server/account/changes.hpp"
#include "server/account/log.hpp"
#include "server/account/service.hpp"
#include "server/store/tables/accounts/addresses.hpp"
#include "server/store/tables/accounts/tokens.hpp"

namespace tanbo::account {

namespace {

using protocol::Code;
using protocol::refusal;
using protocol::Result;
using protocol::SessionView;

constexpr std::size_t id_bytes = 8;

SessionView view_of(const store::TokenRow& row, const Identity& identity) {
    SessionView view;
    view.id = session_id(row.hash);
    view.is_session = row.kind == store::TokenKind::session;
    view.label = row.label;
    view.last4 = row.last4;
    view.scopes = scope_names(Scopes(row.scopes).within(scopes_for(identity.kind, identity.role)));
    view.created_at = row.created_at;
    view.used_at = row.used_at;
    view.network = row.used_from;
    view.expires_at = row.expires_at;
    view.is_current = row.hash == identity.token_hash;
    return view;
}

// However often the account is confirmed, its new passwords are limited, save those that are
// refused.
base::Awaitable<Result<std::string>> hash_anew(Service& service, protocol::AccountId account,
                                               std::string password, std::string client_address) {
    if (CommonPasswords::compiled_in().has(password)) co_return common_password();
    const std::string number = to_string(account);
    const auto slot = service.take_hash(account);
    if (!slot) co_return slot.error();
    auto admitted =
        co_await service.admit(password_changes, number, "You changed your password too often");
    if (!admitted) co_return admitted.error();
    co_return co_await service.hash(std::move(password), std::move(client_address));
}

}  // namespace

std::string session_id(const base::Digest& token_hash) {
    return base::to_hex(std::span(token_hash).first(id_bytes));
}

std::vector<std::string_view> scope_names(Scopes scopes) {
    std::vector<std::string_view> names;
    for (int i = 0; i < scope_count; ++i) {
        const auto scope = static_cast<Scope>(i);
        if (scopes.has(scope)) names.push_back(scope_name(scope));
    }
    return names;
}

base::Awaitable<Result<std::vector<SessionView>>> Sessions::list(Identity identity) {
    const auto look = [identity, now = service_.now()](store::Reader& reader) {
        std::vector<SessionView> views;
        const auto account = identity.account;
        for (const auto& row : store::tokens_of(reader, account, now, tokens_of_account_max)) {
            views.push_back(view_of(row, identity));
        }
        return views;
    };
    co_return co_await service_.store.read(look);
}

base::Awaitable<Result<void>> Sessions::revoke(protocol::AccountId account, std::string id) {
    Service& service = service_;
    store::Work<Revoked> work = [&service, account, id](store::Transaction& transaction) {
        const auto rows =
            store::tokens_of(transaction, account, service.now(), tokens_of_account_max);
        const auto row = std::ranges::find_if(
            rows, [&id](const store::TokenRow& r) { return session_id(r.hash) == id; });
        if (row == rows.end()) {
            return Result<Revoked>(
                refusal(Code::no_such_session,
                        "Session or token " + protocol::quotation(id) + " not found."));
        }
        store::delete_token(transaction, row->hash);
        return Result<Revoked>(Revoked{row->hash});
    };
    co_return co_await service.revoke(std::move(work));
}

base::Awaitable<Result<void>> Sessions::change_password(Identity identity,
                                                        protocol::ChangePassword request,
                                                        SignInSource source) {
    Service& service = service_;
    if (identity.kind != AccountKind::member) {
        co_return refusal(Code::wrong_kind, "Only members have passwords.");
    }
    Identity asking = identity;
    const std::string client = source.address;
    auto confirmed =
        co_await service.confirm(std::move(asking), std::move(request.password), std::move(source));
    if (!confirmed) co_return confirmed.error();
    auto hash =
        co_await hash_anew(service, identity.account, std::move(request.new_password), client);
    if (!hash) co_return hash.error();
    store::Work<Revoked> work = [&service, account = identity.account, kept = identity.token_hash,
                                 keep = request.keep,
                                 encoded = *hash](store::Transaction& transaction) {
        notify_account_change(service, transaction, account, store::ChangeKind::password_changed,
                              {}, service.now());
        store::set_password_hash(transaction, account, encoded);
        store::delete_links_of(transaction, account, store::LinkPurpose::reset);
        return Result<Revoked>(end_access(transaction, account, keep, kept));
    };
    auto done = co_await service.revoke(std::move(work));
    if (done) {
        log_access("password-changed", "password changed", identity.account, client,
                   "password given");
    }
    co_return done;
}

}  // namespace tanbo::account
