#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "protocol/json/ids.hpp"
#include "server/account/access/identity.hpp"
#include "server/mail/text/game_mail.hpp"
#include "server/notify/signed_tokens.hpp"

namespace tanbo::mail::commands {

// How it is known who wrote a mail. Each may do more than the one before it.
enum class Level : std::uint8_t {
    unknown,   // no proof: the From field is only a claim
    token,     // the mail answers a mail that was sent to the account
    address,   // it comes from a verified address of the account, and DMARC vouches for that
    password,  // the command has the account's password in it
};

// Who wrote a mail, as far as it is known.
struct Sender {
    Level level = Level::unknown;
    std::string address;      // where the answer goes
    bool is_vouched = false;  // it may act for the address, whether an account has that or not
    std::string doubt;        // why it may not although it looks as if, in a sentence; or empty
    std::optional<account::Identity> identity = {};      // given from Level::token on
    std::optional<notify::TokenClaim> claim = {};        // of the mail that is answered
    std::optional<notify::TokenFault> token_fault = {};  // why there is no claim
    // It answers what was sent in another epoch, or was written in one: its numbers may mean other
    // games now.
    bool is_superseded = false;
    text::MailZone zone = {};  // that the writer lives in

    // The challenge, or the game, that the mail which is answered told of.
    std::optional<protocol::ChallengeId> answered_challenge() const {
        const bool is_one = claim && claim->purpose == notify::TokenPurpose::challenge;
        return is_one ? std::optional(claim->challenge()) : std::nullopt;
    }
    std::optional<protocol::GameId> answered_game() const {
        return claim && !answered_challenge() ? std::optional(claim->game()) : std::nullopt;
    }
};

}  // namespace tanbo::mail::commands
