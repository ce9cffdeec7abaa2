#include "server/account/accounts.hpp"

#include <functional>
#include <utility>

#include "server/account/access/sessions.hpp"
#include "server/account/additions.hpp"
#include "server/account/addresses.hpp"
#include "server/account/deletions.hpp"
#include "server/account/profiles.hpp"
#include "server/account/service.hpp"
#include "server/account/sign_ups.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/accounts/account_changes.hpp"
#include "server/store/tables/accounts/addresses.hpp"
#include "server/store/tables/accounts/handle_key.hpp"
#include "server/store/tables/accounts/known_addresses.hpp"
#include "server/store/tables/accounts/limits.hpp"
#include "server/store/tables/accounts/profiles.hpp"
#include "server/store/tables/accounts/sign_ups.hpp"
#include "server/store/tables/accounts/site_settings.hpp"
#include "server/store/tables/accounts/tokens.hpp"
#include "server/store/tables/messages/chat_mutes.hpp"

namespace tanbo::account {

namespace {

using protocol::Code;
using protocol::Error;
using protocol::refusal;
using protocol::Result;

constexpr int links_pruned_at_once = 1'000;
constexpr int hits_pruned_at_once = 20'000;
constexpr std::string_view too_many_accounts =
    "Too many accounts were created from your network address";

Result<protocol::AccountId> create_member(const Service& service, store::Transaction& transaction,
                                          const protocol::CreateAccount& request,
                                          const std::string& password_hash,
                                          const std::string& client_address) {
    if (!store::find_site_settings(transaction).is_sign_up_open) return no_new_members();
    const std::string key = store::handle_key(request.handle);
    if (!request.address.empty()) {
        const auto allowed =
            can_claim(transaction, std::nullopt, request.address, client_address, service.now());
        if (!allowed) return allowed.error();
    }
    store::NewAccount account;
    account.handle = request.handle;
    account.handle_key = key;
    account.password_hash = password_hash;
    account.created_at = service.now();
    const auto id = store::create_account(transaction, account);
    if (!id) return handle_taken(request.handle);
    service.new_members.add();
    store::record_known_address(transaction, *id, client_address, service.now());
    if (!request.address.empty()) {
        claim_address(service, transaction, *id, request.handle, request.address, client_address,
                      service.now());
    }
    return *id;
}

protocol::AccountId create_guest_row(const Service& service, store::Transaction& transaction,
                                     const std::string& client_address) {
    while (true) {
        const std::string handle = random_guest_handle();
        store::NewAccount account;
        account.handle = handle;
        account.handle_key = handle;
        account.kind = store::AccountKind::guest;
        account.created_at = service.now();
        const auto id = store::create_account(transaction, account);
        if (!id) continue;
        service.new_guests.add();
        store::record_known_address(transaction, *id, client_address, service.now());
        return *id;
    }
}

TokenRequest guest_token_request(const Service& service, std::string_view route,
                                 ClientDetails client) {
    TokenRequest request;
    request.route = route;
    request.reason = "guest";
    request.owner = [&service, address = client.address](store::Transaction& transaction) {
        if (!store::find_site_settings(transaction).has_guests) {
            return Result<protocol::AccountId>(no_new_guests());
        }
        return Result<protocol::AccountId>(create_guest_row(service, transaction, address));
    };
    request.client = std::move(client);
    return request;
}

// The scopes asked for, no more than the account can give.
Result<Scopes> choose_scopes(const std::vector<std::string>& names, Scopes most) {
    if (names.empty()) return Scopes::usual().within(most);
    Scopes chosen;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string pointer = "/scopes/" + std::to_string(i);
        const auto scope = parse_scope(names[i]);
        if (!scope) {
            return refusal(Code::invalid_field,
                           "\"" + pointer + "\" must be " + scope_names() + ".", pointer);
        }
        if (!most.has(*scope)) {
            return refusal(Code::insufficient_scope,
                           "Your account has no scope " + names[i] + " to give.", pointer);
        }
        chosen = chosen.with(*scope);
    }
    return chosen;
}

TokenRequest token_request_of(std::string_view route, ClientDetails client,
                              const store::Account& account) {
    TokenRequest request;
    request.route = route;
    request.reason = "sign-in";
    request.client = std::move(client);
    // The password may have been changed since it was checked.
    request.owner = [account](store::Transaction& transaction) {
        transaction.lock_account(account.id);
        const auto present = store::find_account(transaction, account.id);
        if (!present || present->password_hash != account.password_hash) {
            return Result<protocol::AccountId>(bad_credentials());
        }
        return Result<protocol::AccountId>(account.id);
    };
    return request;
}

// The bot of that name that the member has, or a new one.
Result<protocol::AccountId> find_or_create_bot(const Service& service,
                                               store::Transaction& transaction,
                                               protocol::AccountId owner,
                                               const std::string& handle) {
    const std::string key = store::handle_key(handle);
    const auto known = store::find_account(transaction, key);
    if (known && known->owner == owner) return known->id;
    if (store::find_moderator_mute(transaction, owner, service.now())) {
        return refusal(Code::muted, "You are muted. Muted players can't create bots.");
    }
    const auto bots = store::bots_of(transaction, owner, bots_of_account_max);
    if (bots.size() >= static_cast<std::size_t>(bots_of_account_max)) {
        return protocol::limit_reached(std::ssize(bots), "bots");
    }
    store::NewAccount account;
    account.handle = handle;
    account.handle_key = key;
    account.kind = store::AccountKind::bot;
    account.created_at = service.now();
    account.owner = owner;
    const auto id = store::create_account(transaction, account);
    if (!id) return handle_taken(handle);
    service.new_bots.add();
    return *id;
}

protocol::AccountView view_of(store::Reader& reader, const store::Account& account) {
    protocol::AccountView view;
    view.handle = account.handle;
    view.kind = store::kind_name(account.kind);
    view.role = store::role_name(account.role);
    view.created_at = account.created_at;
    view.suspended_until = account.suspended_until;
    const auto profile = store::find_profile(reader, account.id).value_or(store::Profile{});
    view.time_zone = profile.time_zone;
    view.language = profile.language;
    view.about = profile.about;
    if (profile.sleep) {
        view.sleep = engine::SleepHours{std::chrono::minutes(profile.sleep->from),
                                        std::chrono::minutes(profile.sleep->until)};
    }
    for (const auto& bot : store::bots_of(reader, account.id, bots_of_account_max)) {
        view.bots.push_back(bot.handle);
    }
    return view;
}

}  // namespace

