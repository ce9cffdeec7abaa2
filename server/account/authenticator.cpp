#include "server/account/authenticator.hpp"

#include <cstring>
#include <optional>
#include <unordered_map>
#include <utility>

#include "server/base/lru_cache.hpp"
#include "server/base/overload.hpp"
#include "server/storage/tokens.hpp"
#include "server/storage/unavailable.hpp"

namespace tanbo::account {

namespace {

using protocol::Result;

constexpr std::string_view token_prefix = "tbo_";
constexpr std::size_t token_chars = 47;  // the prefix and 256 bits as base64url
constexpr std::size_t known_bytes = 256;

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
    std::optional<base::Instant> expires_at;
};

protocol::Error bad_token() {
    protocol::Error error;
    error.code = protocol::Code::bad_token;
    error.detail = "The token is unknown, revoked or expired.";
    return error;
}

Known to_known(const storage::TokenOwner& owner, const base::Digest& hash) {
    Known known;
    known.identity.account = static_cast<std::int64_t>(owner.account.id);
    known.identity.handle = owner.account.handle;
    known.identity.is_guest = owner.account.kind == storage::AccountKind::guest;
    known.identity.token_hash = hash;
    if (owner.expires_at) {
        known.expires_at = base::Instant(std::chrono::milliseconds(*owner.expires_at));
    }
    return known;
}

base::Counter& cache_counter(base::Metrics& metrics, const std::string& result) {
    return metrics.counter("tanbo_token_cache_total", "Tokens that were shown, by result.",
                           {{"result", result}});
}

}  // namespace

struct Authenticator::State {
    // Reads of a token that are on their way.
    struct Reads {
        int under_way = 0;
        bool is_void = false;  // it was revoked meanwhile
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

    private:
        ReadsByToken& reads_;
        base::Digest hash_;
    };

    State(storage::Database& d, base::BlockingPool& r, base::Clock c, base::Metrics& metrics,
          std::size_t cached_max)
        : database(d),
          readers(r),
          clock(std::move(c)),
          known(cached_max, cached_max * known_bytes),
          hits(cache_counter(metrics, "hit")),
          misses(cache_counter(metrics, "miss")) {}

    base::Awaitable<Result<std::optional<Known>>> read(base::Digest hash);

    bool is_expired(const Known& token) const {
        return token.expires_at && *token.expires_at <= clock();
    }

    storage::Database& database;
    base::BlockingPool& readers;
    base::Clock clock;
    base::LruCache<base::Digest, Known, DigestHash> known;
    ReadsByToken reads;
    base::Counter& hits;
    base::Counter& misses;
};

base::Awaitable<Result<std::optional<Known>>> Authenticator::State::read(base::Digest hash) {
    const storage::Instant now = clock().time_since_epoch().count();
    auto work = [this, hash, now]() {
        return storage::read_or_refuse(database, [&](storage::Reader& reader) {
            const auto owner = storage::find_token(reader, hash, now);
            return owner ? std::optional<Known>(to_known(*owner, hash)) : std::nullopt;
        });
    };
    auto found = co_await base::run_or_overloaded(readers, std::move(work));
    co_return found;
}

Authenticator::Authenticator(storage::Database& database, base::BlockingPool& readers,
                             base::Clock clock, base::Metrics& metrics, std::size_t cached_max)
    : state_(std::make_unique<State>(database, readers, std::move(clock), metrics, cached_max)) {}

Authenticator::~Authenticator() = default;

base::Awaitable<Result<Identity>> Authenticator::authenticate(std::string token) {
    if (token.size() != token_chars || !token.starts_with(token_prefix)) co_return bad_token();
    const base::Digest hash = base::sha256(token);
    if (const Known* const known = state_->known.find(hash)) {
        state_->hits.add();
        if (!state_->is_expired(*known)) co_return known->identity;
        state_->known.erase(hash);
        co_return bad_token();
    }
    state_->misses.add();
    const State::Reading reading(state_->reads, hash);
    auto found = co_await state_->read(hash);
    if (!found) co_return found.error();
    if (!*found || reading.is_void() || state_->is_expired(**found)) co_return bad_token();
    state_->known.put(hash, **found, known_bytes);
    co_return (*found)->identity;
}

void Authenticator::forget(const base::Digest& token_hash) {
    state_->known.erase(token_hash);
    const auto reads = state_->reads.find(token_hash);
    if (reads != state_->reads.end()) reads->second.is_void = true;
}

}  // namespace tanbo::account
