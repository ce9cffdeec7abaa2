#include "server/account/accounts.hpp"

#include <array>
#include <functional>
#include <utility>

#include "server/account/grants.hpp"
#include "server/account/throttle.hpp"
#include "server/account/write_job.hpp"
#include "server/base/overload.hpp"
#include "server/storage/accounts.hpp"
#include "server/storage/group_commit.hpp"
#include "server/storage/handle_key.hpp"
#include "server/storage/tokens.hpp"
#include "server/storage/unavailable.hpp"

namespace tanbo::account {

namespace {

using protocol::Code;
using protocol::Error;
using protocol::Result;

Error bad_credentials() {
    return refusal(Code::bad_credentials, "No account has this handle and this password.");
}

Error rate_limited(std::chrono::seconds wait) {
    Error error = refusal(Code::rate_limited, "Too many passwords were tried; try again in " +
                                                  std::to_string(wait.count()) + " s.");
    error.retry_after_s = static_cast<int>(wait.count());
    return error;
}

storage::Instant to_row(base::Instant at) {
    return at.time_since_epoch().count();
}

base::RateLimit::Options rate(double burst, double refill_per_second) {
    base::RateLimit::Options options;
    options.burst = burst;
    options.refill_per_second = refill_per_second;
    return options;
}

std::function<void()> nothing() {
    return {};
}

std::string random_password() {
    return base::random_token("");
}

base::Counter& attempts_counter(base::Metrics& metrics, const std::string& result) {
    return metrics.counter("tanbo_password_attempts_total", "Passwords that were tried, by result.",
                           {{"result", result}});
}

// Nobody waits for it, and nobody misses it.
class UseJob final : public storage::Job {
public:
    UseJob(TokenUse use, base::Instant now) : use_(std::move(use)), at_(to_row(now)) {}

    void run(storage::Transaction& transaction) override {
        storage::touch_token(transaction, use_.token_hash, at_, use_.network);
        storage::set_seen(transaction, static_cast<storage::AccountId>(use_.account), at_);
    }
    void committed() noexcept override {}
    void failed(const storage::StorageError&) noexcept override {}

private:
    TokenUse use_;
    storage::Instant at_;
};

}  // namespace

struct Accounts::State {
    State(storage::Database& d, storage::GroupCommit& w, base::BlockingPool& r,
          base::BlockingPool& h, base::IoThreads& i, std::vector<Authenticator*> t, base::Clock c,
          base::Metrics& metrics, const AccountLimits& limits);

    Result<std::int64_t> create_member(storage::Transaction& transaction, const std::string& handle,
                                       const std::string& password_hash) const;
    std::int64_t create_guest(storage::Transaction& transaction) const;
    base::Awaitable<Result<Grant>> issue(GrantRequest request);
    base::Awaitable<Result<std::optional<storage::Account>>> find(std::string handle_key);
    base::Awaitable<Result<std::string>> hash(std::string password);
    base::Awaitable<Result<bool>> verify(std::string password, std::string encoded);
    std::optional<Error> count_attempt(const std::string& handle_key, const std::string& address);
    void forget_everywhere(const base::Digest& token_hash);
    void on_every_thread(const std::function<void(Authenticator&)>& work);

