#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "server/notify/channels/push/encryption.hpp"

namespace tanbo::notify {

// The receiving half of Web Push: what a browser does, written by RFC 8291 and RFC 8188 and not by
// the server's code.
class Browser {
public:
    Browser();

    BrowserKeys keys() const { return {pair_.public_key, auth_}; }
    // The text of a message; nothing if it is not for this browser, or was changed.
    std::optional<std::string> read(std::string_view body) const;

private:
    KeyPair pair_;
    std::string auth_;
};

// Whether 64 bytes are an ES256 signature of the text by the owner of that key.
bool is_signed(std::string_view text, std::string_view signature, std::string_view public_key);

}  // namespace tanbo::notify
