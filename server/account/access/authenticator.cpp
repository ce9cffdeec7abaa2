#include "server/account/access/authenticator.hpp"

#include <cstring>
#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/memory.hpp"
#include "server/account/refusals.hpp"
#include "server/base/known_digests.hpp"
#include "server/base/lru_cache.hpp"
#include "server/store/store.hpp"

namespace tanbo::account {

namespace {

using protocol::Result;

constexpr std::string_view token_prefix = "tbo_";
constexpr std::size_t token_chars = 47;  // the prefix and 256 bits as base64url
constexpr std::chrono::milliseconds session_idle(store::session_idle_max);

// A digest is as good a hash as any.
struct DigestHash {
    std::size_t operator()(const base::Digest& digest) const {
        std::size_t hash = 0;
        std::memcpy(&hash, digest.data(), sizeof hash);
        return hash;
    }
};

struct Known {
    Identity identity;
    base::Instant used_at;
    base::Instant read_at;

    // A bot's standing is its owner's too.
    bool rests_on(protocol::AccountId account) const {
        return identity.owner == account || identity.account == account;
    }
};

struct Observer {
    std::uint64_t ticket;
    std::optional<base::Instant> expires_at;
    std::function<void()> on_void;
};

Known to_known(const store::TokenOwner& owner, const base::Digest& hash, base::Instant now) {
    Known known;
    known.read_at = now;
    Identity& identity = known.identity;
    identity.account = owner.account.id;
    identity.handle = owner.account.handle;
    identity.kind = owner.account.kind;
    identity.role = owner.account.role;
    identity.suspended_until = owner.account.suspended_until;
    identity.owner = owner.account.owner;
    identity.token_hash = hash;
    identity.token_kind = owner.kind;
    identity.expires_at = owner.expires_at;
    // An owner who loses a role loses its scopes in all tokens.
    identity.scopes = Scopes(owner.scopes).within(scopes_for(identity.kind, identity.role));
    known.used_at = owner.used_at;
    return known;
}

base::Counter& cache_counter(base::Metrics& metrics, const std::string& result) {
    return metrics.counter("tanbo_token_cache_total", "Tokens presented, by result.",
                           {{"result", result}});
}

}  // namespace

struct Authenticator::State {
    // Reads of a token that are on their way.
    struct Reads {
        int under_way = 0;
        bool is_void = false;   // it was revoked meanwhile
        bool is_stale = false;  // its account was changed meanwhile
    };
    using ReadsByToken = std::unordered_map<base::Digest, Reads, DigestHash>;

    // Counts one read, however it ends.
    class Reading {
    public:
        Reading(ReadsByToken& reads, const base::Digest& hash) : reads_(reads), hash_(hash) {
            ++reads_[hash_].under_way;
        }
        ~Reading() {
            if (--reads_[hash_].under_way == 0) reads_.erase(hash_);
        }
        Reading(const Reading&) = delete;
        Reading& operator=(const Reading&) = delete;

        bool is_void() const { return reads_.at(hash_).is_void; }
        bool is_stale() const { return reads_.at(hash_).is_stale; }

    private:
        ReadsByToken& reads_;
        base::Digest hash_;
    };

    State(store::Store& store, base::Clock c, base::Metrics& metrics, std::size_t cached_bytes_max)
        : store(store),
          clock(std::move(c)),
          known(std::numeric_limits<std::size_t>::max(), cached_bytes_max,
                &base::cache_bytes(metrics, "tokens")),
          hits(cache_counter(metrics, "hit")),
          misses(cache_counter(metrics, "miss")) {}

    base::Awaitable<Result<std::optional<Known>>> read(base::Digest hash);
    void note_use(Known& token, std::string_view network, base::Instant now);
    void tell(const base::Digest& hash);

    // The time of a session's use, as known here, may be older than what other threads have
    // written.
    static bool seems_good(const Known& token, base::Instant now) {
        const bool is_idle =
            token.identity.token_kind == TokenKind::session && token.used_at + session_idle < now;
        const auto& expires_at = token.identity.expires_at;
        return !is_idle && (!expires_at || *expires_at > now);
    }

