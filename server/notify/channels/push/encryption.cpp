#include "server/notify/channels/push/encryption.hpp"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/param_build.h>
#include <stdexcept>
#include <utility>

#include "server/base/secrets.hpp"

namespace tanbo::notify {

namespace {

template <auto Free>
struct Freed {
    template <class T>
    void operator()(T* what) const {
        Free(what);
    }
};
template <class T, auto Free>
using Owned = std::unique_ptr<T, Freed<Free>>;

using Key = Owned<EVP_PKEY, EVP_PKEY_free>;
using KeyContext = Owned<EVP_PKEY_CTX, EVP_PKEY_CTX_free>;
using Cipher = Owned<EVP_CIPHER_CTX, EVP_CIPHER_CTX_free>;
using Signing = Owned<EVP_MD_CTX, EVP_MD_CTX_free>;
using Number = Owned<BIGNUM, BN_clear_free>;
using Builder = Owned<OSSL_PARAM_BLD, OSSL_PARAM_BLD_free>;
using Parameters = Owned<OSSL_PARAM, OSSL_PARAM_free>;
using Signature = Owned<ECDSA_SIG, ECDSA_SIG_free>;

constexpr std::size_t secret_bytes = 32;  // of ECDH and of what is made of it
constexpr std::size_t content_key_bytes = 16;
constexpr std::size_t nonce_bytes = 12;
constexpr std::size_t tag_bytes = 16;
constexpr int number_bytes = 32;
constexpr char last_record = '\x02';
constexpr std::string_view record_size{"\x00\x00\x10\x00", 4};  // 4,096

void expect(bool is_done, const char* what) {
    if (!is_done) throw std::runtime_error(std::string("OpenSSL fails: ") + what);
}

unsigned char* bytes(std::string& text) {
    return reinterpret_cast<unsigned char*>(text.data());
}
const unsigned char* bytes(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

// Null if it is no key of the curve.
Key key_of(std::string_view public_key, std::string_view private_key = {}) {
    const Builder builder(OSSL_PARAM_BLD_new());
    expect(builder != nullptr, "parameters");
    OSSL_PARAM_BLD_push_utf8_string(builder.get(), OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0);
    OSSL_PARAM_BLD_push_octet_string(builder.get(), OSSL_PKEY_PARAM_PUB_KEY, public_key.data(),
                                     public_key.size());
    Number number;
    if (!private_key.empty()) {
        number.reset(BN_bin2bn(bytes(private_key), static_cast<int>(private_key.size()), nullptr));
        OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_PRIV_KEY, number.get());
    }
    const Parameters parameters(OSSL_PARAM_BLD_to_param(builder.get()));
    const KeyContext context(EVP_PKEY_CTX_new_from_name(nullptr, "EC", nullptr));
    expect(parameters && context, "a key's context");
    EVP_PKEY* key = nullptr;
    const int which = private_key.empty() ? EVP_PKEY_PUBLIC_KEY : EVP_PKEY_KEYPAIR;
    const bool is_key = EVP_PKEY_fromdata_init(context.get()) > 0 &&
                        EVP_PKEY_fromdata(context.get(), &key, which, parameters.get()) > 0;
    return Key(is_key ? key : nullptr);
}

std::string shared_secret(EVP_PKEY* own, EVP_PKEY* other) {
    const KeyContext context(EVP_PKEY_CTX_new(own, nullptr));
    std::string secret(secret_bytes, '\0');
    std::size_t size = secret.size();
    expect(context && EVP_PKEY_derive_init(context.get()) > 0 &&
               EVP_PKEY_derive_set_peer(context.get(), other) > 0 &&
               EVP_PKEY_derive(context.get(), bytes(secret), &size) > 0 && size == secret.size(),
           "ECDH");
    return secret;
}

// HKDF of SHA-256. Source: RFC 5869.
std::string derive(std::string_view salt, std::string_view key, std::string_view info,
                   std::size_t size) {
    const KeyContext context(EVP_PKEY_CTX_new_id(EVP_PKEY_HKDF, nullptr));
    std::string out(size, '\0');
    expect(context && EVP_PKEY_derive_init(context.get()) > 0 &&
               EVP_PKEY_CTX_set_hkdf_md(context.get(), EVP_sha256()) > 0 &&
               EVP_PKEY_CTX_set1_hkdf_salt(context.get(), bytes(salt),
                                           static_cast<int>(salt.size())) > 0 &&
               EVP_PKEY_CTX_set1_hkdf_key(context.get(), bytes(key), static_cast<int>(key.size())) >
                   0 &&
               EVP_PKEY_CTX_add1_hkdf_info(context.get(), bytes(info),
                                           static_cast<int>(info.size())) > 0 &&
               EVP_PKEY_derive(context.get(), bytes(out), &size) > 0,
           "HKDF");
    return out;
}

// The text and the tag behind it.
std::string seal(std::string_view plain, std::string_view key, std::string_view nonce) {
    std::string out(plain.size() + tag_bytes, '\0');
    const Cipher cipher(EVP_CIPHER_CTX_new());
    int written = 0;
    expect(cipher &&
               EVP_EncryptInit_ex(cipher.get(), EVP_aes_128_gcm(), nullptr, bytes(key),
                                  bytes(nonce)) > 0 &&
               EVP_EncryptUpdate(cipher.get(), bytes(out), &written, bytes(plain),
                                 static_cast<int>(plain.size())) > 0 &&
               EVP_EncryptFinal_ex(cipher.get(), bytes(out) + written, &written) > 0 &&
               EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_GET_TAG, tag_bytes,
                                   bytes(out) + plain.size()) > 0,
           "AES-GCM");
    return out;
}

std::string padded(const BIGNUM* number) {
    std::string out(number_bytes, '\0');
    expect(BN_bn2binpad(number, bytes(out), number_bytes) == number_bytes, "a number");
    return out;
}

}  // namespace

