#include "tests/server/notify/channels/push/browser.hpp"

#include <array>
#include <memory>
#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/obj_mac.h>
#include <span>
#include <vector>

#include "server/base/secrets.hpp"

namespace tanbo::notify {
namespace {

using GroupPointer = std::unique_ptr<EC_GROUP, decltype(&EC_GROUP_free)>;
using PointPointer = std::unique_ptr<EC_POINT, decltype(&EC_POINT_free)>;
using NumberPointer = std::unique_ptr<BIGNUM, decltype(&BN_free)>;

const unsigned char* raw(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

std::string hmac(std::string_view key, std::string_view text) {
    const auto digest = base::hmac_sha256(text, std::span(raw(key), key.size()));
    return {digest.begin(), digest.end()};
}

// HKDF of one block. Source: RFC 5869.
std::string hkdf(std::string_view salt, std::string_view key, const std::string& info,
                 std::size_t size) {
    return hmac(hmac(salt, key), info + '\x01').substr(0, size);
}

GroupPointer curve() {
    return {EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1), EC_GROUP_free};
}

// The x coordinate of the point times the number.
std::string agreed(std::string_view point, std::string_view number) {
    const GroupPointer group = curve();
    const PointPointer other(EC_POINT_new(group.get()), EC_POINT_free);
    const PointPointer product(EC_POINT_new(group.get()), EC_POINT_free);
    const NumberPointer times(BN_bin2bn(raw(number), static_cast<int>(number.size()), nullptr),
                              BN_free);
    const NumberPointer x(BN_new(), BN_free);
    EC_POINT_oct2point(group.get(), other.get(), raw(point), point.size(), nullptr);
    EC_POINT_mul(group.get(), product.get(), nullptr, other.get(), times.get(), nullptr);
    EC_POINT_get_affine_coordinates(group.get(), product.get(), x.get(), nullptr, nullptr);
    std::array<unsigned char, 32> out{};
    BN_bn2binpad(x.get(), out.data(), static_cast<int>(out.size()));
    return {out.begin(), out.end()};
}

std::optional<std::string> opened(std::string_view sealed, const std::string& key,
                                  const std::string& nonce) {
    constexpr std::size_t tag_size = 16;
    std::vector<unsigned char> out(sealed.size());
    std::string tag(sealed.substr(sealed.size() - tag_size));
    sealed.remove_suffix(tag_size);
    const std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)> cipher(
        EVP_CIPHER_CTX_new(), EVP_CIPHER_CTX_free);
    int size = 0;
    int rest = 0;
    EVP_DecryptInit_ex(cipher.get(), EVP_aes_128_gcm(), nullptr, raw(key), raw(nonce));
    EVP_DecryptUpdate(cipher.get(), out.data(), &size, raw(sealed),
                      static_cast<int>(sealed.size()));
    EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_SET_TAG, tag_size, tag.data());
    if (EVP_DecryptFinal_ex(cipher.get(), out.data() + size, &rest) <= 0) return std::nullopt;
    return std::string(out.begin(), out.begin() + size);
}

}  // namespace

Browser::Browser() : pair_(make_key_pair()) {
    std::array<std::uint8_t, push_auth_bytes> secret{};
    base::random_bytes(secret);
    auth_.assign(secret.begin(), secret.end());
}

std::optional<std::string> Browser::read(std::string_view body) const {
    constexpr std::size_t salt_size = 16;
    constexpr std::size_t key_at = 21;  // behind the salt, the record's size and the key's
    constexpr std::size_t key_size = 65;
    const std::string_view salt = body.substr(0, salt_size);
    const std::string_view sender = body.substr(key_at, key_size);
    const std::string info =
        std::string("WebPush: info") + '\0' + pair_.public_key + std::string(sender);
    const std::string key = hkdf(auth_, agreed(sender, pair_.private_key), info, 32);
    auto text = opened(body.substr(key_at + key_size),
                       hkdf(salt, key, std::string("Content-Encoding: aes128gcm") + '\0', 16),
                       hkdf(salt, key, std::string("Content-Encoding: nonce") + '\0', 12));
    if (!text) return std::nullopt;
    while (text->ends_with('\0')) text->pop_back();
    if (!text->ends_with('\x02')) return std::nullopt;
    text->pop_back();
    return text;
}

bool is_signed(std::string_view text, std::string_view signature, std::string_view public_key) {
    const GroupPointer group = curve();
    const std::unique_ptr<EC_POINT, decltype(&EC_POINT_free)> point(EC_POINT_new(group.get()),
                                                                    EC_POINT_free);
    EC_POINT_oct2point(group.get(), point.get(), raw(public_key), public_key.size(), nullptr);
    // By the formula of ECDSA: r is the x of (hash / s) G + (r / s) Q. Source: FIPS 186-4, 6.4.
    const std::unique_ptr<BN_CTX, decltype(&BN_CTX_free)> scratch(BN_CTX_new(), BN_CTX_free);
    const BIGNUM* const order = EC_GROUP_get0_order(group.get());
    const auto digest = base::sha256(text);
    const NumberPointer hash(BN_bin2bn(digest.data(), static_cast<int>(digest.size()), nullptr),
                             BN_free);
    const NumberPointer r(BN_bin2bn(raw(signature), 32, nullptr), BN_free);
    const NumberPointer s(BN_bin2bn(raw(signature) + 32, 32, nullptr), BN_free);
    BN_mod_inverse(s.get(), s.get(), order, scratch.get());
    const NumberPointer of_base(BN_new(), BN_free);
    const NumberPointer of_key(BN_new(), BN_free);
    BN_mod_mul(of_base.get(), hash.get(), s.get(), order, scratch.get());
    BN_mod_mul(of_key.get(), r.get(), s.get(), order, scratch.get());
    const PointPointer sum(EC_POINT_new(group.get()), EC_POINT_free);
    EC_POINT_mul(group.get(), sum.get(), of_base.get(), point.get(), of_key.get(), scratch.get());
    const NumberPointer x(BN_new(), BN_free);
    EC_POINT_get_affine_coordinates(group.get(), sum.get(), x.get(), nullptr, scratch.get());
    BN_nnmod(x.get(), x.get(), order, scratch.get());
    return BN_cmp(x.get(), r.get()) == 0;
}

}  // namespace tanbo::notify
