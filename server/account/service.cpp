#include "server/account/service.hpp"

#include "server/account/access/common_passwords.hpp"
#include "server/account/access/sessions.hpp"
#include "server/account/additions.hpp"
#include "server/account/log.hpp"
#include "server/base/password_text.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/accounts/account_changes.hpp"
#include "server/store/tables/accounts/handle_key.hpp"
#include "server/store/tables/accounts/tokens.hpp"

namespace tanbo::account {

namespace {

using protocol::Code;
using protocol::refusal;
using protocol::Result;

base::Counter& attempts_counter(base::Metrics& metrics, const std::string& result) {
    return metrics.counter("tanbo_password_attempts_total", "Password attempts, by result.",
                           {{"result", result}});
}

base::Counter& sign_ups_counter(base::Metrics& metrics, const std::string& kind) {
    return metrics.counter("tanbo_sign_ups_total",
                           "Sign-ups, by kind of account; an upgraded guest counts again.",
                           {{"kind", kind}});
}

protocol::Error password_required(Confirms what) {
    return refusal(Code::password_required,
                   std::string("This request needs your password, as \"password\". ") +
                       (what == Confirms::holder ? "It changes how you sign in."
                                                 : "It adds lasting access to your account."));
}

// Has no waiting caller, and may be lost.
class UseJob final : public store::Job {
public:
    UseJob(TokenUse use, base::Instant now) : use_(std::move(use)), at_(now) {}