Accounts::Accounts(store::Store& store, base::BlockingPool& hashing, base::IoThreads& io,
                   std::vector<Authenticator*> threads, base::Clock clock, base::Metrics& metrics,
                   AccountLimits limits, Games* games)
    : service_(std::make_unique<Service>(store, hashing, io, std::move(threads), std::move(clock),
                                         metrics, std::move(limits), games)),
      additions_(std::make_unique<Additions>(*service_)),
      addresses_(std::make_unique<Addresses>(*service_)),
      sessions_(std::make_unique<Sessions>(*service_)),
      sign_ups_(std::make_unique<SignUps>(*service_)),
      profiles_(std::make_unique<Profiles>(*service_)),
      deletions_(std::make_unique<Deletions>(*service_)) {}

Accounts::~Accounts() = default;

base::Awaitable<Result<IssuedToken>> Accounts::create_account(protocol::CreateAccount request,
                                                              ClientDetails client) {
    Service& service = *service_;
    const std::string key = store::handle_key(request.handle);
    auto admitted = co_await service.admit(new_passwords, client.address, too_many_accounts);
    if (!admitted) co_return admitted.error();
    SignInSource source = client.source();
    auto hash = co_await service.hash(request.password, source.address);
    if (!hash) co_return hash.error();
    TokenRequest token_request;
    token_request.route = "accounts";
    token_request.reason = "sign-up";
    token_request.client = std::move(client);
    token_request.asked = request.address.empty() ? key : key + " " + request.address;
    token_request.owner = [&service, request, hash = *hash,
                           address = source.address](store::Transaction& transaction) {
        return create_member(service, transaction, request, hash, address);
    };
    auto issued = co_await service.issue(std::move(token_request));
    if (!issued || !issued->is_repeat) co_return issued;
    // The key says that they are the one who created it; only the password proves it.
    auto account = co_await service.find(issued->account);
    if (!account) co_return account.error();
    auto checked = co_await service.check(std::move(account->handle), std::move(request.password),
                                          std::move(source));
    if (checked) co_return issued;
    if (checked.error().code != Code::bad_credentials) co_return checked.error();
    co_return refusal(Code::idempotency_key_reused,
                      "This Idempotency-Key was used with another password. Use a new key.");
}

