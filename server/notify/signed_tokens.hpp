#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <boost/system/result.hpp>

#include "protocol/json/epoch.hpp"
#include "protocol/json/ids.hpp"
#include "server/base/clock.hpp"
#include "server/base/secrets.hpp"

namespace tanbo::store {
class Store;
}

namespace tanbo::notify {

// The act that the bearer of a token may do, once; never used for anything else.
enum class TokenPurpose : std::uint8_t {
    turn = 1,       // act for an account in a game, in the turn that it was told of
    resign,         // confirm that an account resigns a game
    leave,          // confirm that an account leaves a game
    bounce,         // tell that a mail did not arrive
    unsubscribe,    // stop mails: of a game, or if there is none, all of them
    confirm_watch,  // let boards of a game be mailed to an address
    sign_up,        // make an account for the reader of an address
    unwatch,        // mail no more boards to somebody without an account: subject is the watch
    challenge       // accept or decline a challenge for an account
};

struct TokenClaim {
    TokenPurpose purpose = TokenPurpose::turn;
    std::int64_t subject = 0;  // the number of the account or of the row that is meant
    std::int64_t item = 0;     // the number of the challenge or the game; 0: none
    std::uint32_t seq = 0;     // up to which event its bearer was told of the game
    base::Instant expires_at;  // to the hour: a part of an hour counts as a whole one

    protocol::AccountId account() const { return protocol::AccountId{subject}; }
    protocol::GameId game() const { return protocol::GameId{item}; }
    protocol::ChallengeId challenge() const { return protocol::ChallengeId{item}; }

    bool operator==(const TokenClaim&) const = default;
};

enum class TokenFault : std::uint8_t {
    bad,        // not made by this server, or altered
    expired,    // made by this server, and too old
    superseded  // made by this server in another epoch: its numbers may mean something else now
};

// Why the link of a superseded token is good for nothing.
inline constexpr std::string_view superseded_link =
    "This link predates a restore of the server from a backup. Use a link in a newer email.";

// Short enough for the left part of an address, with a tag before it. Those of the first epoch do
// not say which it is, and are shorter.
inline constexpr std::size_t token_chars = 61;
inline constexpr std::size_t first_token_chars = 58;
inline constexpr std::uint32_t token_seq_max = 0xFF'FFFF;

// Tokens that say what they are good for, signed by this server: nothing of them is stored. They
// are lower case letters and digits that no one takes for another, and are read in any case.
//
// The key changes with every quarter of a year. A token names its key, so it stays good until it
// expires. Thread: any.
class SignedTokens {
public:
    explicit SignedTokens(const base::Digest& secret, protocol::Epoch epoch = protocol::first_epoch,
                          base::Instant since = base::Instant::min())
        : secret_(secret), epoch_(epoch), since_(since) {}
    // Reads the server's secret, or makes it. Of the present epoch. Throws: store::StorageError.
    static SignedTokens load(store::Store& store, const base::Clock& clock);

    // A seq past token_seq_max becomes that one: its bearer then seems to know less.
    // Requires: 0 <= subject, item < 2^40; now and expires_at are in 2020 to 2083.
    std::string make(const TokenClaim& claim, base::Instant now) const;

    boost::system::result<TokenClaim, TokenFault> read(std::string_view token,
                                                       base::Instant now) const;

    // The same token for this epoch. For one that this database has kept itself: its meaning has
    // come along. What is no token stays as it is.
    std::string renew(std::string_view token) const;

    protocol::Epoch epoch() const { return epoch_; }
    // When it began; of the first of a database before everything.
    base::Instant since() const { return since_; }

private:
    std::string seal(std::string_view content) const;
    std::optional<std::string> open(std::string_view token) const;

    base::Digest secret_;
    protocol::Epoch epoch_;
    base::Instant since_;
};

}  // namespace tanbo::notify