    void run(store::Transaction& transaction) override {
        store::touch_token(transaction, use_.token_hash, at_, use_.network);
        store::set_seen(transaction, use_.account, at_);
    }
    void committed() noexcept override {}
    void failed(const store::StorageError&) noexcept override {}

private:
    TokenUse use_;
    base::Instant at_;
};

// A server without games: the unit tests of this folder.
class NoGames final : public AccountGames {
public:
    void set_calendar(protocol::AccountId, const engine::Calendar&) override {}
    int leave_some(std::span<const protocol::AccountId>, int) override { return 0; }
    void forget_name(protocol::AccountId) override {}
};

// As Games::transact, without games.
store::Work<bool> without_games(Games::Work work) {
    return [work = std::move(work)](store::Transaction& transaction) {
        NoGames none;
        const auto done = work(transaction, none);
        return done ? Result<bool>(true) : Result<bool>(done.error());
    };
}

// Tells of a token that was issued.
void report_token(const Service& service, store::Transaction& transaction,
                  const TokenRequest& request, const IssuedToken& issued) {
    Addition addition;
    addition.account = issued.account;
    addition.kind = *request.adds;
    addition.what = addition.kind == AdditionKind::bot ? issued.handle : request.label;
    addition.network = request.client.address;
    notify_addition(service, transaction, addition);
}

}  // namespace

Service::Service(store::Store& s, base::BlockingPool& h, base::IoThreads& i,
                 std::vector<Authenticator*> t, base::Clock c, base::Metrics& metrics,
                 AccountLimits l, Games* g)
    : store(s),
      hashing(h),
      io(i),
      threads(std::move(t)),
      clock(std::move(c)),
      limits(std::move(l)),
      games(g),
      dummy_hash(base::dummy_password_hash(limits.password_cost)),
      accepted(attempts_counter(metrics, "accepted")),
      rejected(attempts_counter(metrics, "rejected")),
      limited(attempts_counter(metrics, "limited")),
      hashes(metrics.counter("tanbo_password_hashes_total", "Password hashes calculated.")),
      new_members(sign_ups_counter(metrics, "member")),
      new_guests(sign_ups_counter(metrics, "guest")),
      new_bots(sign_ups_counter(metrics, "bot")) {
    for (Authenticator* const authenticator : threads) {
        authenticator->report_uses(
            [this](const TokenUse& use) { store.submit(std::make_unique<UseJob>(use, now())); });
    }
    store.write_now([this](store::Transaction& transaction) {
        token_issuer.emplace(transaction, clock());
        devices.emplace(transaction, clock());
    });
}

base::Awaitable<Result<std::optional<store::Account>>> Service::find(std::string handle_key) {
    const auto look = [key = std::move(handle_key)](store::Reader& reader) {
        auto account = store::find_account(reader, key);
        if (account && store::deletion_of(reader, account->id)) account.reset();
        return account;
    };
    co_return co_await store.read(look);
}

base::Awaitable<Result<store::Account>> Service::find(protocol::AccountId account) {
    const auto look = [account](store::Reader& reader) {
        auto row = store::find_account(reader, account);
        if (row) return Result<store::Account>(std::move(*row));
        return Result<store::Account>(
            refusal(Code::no_such_player, "This account does not exist."));
    };
    co_return co_await store.read(look);
}

base::Awaitable<Result<IssuedToken>> Service::issue(TokenRequest request) {
    const std::string_view reason = request.reason;
    const std::string client = request.client.address;
    store::Work<IssuedToken> work =
        [this, request = std::move(request)](store::Transaction& transaction) {
            auto issued = token_issuer->issue(transaction, request, clock());
            if (issued && !issued->is_repeat && request.adds) {
                report_token(*this, transaction, request, *issued);
            }
            return issued;
        };
    auto issued = co_await store.write<IssuedToken>(std::move(work));
    if (!issued) co_return issued.error();
    forget(issued->revoked);
    if (issued->is_repeat) {
        log_access("token-shown-again", "token shown again", issued->account, client, reason);
    } else {
        log_access("token-issued", "token issued", issued->account, client, reason);
    }
    co_return issued;
}

base::Awaitable<Result<void>> Service::revoke(store::Work<Revoked> work) {
    auto revoked = co_await store.write<Revoked>(std::move(work));
    if (!revoked) co_return revoked.error();
    forget(*revoked);
    co_return Result<void>();
}

base::Awaitable<Result<void>> Service::transact(Games::Work work) {
    if (games != nullptr) {
        co_return co_await games->transact(std::move(work));
    }
    store::Work<bool> alone = without_games(std::move(work));
    auto written = co_await store.write<bool>(std::move(alone));
    if (!written) co_return written.error();
    co_return Result<void>();
}

base::Awaitable<Result<std::string>> Service::hash(std::string password,
                                                   std::string client_address) {
    if (CommonPasswords::compiled_in().has(password)) co_return common_password();
    password = base::password_text(password);
    const auto slot = take_hash(client_address);
    if (!slot) co_return slot.error();
    hashes.add();
    auto work = [password = std::move(password), cost = limits.password_cost]() {
        return Result<std::string>(base::hash_password(password, cost));
    };
    co_return co_await base::run_or_overloaded(hashing, std::move(work));
}

base::Awaitable<Result<bool>> Service::verify(std::string password, std::string encoded) {
    hashes.add();
    // Passwords that were set before there was one form are hashed as they came.
    auto work = [password = std::move(password), encoded = std::move(encoded)]() {
        const std::string text = base::password_text(password);
        return Result<bool>(base::verify_password(text, encoded) ||
                            (text != password && base::verify_password(password, encoded)));
    };
    auto is_right = co_await base::run_or_overloaded(hashing, std::move(work));
    if (is_right) (*is_right ? accepted : rejected).add();
    co_return is_right;
}

base::Awaitable<Result<bool>> Service::verify_of(const Attempt& attempt, std::string password) {
    const bool has_password = attempt.account && attempt.account->password_hash;
    std::string encoded = has_password ? *attempt.account->password_hash : dummy_hash;
    auto is_right = co_await verify(std::move(password), std::move(encoded));
    if (!is_right) co_return is_right.error();
    co_return *is_right&& has_password;
}

base::Awaitable<Result<void>> Service::confirm(Identity identity, std::string password,
                                               SignInSource source, Confirms what) {
    if (identity.kind != AccountKind::member) co_return Result<void>();
    const bool is_session = identity.token_kind == TokenKind::session;
    if (password.empty()) {
        const auto look = [hash = identity.token_hash, at = now()](store::Reader& reader) {
            return store::password_given_at(reader, hash, at);
        };
        auto given_at = co_await store.read(look);
        if (!given_at) co_return given_at.error();
        if (is_session && *given_at && **given_at + fresh_for(what) >= now()) {
            co_return Result<void>();
        }
        co_return password_required(what);
    }
    const std::string number = to_string(identity.account);
    const auto hash_of_account = take_hash(identity.account);
    if (!hash_of_account) co_return hash_of_account.error();
    auto admitted = co_await admit(confirmations, number + " " + source.address,
                                   "You entered your password too often");
    if (!admitted) {
        if (admitted.error().code == Code::rate_limited) limited.add();
        co_return admitted.error();
    }
    if (identity.token_hash != base::Digest{}) source.token = session_id(identity.token_hash);
    auto account =
        co_await check(std::move(identity.handle), std::move(password), std::move(source));
    if (!account) co_return account.error();
    if (!is_session) co_return Result<void>();
    store::Work<bool> work = [this, hash = identity.token_hash](store::Transaction& t) {
        store::set_password_given(t, hash, now());
        return Result<bool>(true);
    };
    auto noted = co_await store.write<bool>(std::move(work));
    if (!noted) co_return noted.error();
    co_return Result<void>();
}

base::Awaitable<Result<store::Account>> Service::check(std::string handle, std::string password,
                                                       SignInSource source) {
    const auto hash_of_address = take_hash(source.address);
    if (!hash_of_address) co_return hash_of_address.error();
    store::Work<Attempt> begin = [this, key = store::handle_key(handle),
                                  source](store::Transaction& transaction) {
        return Result<Attempt>(begin_attempt(transaction, *devices, key, source, clock()));
    };
    auto attempt = co_await store.write<Attempt>(std::move(begin));
    if (!attempt) co_return attempt.error();
    if (attempt->limited_until) {
        limited.add();
        log_access("sign-in-failed", "sign-in failed", attempt->number(), source.address,
                   attempt->fault());
        co_return store::rate_limited("Too many wrong passwords", *attempt->limited_until, now());
    }
    auto is_right = co_await verify_of(*attempt, std::move(password));
    Outcome outcome = Outcome::unknown;
    if (is_right) outcome = *is_right ? Outcome::right : Outcome::wrong;
    if (needs_end(*attempt, outcome)) {
        store::Work<bool> end = [this, attempt = *attempt, source,
                                 outcome](store::Transaction& transaction) {
            end_attempt(transaction, attempt, source, outcome, clock());
            return Result<bool>(true);
        };
        auto ended = co_await store.write<bool>(std::move(end));
        if (!ended) co_return ended.error();
    }
    if (!is_right) co_return is_right.error();
    if (!*is_right) {
        log_access("sign-in-failed", "sign-in failed", attempt->number(), source.address,
                   attempt->fault());
        co_return bad_credentials();
    }
    co_return std::move(*attempt->account);
}

Result<base::ConcurrencyLimit::Slot> Service::take_hash(protocol::AccountId account) {
    return take_hash(hashes_of_account, to_string(account));
}

Result<base::ConcurrencyLimit::Slot> Service::take_hash(const std::string& client_address) {
    return take_hash(hashes_of_address, client_address);
}

Result<base::ConcurrencyLimit::Slot> Service::take_hash(base::ConcurrencyLimit& limit,
                                                        const std::string& asker) {
    auto slot = limit.take(asker);
    if (slot) return std::move(*slot);
    limited.add();
    return store::rate_limited("Too many password checks are running for you", now(), now());
}

base::Awaitable<Result<void>> Service::admit(const store::Limit& limit, std::string subject,
                                             std::string_view what) {
    store::Work<bool> count = [this, limit, subject = std::move(subject),
                               what](store::Transaction& transaction) {
        const auto until = store::try_acquire(transaction, limit, subject, now());
        return until ? Result<bool>(store::rate_limited(what, *until, now())) : Result<bool>(true);
    };
    auto counted = co_await store.write<bool>(std::move(count));
    if (counted) co_return Result<void>();
    co_return counted.error();
}

void Service::on_every_thread(const std::function<void(Authenticator&)>& work) {
    for (std::size_t i = 0; i < threads.size(); ++i) {
        const int thread = static_cast<int>(i);
        Authenticator* const authenticator = threads[i];
        if (thread == base::IoThreads::current()) {
            work(*authenticator);  // what is posted here comes after what others post meanwhile
        } else {
            io.post_to(thread, [authenticator, work] { work(*authenticator); });
        }
    }
}

void Service::forget(const Revoked& token_hashes) {
    if (token_hashes.empty()) return;
    on_every_thread([token_hashes](Authenticator& authenticator) {
        for (const base::Digest& hash : token_hashes) authenticator.forget(hash);
    });
}

void Service::forget_account(protocol::AccountId account) {
    on_every_thread(
        [account](Authenticator& authenticator) { authenticator.forget_account(account); });
}

}  // namespace tanbo::account
