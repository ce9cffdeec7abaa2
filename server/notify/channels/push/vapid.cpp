#include "server/notify/channels/push/vapid.hpp"

#include <cstdint>
#include <span>

#include "protocol/people/pushes.hpp"
#include "server/base/secrets.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/accounts/secrets.hpp"

namespace tanbo::notify {

namespace {

constexpr std::string_view vapid_secret = "push";

std::string base64url(std::string_view text) {
    return base::to_base64url(
        std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

}  // namespace

Vapid Vapid::load(store::Store& store, const base::Clock& clock, std::string contact) {
    const KeyPair candidate = make_key_pair();
    const std::string text = candidate.private_key + candidate.public_key;
    const store::Secret drawn(text.begin(), text.end());
    KeyPair key;
    store.write_now([&](store::Transaction& transaction) {
        const store::Secret stored =
            store::find_or_store_secret(transaction, vapid_secret, drawn, clock());
        const std::string both(stored.begin(), stored.end());
        key = {both.substr(0, push_private_bytes), both.substr(push_private_bytes)};
    });
    return {std::move(key), std::move(contact)};
}

std::string Vapid::public_key() const {
    return base64url(key_.public_key);
}

std::string Vapid::authorization(std::string_view origin, base::Instant now) const {
    const auto expires =
        std::chrono::duration_cast<std::chrono::seconds>((now + vapid_life).time_since_epoch());
    const std::string signed_text =
        base64url(R"({"typ":"JWT","alg":"ES256"})") + "." +
        base64url(protocol::encode_push_claims(origin, expires.count(), contact_));
    return "vapid t=" + signed_text + "." + base64url(sign_es256(signed_text, key_)) +
           ", k=" + public_key();
}

}  // namespace tanbo::notify