base::Awaitable<Result<IssuedToken>> Accounts::create_guest(ClientDetails client) {
    TokenRequest request = guest_token_request(*service_, "guests", std::move(client));
    request.is_of_asker = true;
    co_return co_await service_->issue(std::move(request));
}

base::Awaitable<Result<IssuedToken>> Accounts::create_guest_session(std::string label,
                                                                    ClientDetails client) {
    TokenRequest request = guest_token_request(*service_, "sessions", std::move(client));
    request.label = std::move(label);
    request.kind = store::TokenKind::session;
    request.expires_in = session_life;
    co_return co_await service_->issue(std::move(request));
}

base::Awaitable<Result<IssuedToken>> Accounts::create_token(protocol::CreateToken request,
                                                            ClientDetails client) {
    Service& service = *service_;
    const std::string key = store::handle_key(request.handle);
    SignInSource source = client.source();
    auto account = co_await service.check(std::move(request.handle), std::move(request.password),
                                          std::move(source));
    if (!account) co_return account.error();
    const auto scopes = choose_scopes(request.scopes, scopes_for(account->kind, account->role));
    if (!scopes) co_return scopes.error();
    TokenRequest token_request = token_request_of("tokens", std::move(client), *account);
    token_request.label = request.label;
    token_request.adds = AdditionKind::token;
    token_request.scopes = *scopes;
    const std::string life =
        request.expires_in_s ? std::to_string(*request.expires_in_s) : "for ever";
    const std::string extent = request.scopes.empty() ? "" : " " + std::to_string(scopes->bits());
    token_request.asked = key + " " + life + extent + " " + request.label;
    if (request.expires_in_s) {
        token_request.expires_in = std::chrono::seconds(*request.expires_in_s);
    }
    co_return co_await service.issue(std::move(token_request));
}

base::Awaitable<Result<IssuedToken>> Accounts::create_session(protocol::CreateSession request,
                                                              ClientDetails client) {
    Service& service = *service_;
    SignInSource source = client.source();
    auto account = co_await service.check(std::move(request.handle), std::move(request.password),
                                          std::move(source));
    if (!account) co_return account.error();
    TokenRequest token_request = token_request_of("sessions", std::move(client), *account);
    token_request.reason = "session";
    token_request.label = request.label;
    token_request.kind = store::TokenKind::session;
    token_request.scopes = scopes_for(account->kind, account->role);
    token_request.expires_in = session_life;
    co_return co_await service.issue(std::move(token_request));
}

std::string Accounts::device_cookie(protocol::AccountId account,
                                    const std::optional<std::string>& present) const {
    if (present) {
        const auto device = read_device(*present);
        if (device && device->account == account) return *present;
    }
    return service_->devices->make(account, service_->clock());
}

std::optional<Device> Accounts::read_device(std::string_view cookie) const {
    return service_->devices->read(cookie, service_->clock());
}

base::Awaitable<Result<Identity>> Accounts::identify(std::string handle, std::string password,
                                                     SignInSource source) {
    auto account =
        co_await service_->check(std::move(handle), std::move(password), std::move(source));
    if (!account) co_return account.error();
    if (account->deleted_at) co_return bad_credentials();
    co_return identity_of(*account);
}

