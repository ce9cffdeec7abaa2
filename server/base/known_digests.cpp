#include "server/base/known_digests.hpp"

#include <cstring>

#include <sodium.h>

namespace tanbo::base {

static_assert(crypto_shorthash_KEYBYTES == 16);

KnownDigests::KnownDigests() : key_(), known_(places) {
    random_bytes(key_);
}

KnownDigests::~KnownDigests() {
    sodium_memzero(known_.data(), known_.size() * sizeof(Known));
}

Digest KnownDigests::sha256(std::string_view text) {
    if (text.empty() || text.size() > text_bytes_max) return base::sha256(text);
    std::array<std::uint8_t, crypto_shorthash_BYTES> hash;
    crypto_shorthash(hash.data(), reinterpret_cast<const unsigned char*>(text.data()), text.size(),
                     key_.data());
    Known& known = known_[(std::size_t{hash[0]} | std::size_t{hash[1]} << 8U) % places];
    if (equal_in_constant_time({known.text.data(), known.bytes}, text)) return known.digest;
    known.digest = base::sha256(text);
    known.bytes = text.size();
    text.copy(known.text.data(), text.size());
    return known.digest;
}

}  // namespace tanbo::base