    store::Store& store;
    base::Clock clock;
    base::KnownDigests digests;
    base::LruCache<base::Digest, Known, DigestHash> known;
    ReadsByToken reads;
    std::unordered_map<base::Digest, std::vector<Observer>, DigestHash> observers;
    std::uint64_t last_ticket = 0;
    std::function<void(TokenUse)> report;
    std::function<bool()> is_trusted;
    base::Counter& hits;
    base::Counter& misses;
};

base::Awaitable<Result<std::optional<Known>>> Authenticator::State::read(base::Digest hash) {
    const base::Instant now = clock();
    auto look = [hash, now](store::Reader& reader) {
        const auto owner = store::find_token(reader, hash, now);
        return owner ? std::optional<Known>(to_known(*owner, hash, now)) : std::nullopt;
    };
    return store.read(std::move(look), base::JobPriority::ahead);
}

void Authenticator::State::note_use(Known& token, std::string_view network, base::Instant now) {
    if (!report || now < token.used_at + use_kept_to) return;
    token.used_at = now;
    report({token.identity.token_hash, token.identity.account, coarse_network(network)});
}

// A callback may end other observations, and begin some, which are not told.
void Authenticator::State::tell(const base::Digest& hash) {
    const std::uint64_t last = last_ticket;
    for (;;) {
        const auto found = observers.find(hash);
        if (found == observers.end() || found->second.front().ticket > last) return;
        const Observer observer = std::move(found->second.front());
        found->second.erase(found->second.begin());
        if (found->second.empty()) observers.erase(found);
        observer.on_void();
    }
}

Authenticator::Authenticator(store::Store& store, base::Clock clock, base::Metrics& metrics,
                             std::size_t cached_bytes_max)
    : state_(std::make_unique<State>(store, std::move(clock), metrics, cached_bytes_max)) {}

Authenticator::~Authenticator() = default;

base::Awaitable<Result<Identity>> Authenticator::authenticate(std::string token,
                                                              std::string network) {
    if (token.size() != token_chars || !token.starts_with(token_prefix)) co_return bad_token();
    const base::Digest hash = state_->digests.sha256(token);
    Known* const known = state_->known.find(hash);
    const base::Instant now = state_->clock();
    if (known != nullptr && State::seems_good(*known, now) &&
        now < known->read_at + token_known_for && is_current()) {
        state_->hits.add();
        state_->note_use(*known, network, now);
        co_return known->identity;
    }
    state_->known.erase(hash);
    state_->misses.add();
    const State::Reading reading(state_->reads, hash);
    auto found = co_await state_->read(hash);
    if (!found) co_return found.error();
    const base::Instant then = state_->clock();
    if (!*found || reading.is_void() || !State::seems_good(**found, then)) co_return bad_token();
    state_->note_use(**found, network, then);
    if (!reading.is_stale()) {
        state_->known.put(hash, **found, engine::heap_bytes((*found)->identity.handle));
    }
    co_return (*found)->identity;
}

Authenticator::Observation Authenticator::observe(const Identity& identity,
                                                  std::function<void()> on_void) {
    const std::uint64_t ticket = ++state_->last_ticket;
    state_->observers[identity.token_hash].push_back(
        {ticket, identity.expires_at, std::move(on_void)});
    return {*this, {identity.token_hash, ticket}};
}

void Authenticator::set_cache_guard(std::function<bool()> is_trusted) {
    state_->is_trusted = std::move(is_trusted);
}

void Authenticator::forget(const base::Digest& token_hash) {
    state_->known.erase(token_hash);
    const auto reads = state_->reads.find(token_hash);
    if (reads != state_->reads.end()) reads->second.is_void = true;
    state_->tell(token_hash);
}

// A read under way may be of this account: what it finds is used once and not kept.
void Authenticator::forget_account(protocol::AccountId account) {
    state_->known.erase_if(
        [account](const base::Digest&, const Known& known) { return known.rests_on(account); });
    for (auto& [hash, reads] : state_->reads) reads.is_stale = true;
}

void Authenticator::drop_expired() {
    const base::Instant now = state_->clock();
    std::vector<base::Digest> expired;
    for (const auto& [hash, observers] : state_->observers) {
        const auto& expires_at = observers.front().expires_at;
        if (expires_at && *expires_at <= now) expired.push_back(hash);
    }
    for (const base::Digest& hash : expired) forget(hash);
}

void Authenticator::drop_unchecked() {
    std::vector<base::Digest> observed;
    observed.reserve(state_->observers.size());
    for (const auto& [hash, observers] : state_->observers) observed.push_back(hash);
    for (const base::Digest& hash : observed) state_->tell(hash);
}

bool Authenticator::is_current() const {
    return !state_->is_trusted || state_->is_trusted();
}

protocol::Error Authenticator::why_void() const {
    if (is_current()) return bad_token();
    return protocol::refusal(protocol::Code::storage_unavailable,
                             "This node can't check your token now. Connect again.");
}

void Authenticator::report_uses(std::function<void(TokenUse)> report) {
    state_->report = std::move(report);
}

void Authenticator::end(const Observed& observed) {
    auto& observers = state_->observers;
    const auto found = observers.find(observed.hash);
    if (found == observers.end()) return;
    std::erase_if(found->second,
                  [&observed](const Observer& one) { return one.ticket == observed.ticket; });
    if (found->second.empty()) observers.erase(found);
}

std::string coarse_network(std::string_view client) {
    const std::string_view address = client.substr(0, client.find('/'));
    const std::size_t dot = address.rfind('.');
    if (dot != std::string_view::npos) return std::string(address.substr(0, dot)) + ".0/24";
    std::size_t end = 0;
    for (int groups = 0; groups < 3; ++groups) {
        const std::size_t colon = address.find(':', end);
        if (colon == std::string_view::npos) return std::string(client);
        if (colon == end) break;
        end = colon + 1;
    }
    if (end == 0) return std::string(client);
    return std::string(address.substr(0, end)) + ":/48";
}

}  // namespace tanbo::account
