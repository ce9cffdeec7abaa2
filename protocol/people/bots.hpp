#pragma once

#include <span>
#include <string>
#include <string_view>

// The server's own opponents.
namespace tanbo::protocol {

struct BotView {
    std::string handle;  // "bot:5"
    int level = 0;
    bool plays = true;    // somebody would move for it
    bool is_free = true;  // it takes one more game
};

// {"bots":[{"handle","level","plays","free"}]}, by level.
std::string encode_bots(std::span<const BotView> bots);

struct BotAccountView {
    std::string_view handle;
    int level = 0;
    std::string_view token;
    std::string_view secret;  // what its draws are made of; the same after each start
};

// An account as the program that plays for it is told, one line without its end:
// {"handle","level","token","secret"}.
std::string encode_bot_account(const BotAccountView& account);

}  // namespace tanbo::protocol