base::Awaitable<Result<void>> Accounts::upgrade(Identity identity, protocol::Upgrade request,
                                                std::string address) {
    Service& service = *service_;
    if (!identity.is_guest()) {
        co_return refusal(Code::wrong_kind,
                          identity.handle + " is already a member. Only guests can upgrade.");
    }
    const std::string key = store::handle_key(request.handle);
    auto admitted = co_await service.admit(new_passwords, address, too_many_accounts);
    if (!admitted) co_return admitted.error();
    auto hash = co_await service.hash(request.password, address);
    if (!hash) co_return hash.error();
    store::Work<bool> work = [&service, identity, request, key, address,
                              hash = *hash](store::Transaction& transaction) {
        const auto id = identity.account;
        if (!store::find_site_settings(transaction).is_sign_up_open) {
            return Result<bool>(no_new_members());
        }
        if (!request.address.empty()) {
            const auto allowed =
                can_claim(transaction, id, request.address, address, service.now());
            if (!allowed) return Result<bool>(allowed.error());
        }
        if (!store::upgrade_guest(transaction, id, request.handle, key, hash)) {
            return Result<bool>(handle_taken(request.handle));
        }
        store::record_known_address(transaction, id, address, service.now());
        if (!request.address.empty()) {
            claim_address(service, transaction, id, request.handle, request.address, address,
                          service.now());
        }
        return Result<bool>(true);
    };
    auto done = co_await service.store.write<bool>(std::move(work));
    if (!done) co_return done.error();
    service.new_members.add();
    service.forget_account(identity.account);
    co_return Result<void>();
}

base::Awaitable<Result<IssuedToken>> Accounts::create_bot(Identity identity,
                                                          protocol::CreateBot request,
                                                          SignInSource source) {
    Service& service = *service_;
    if (identity.kind != AccountKind::member) {
        co_return refusal(Code::wrong_kind, "Only members can create bots.");
    }
    // The server's searches are for its own bots.
    const Scopes bots_scopes = Scopes::usual().within(scopes_for(AccountKind::bot, Role::player));
    if (const auto missing = first_missing(bots_scopes, identity.scopes)) {
        co_return insufficient_scope(*missing);
    }
    TokenRequest token_request;
    token_request.client.address = source.address;
    Identity asking = identity;
    auto confirmed = co_await service.confirm(std::move(asking), std::move(request.password),
                                              std::move(source), Confirms::addition);
    if (!confirmed) co_return confirmed.error();
    token_request.route = "bots";
    token_request.reason = "bot";
    token_request.adds = AdditionKind::bot;
    token_request.kind = store::TokenKind::token;
    token_request.scopes = bots_scopes;
    token_request.is_only = true;
    token_request.owner = [&service, handle = std::move(request.handle),
                           identity](store::Transaction& transaction) {
        const auto admitted = admit_addition(service, transaction, identity);
        if (!admitted) return Result<protocol::AccountId>(admitted.error());
        return find_or_create_bot(service, transaction, identity.account, handle);
    };
    co_return co_await service.issue(std::move(token_request));
}

base::Awaitable<Result<void>> Accounts::revoke_token(Identity identity) {
    store::Work<Revoked> work = [hash = identity.token_hash](store::Transaction& transaction) {
        store::delete_token(transaction, hash);
        return Result<Revoked>(Revoked{hash});
    };
    co_return co_await service_->revoke(std::move(work));
}

void Accounts::forget_account(protocol::AccountId account) {
    service_->forget_account(account);
}

void Accounts::drop_expired() {
    service_->on_every_thread([](Authenticator& authenticator) { authenticator.drop_expired(); });
}

void Accounts::prune(store::Transaction& transaction, base::Instant now) {
    store::prune_links(transaction, now, links_pruned_at_once);
    store::prune_changes(transaction, now, links_pruned_at_once);
    store::prune_access_links(transaction, now, links_pruned_at_once);
    store::prune_sign_ups(transaction, now, links_pruned_at_once);
    store::prune_hits(transaction, now, hits_pruned_at_once);
}

base::Awaitable<Result<protocol::AccountView>> Accounts::find(protocol::AccountId account) {
    const auto look = [account](store::Reader& reader) {
        const auto row = store::find_account(reader, account);
        if (!row) {
            return Result<protocol::AccountView>(
                refusal(Code::no_such_player, "This account does not exist."));
        }
        return Result<protocol::AccountView>(view_of(reader, *row));
    };
    co_return co_await service_->store.read(look);
}

}  // namespace tanbo::account