    storage::Database& database;
    storage::GroupCommit& writer;
    base::BlockingPool& readers;
    base::BlockingPool& hashing;
    base::IoThreads& io;
    std::vector<Authenticator*> threads;
    base::Clock clock;
    base::PasswordCost cost;
    Throttle throttle;
    std::optional<Grants> grants;
    std::string nobodys_hash;  // verified for handles that nobody has, so that they cost the same
    base::Counter& accepted;
    base::Counter& rejected;
    base::Counter& limited;
};

Accounts::State::State(storage::Database& d, storage::GroupCommit& w, base::BlockingPool& r,
                       base::BlockingPool& h, base::IoThreads& i, std::vector<Authenticator*> t,
                       base::Clock c, base::Metrics& metrics, const AccountLimits& limits)
    : database(d),
      writer(w),
      readers(r),
      hashing(h),
      io(i),
      threads(std::move(t)),
      clock(std::move(c)),
      cost(limits.password_cost),
      throttle(rate(limits.attempts_per_handle, limits.handle_refill_per_second),
               rate(limits.attempts_per_address, limits.address_refill_per_second)),
      nobodys_hash(base::hash_password(random_password(), cost)),
      accepted(attempts_counter(metrics, "accepted")),
      rejected(attempts_counter(metrics, "rejected")),
      limited(attempts_counter(metrics, "limited")) {
    for (Authenticator* const authenticator : threads) {
        authenticator->report_uses(
            [this](const TokenUse& use) { writer.submit(std::make_unique<UseJob>(use, clock())); });
    }
    writer.write(
        [this](storage::Transaction& transaction) { grants.emplace(transaction, clock()); });
}

Result<std::int64_t> Accounts::State::create_member(storage::Transaction& transaction,
                                                    const std::string& handle,
                                                    const std::string& password_hash) const {
    const std::string key = storage::handle_key(handle);
    storage::NewAccount account;
    account.handle = handle;
    account.handle_key = key;
    account.password_hash = password_hash;
    account.created_at = to_row(clock());
    const auto id = storage::create_account(transaction, account);
    if (!id) return refusal(Code::handle_taken, "The handle \"" + handle + "\" is taken.");
    return static_cast<std::int64_t>(*id);
}

std::int64_t Accounts::State::create_guest(storage::Transaction& transaction) const {
    while (true) {
        const std::string handle = random_guest_handle();
        storage::NewAccount account;
        account.handle = handle;
        account.handle_key = handle;
        account.kind = storage::AccountKind::guest;
        account.created_at = to_row(clock());
        const auto id = storage::create_account(transaction, account);
        if (id) return static_cast<std::int64_t>(*id);
    }
}

base::Awaitable<Result<Grant>> Accounts::State::issue(GrantRequest request) {
    WriteJob<Grant>::Work work = [this,
                                  request = std::move(request)](storage::Transaction& transaction) {
        return grants->issue(transaction, request, clock());
    };
    auto grant = co_await write<Grant>(writer, std::move(work), nothing());
    co_return grant;
}

base::Awaitable<Result<std::optional<storage::Account>>> Accounts::State::find(
    std::string handle_key) {
    auto work = [this, key = std::move(handle_key)]() {
        return storage::read_or_refuse(database, [&key](storage::Reader& reader) {
            return storage::find_account(reader, key);
        });
    };
    auto account = co_await base::run_or_overloaded(readers, std::move(work));
    co_return account;
}

base::Awaitable<Result<std::string>> Accounts::State::hash(std::string password) {
    auto work = [password = std::move(password), c = cost]() {
        return Result<std::string>(base::hash_password(password, c));
    };
    auto encoded = co_await base::run_or_overloaded(hashing, std::move(work));
    co_return encoded;
}

base::Awaitable<Result<bool>> Accounts::State::verify(std::string password, std::string encoded) {
    auto work = [password = std::move(password), encoded = std::move(encoded)]() {
        return Result<bool>(base::verify_password(password, encoded));
    };
    auto is_right = co_await base::run_or_overloaded(hashing, std::move(work));
    if (is_right) (*is_right ? accepted : rejected).add();
    co_return is_right;
}

std::optional<Error> Accounts::State::count_attempt(const std::string& handle_key,
                                                    const std::string& address) {
    const auto wait = throttle.take(handle_key, address, clock());
    if (!wait) return std::nullopt;
    limited.add();
    return rate_limited(*wait);
}

void Accounts::State::on_every_thread(const std::function<void(Authenticator&)>& work) {
    for (std::size_t i = 0; i < threads.size(); ++i) {
        Authenticator* const authenticator = threads[i];
        io.post_to(static_cast<int>(i), [authenticator, work] { work(*authenticator); });
    }
}

void Accounts::State::forget_everywhere(const base::Digest& token_hash) {
    on_every_thread(
        [token_hash](Authenticator& authenticator) { authenticator.forget(token_hash); });
}

Accounts::Accounts(storage::Database& database, storage::GroupCommit& writer,
                   base::BlockingPool& readers, base::BlockingPool& hashing, base::IoThreads& io,
                   std::vector<Authenticator*> threads, base::Clock clock, base::Metrics& metrics,
                   AccountLimits limits)
    : state_(std::make_unique<State>(database, writer, readers, hashing, io, std::move(threads),
                                     std::move(clock), metrics, limits)) {}

Accounts::~Accounts() = default;

base::Awaitable<Result<Grant>> Accounts::create_account(protocol::CreateAccount request,
                                                        Applicant applicant) {
    State& state = *state_;
    const std::string key = storage::handle_key(request.handle);
    auto limited = state.count_attempt(key, applicant.address);
    if (limited) co_return *limited;
    auto hash = co_await state.hash(request.password);
    if (!hash) co_return hash.error();
    GrantRequest grant_request{"accounts", std::move(applicant), key, {}, {}, {}};
    grant_request.owner = [&state, handle = request.handle,
                           hash = *hash](storage::Transaction& transaction) {
        return state.create_member(transaction, handle, hash);
    };
    auto grant = co_await state.issue(std::move(grant_request));
    if (!grant || !grant->is_repeat) co_return grant;
    // The key says that he is the one who created it; only the password proves it.
    auto account = co_await state.find(key);
    if (!account) co_return account.error();
    std::string encoded = (*account)->password_hash.value_or(state.nobodys_hash);
    auto is_right = co_await state.verify(std::move(request.password), std::move(encoded));
    if (!is_right) co_return is_right.error();
    if (!*is_right) {
        co_return refusal(Code::idempotency_key_reused,
                          "The Idempotency-Key was used with another password.");
    }
    co_return grant;
}

base::Awaitable<Result<Grant>> Accounts::create_guest(Applicant applicant) {
    State& state = *state_;
    GrantRequest request{"guests", std::move(applicant), {}, {}, {}, {}};
    request.owner = [&state](storage::Transaction& transaction) {
        return Result<std::int64_t>(state.create_guest(transaction));
    };
    auto grant = co_await state.issue(std::move(request));
    co_return grant;
}

base::Awaitable<Result<Grant>> Accounts::create_token(protocol::CreateToken request,
                                                      Applicant applicant) {
    State& state = *state_;
    const std::string key = storage::handle_key(request.handle);
    auto limited = state.count_attempt(key, applicant.address);
    if (limited) co_return *limited;
    auto account = co_await state.find(key);
    if (!account) co_return account.error();
    const bool has_password = *account && (*account)->password_hash;
    std::string encoded = state.nobodys_hash;
    if (has_password) encoded = *(*account)->password_hash;
    auto is_right = co_await state.verify(std::move(request.password), std::move(encoded));
    if (!is_right) co_return is_right.error();
    if (!*is_right || !has_password) co_return bad_credentials();
    GrantRequest grant_request{"tokens", std::move(applicant), {}, {}, {}, {}};
    grant_request.label = request.label;
    const std::string life =
        request.expires_in_s ? std::to_string(*request.expires_in_s) : "for ever";
    grant_request.asked = key + " " + life + " " + request.label;
    if (request.expires_in_s) {
        grant_request.expires_in = std::chrono::seconds(*request.expires_in_s);
    }
    grant_request.owner = [id = (*account)->id](storage::Transaction&) {
        return Result<std::int64_t>(static_cast<std::int64_t>(id));
    };
    auto grant = co_await state.issue(std::move(grant_request));
    co_return grant;
}

base::Awaitable<Result<void>> Accounts::revoke_token(Identity identity) {
    State& state = *state_;
    const base::Digest hash = identity.token_hash;
    WriteJob<bool>::Work work = [hash](storage::Transaction& transaction) {
        return Result<bool>(storage::delete_token(transaction, hash));
    };
    std::function<void()> before_answer = [&state, hash] { state.forget_everywhere(hash); };
    auto deleted = co_await write<bool>(state.writer, std::move(work), std::move(before_answer));
    if (!deleted) co_return deleted.error();
    co_return Result<void>();
}

void Accounts::forget_account(std::int64_t account) {
    state_->on_every_thread(
        [account](Authenticator& authenticator) { authenticator.forget_account(account); });
}

void Accounts::sweep() {
    state_->on_every_thread([](Authenticator& authenticator) { authenticator.sweep(); });
}

base::Awaitable<Result<protocol::AccountView>> Accounts::find(std::int64_t account) {
    storage::Database& database = state_->database;
    auto work = [&database, account]() {
        return storage::read_or_refuse(database, [account](storage::Reader& reader) {
            const auto row =
                storage::find_account(reader, static_cast<storage::AccountId>(account));
            if (!row) {
                return Result<protocol::AccountView>(
                    refusal(Code::no_such_player, "There is no such account."));
            }
            return Result<protocol::AccountView>(
                protocol::AccountView{row->handle, row->kind == storage::AccountKind::guest,
                                      base::Instant(std::chrono::milliseconds(row->created_at))});
        });
    };
    auto view = co_await base::run_or_overloaded(state_->readers, std::move(work));
    co_return view;
}

}  // namespace tanbo::account
