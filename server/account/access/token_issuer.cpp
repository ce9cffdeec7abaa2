#include "server/account/access/token_issuer.hpp"

#include <array>
#include <charconv>
#include <utility>

#include "server/base/secrets.hpp"
#include "server/store/error.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/accounts/secrets.hpp"
#include "server/store/tables/accounts/tokens.hpp"
#include "server/store/tables/games/idempotency.hpp"

namespace tanbo::account {

namespace {

using protocol::Result;

constexpr std::string_view secret_name = "grants";
constexpr std::size_t number_bytes = 16;
constexpr std::size_t last_chars = 4;
constexpr std::string_view token_prefix = "tbo_";
constexpr int status_created = 201;

std::string random_number() {
    std::array<std::uint8_t, number_bytes> bytes{};
    base::random_bytes(bytes);
    return base::to_hex(bytes);
}

protocol::Error key_reused() {
    protocol::Error error;
    error.code = protocol::Code::idempotency_key_reused;
    error.detail = "This Idempotency-Key was used for another request. Use a new key.";
    return error;
}

protocol::Error key_not_yours() {
    return protocol::refusal(protocol::Code::idempotency_key_not_yours,
                             "This Idempotency-Key already created a guest. Send that response's "
                             "cookie to get its token "
                             "again, or use a new key.");
}

// The parts that a repeat must have in common with the first request.
std::string request_of(const TokenRequest& request) {
    if (!request.is_of_asker) return request.asked;
    return request.asked + " " + request.client.asker.value_or("");
}

}  // namespace

// A token as it is kept for its repeats, as text: number, account and expiry.
struct TokenIssuer::Kept {
    std::string number;
    protocol::AccountId account{};
    std::optional<base::Instant> expires_at;

    std::string text() const {
        const std::string expiry =
            expires_at ? std::to_string(engine::number_of(*expires_at)) : "never";
        return number + " " + to_string(account) + " " + expiry;
    }

    static Kept parse(std::string_view text) {
        Kept kept;
        const std::size_t first = text.find(' ');
        const std::size_t second = text.rfind(' ');
        kept.number = text.substr(0, first);
        std::int64_t account = 0;
        std::from_chars(text.data() + first + 1, text.data() + second, account);
        kept.account = protocol::AccountId{account};
        std::int64_t expiry = 0;
        const char* const end = text.data() + text.size();
        const auto parsed = std::from_chars(text.data() + second + 1, end, expiry);
        if (parsed.ec == std::errc()) {
            kept.expires_at = engine::instant_of(expiry);
        }
        return kept;
    }
};

TokenIssuer::TokenIssuer(store::Transaction& transaction, base::Instant now) {
    secret_ = store::load_secret(transaction, secret_name, now);
}

// The parts can't run into one another: each is preceded by its length.
base::Digest TokenIssuer::keyed(std::initializer_list<std::string_view> parts) const {
    std::string data;
    for (const std::string_view part : parts) {
        data += std::to_string(part.size()) + ":";
        data += part;
    }
    return base::blake2b(data, secret_);
}

std::string TokenIssuer::scope(const TokenRequest& request) const {
    return std::string(request.route) + " " + request.client.address;
}

std::string TokenIssuer::derive_token(const TokenRequest& request, std::string_view number) const {
    const base::Digest digest =
        keyed({"token", scope(request), *request.client.idempotency_key, number});
    return std::string(token_prefix) + base::to_base64url(digest);
}

Result<std::optional<TokenIssuer::Kept>> TokenIssuer::find_kept(store::Transaction& transaction,
                                                                const TokenRequest& request,
                                                                base::Instant now) const {
    const base::Digest key = keyed({"key", *request.client.idempotency_key});
    const auto answer = store::claim_key(transaction, scope(request), key, now);
    if (!answer) return std::optional<Kept>();
    if (answer->request_hash != keyed({"request", request_of(request)})) {
        return request.is_of_asker ? key_not_yours() : key_reused();
    }
    return std::optional<Kept>(Kept::parse(answer->body));
}

void TokenIssuer::keep(store::Transaction& transaction, const TokenRequest& request,
                       const Kept& kept, base::Instant now) const {
    const std::string scope_text = scope(request);
    const std::string body = kept.text();
    store::NewIdempotentAnswer answer;
    answer.scope = scope_text;
    answer.key_hash = keyed({"key", *request.client.idempotency_key});
    answer.request_hash = keyed({"request", request_of(request)});
    answer.status = status_created;
    answer.body = body;
    answer.created_at = now;
    // Two may claim a key of one file at once: the next run finds the other's token.
    if (!store::insert_answer(transaction, answer)) {
        throw store::StorageError(store::Fault::stale, "A key of a grant is kept twice.");
    }
}

Result<IssuedToken> TokenIssuer::issue(store::Transaction& transaction, const TokenRequest& request,
                                       base::Instant now) const {
    const bool has_key = request.client.idempotency_key.has_value();
    Kept kept;
    bool is_repeat = false;
    if (has_key) {
        auto found = find_kept(transaction, request, now);
        if (!found) return found.error();
        is_repeat = found->has_value();
        if (is_repeat) kept = std::move(**found);
    }
    if (!is_repeat) {
        const auto owner = request.owner(transaction);
        if (!owner) return owner.error();
        kept = {random_number(), *owner, std::nullopt};
        if (request.expires_in) kept.expires_at = now + *request.expires_in;
    }
    const auto account = store::find_account(transaction, kept.account);
    if (!account) throw store::StorageError(store::Fault::misuse, "An account is missing.");
    const std::string token =
        has_key ? derive_token(request, kept.number) : base::random_token(token_prefix);
    IssuedToken issued;
    if (!is_repeat) {
        store::NewToken row;
        row.hash = base::sha256(token);
        row.account = account->id;
        row.label = request.label;
        row.last4 = std::string_view(token).substr(token.size() - last_chars);
        row.created_at = now;
        row.expires_at = kept.expires_at;
        row.kind = request.kind;
        row.scopes = request.scopes.bits();
        if (request.kind == store::TokenKind::session) row.password_at = now;
        const std::string network = coarse_network(request.client.address);
        row.used_from = network;
        transaction.lock_account(account->id);
        if (request.is_only) {
            issued.revoked = store::delete_tokens_of(transaction, account->id, std::nullopt);
        } else {
            issued.revoked =
                store::delete_oldest_tokens(transaction, account->id, tokens_of_account_max - 1);
        }
        store::insert_token(transaction, row);
        if (has_key) keep(transaction, request, kept, now);
    }
    issued.account = kept.account;
    issued.handle = account->handle;
    issued.token = token;
    issued.expires_at = kept.expires_at;
    issued.is_repeat = is_repeat;
    issued.scopes = request.scopes.within(scopes_for(account->kind, account->role));
    return issued;
}

std::string random_guest_handle() {
    constexpr std::string_view consonants = "bdfghjklmnprstvz";
    constexpr std::string_view vowels = "aeio";
    std::array<std::uint8_t, 8> random{};
    base::random_bytes(random);
    std::string handle = "guest-";
    for (std::size_t i = 0; i < random.size(); i += 2) {
        handle += consonants[random[i] % consonants.size()];
        handle += vowels[random[i + 1] % vowels.size()];
    }
    return handle;
}

}  // namespace tanbo::account