KeyPair make_key_pair() {
    const Key key(EVP_EC_gen("P-256"));
    expect(key != nullptr, "a new key");
    KeyPair pair;
    pair.public_key.resize(push_public_bytes);
    std::size_t size = 0;
    BIGNUM* number = nullptr;
    expect(
        EVP_PKEY_get_octet_string_param(key.get(), OSSL_PKEY_PARAM_PUB_KEY, bytes(pair.public_key),
                                        pair.public_key.size(), &size) > 0 &&
            size == push_public_bytes &&
            EVP_PKEY_get_bn_param(key.get(), OSSL_PKEY_PARAM_PRIV_KEY, &number) > 0,
        "the parts of a key");
    const Number owned(number);
    pair.private_key = padded(number);
    return pair;
}

bool is_push_key(std::string_view public_key) {
    constexpr char uncompressed = '\x04';
    return public_key.size() == push_public_bytes && public_key.front() == uncompressed &&
           key_of(public_key) != nullptr;
}

std::string encrypt_push(std::string_view plain, const BrowserKeys& browser, const KeyPair& sender,
                         std::string_view salt) {
    const Key own = key_of(sender.public_key, sender.private_key);
    const Key other = key_of(browser.public_key);
    expect(own && other, "a key is not on the curve");
    constexpr std::string_view key_info{"WebPush: info\0", 14};
    const std::string key =
        derive(browser.auth, shared_secret(own.get(), other.get()),
               std::string(key_info) + browser.public_key + sender.public_key, secret_bytes);
    constexpr std::string_view content_info{"Content-Encoding: aes128gcm\0", 28};
    constexpr std::string_view nonce_info{"Content-Encoding: nonce\0", 24};
    const std::string content_key = derive(salt, key, content_info, content_key_bytes);
    const std::string nonce = derive(salt, key, nonce_info, nonce_bytes);
    std::string body(salt);
    body.append(record_size);
    body += static_cast<char>(sender.public_key.size());
    body += sender.public_key;
    body += seal(std::string(plain) + last_record, content_key, nonce);
    return body;
}

std::string encrypt_push(std::string_view plain, const BrowserKeys& browser) {
    std::array<std::uint8_t, push_salt_bytes> salt{};
    base::random_bytes(salt);
    return encrypt_push(plain, browser, make_key_pair(), std::string(salt.begin(), salt.end()));
}

std::string sign_es256(std::string_view text, const KeyPair& pair) {
    const Key key = key_of(pair.public_key, pair.private_key);
    const Signing signing(EVP_MD_CTX_new());
    expect(key && signing, "a key that signs");
    constexpr std::size_t der_bytes_max = 80;
    std::string der(der_bytes_max, '\0');
    std::size_t size = der.size();
    expect(EVP_DigestSignInit(signing.get(), nullptr, EVP_sha256(), nullptr, key.get()) > 0 &&
               EVP_DigestSign(signing.get(), bytes(der), &size, bytes(text), text.size()) > 0,
           "ECDSA");
    const unsigned char* at = bytes(std::string_view(der));
    const Signature signature(d2i_ECDSA_SIG(nullptr, &at, static_cast<long>(size)));
    expect(signature != nullptr, "a signature");
    return padded(ECDSA_SIG_get0_r(signature.get())) + padded(ECDSA_SIG_get0_s(signature.get()));
}

}  // namespace tanbo::notify
