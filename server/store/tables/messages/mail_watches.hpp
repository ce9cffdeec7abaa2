#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/json/notice_modes.hpp"
#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

// Games followed by email without an account, and games that an account has muted by email.
namespace tanbo::store {

inline constexpr int mail_watches_of_address_max = 20;
inline constexpr int mail_watches_of_game_max = 200;
// The limit of a game for one domain: its owner can make any number of addresses.
inline constexpr int mail_watches_of_domain_max = mail_watches_of_game_max / 2;
// An unconfirmed watch is forgotten after this time.
inline constexpr std::chrono::days mail_watch_confirmation_max{3};

using protocol::MailWatchMode;

struct MailWatch {
    MailWatchId id{};
    GameId game{};
    std::string address = {};  // as it was written
    MailWatchMode mode = MailWatchMode::each;
    Instant asked_at{};
    std::optional<Instant> confirmed_at = {};
};

// Whether a link that was sent to the address was followed.
bool has_confirmed_mail_watch(Reader& reader, std::string_view address_key);
// Nothing if there is none, confirmed or not.
std::optional<MailWatch> find_mail_watch(Reader& reader, MailWatchId id);
std::optional<MailWatch> find_mail_watch(Reader& reader, std::string_view address_key, GameId game);
// Of a game, those above `after` who have confirmed, the oldest first. At most `limit`.
std::vector<MailWatch> mail_watches_of_game(Reader& reader, GameId game, MailWatchId after,
                                            int limit);
void read_mail_watches_ahead(Transaction& transaction, GameId game, MailWatchId after, int limit);
// Confirmed or not.
int count_mail_watches_of_game(Reader& reader, GameId game);
// Of those, the ones of addresses in the same domain as this one.
int count_mail_watches_of_domain(Reader& reader, GameId game, std::string_view address_key);
int count_mail_watches_of_address(Reader& reader, std::string_view address_key);

// Inserts it without a confirmation, or finds the one of that address and game, which then has been
// asked for now, in that mode unless it is confirmed.
MailWatch ask_mail_watch(Transaction& transaction, GameId game, std::string_view address,
                         MailWatchMode mode, Instant now);
void confirm_mail_watch(Transaction& transaction, MailWatchId id, Instant now);
void set_mail_watch_mode(Transaction& transaction, MailWatchId id, MailWatchMode mode);
// False if there is none of that number.
bool delete_mail_watch(Transaction& transaction, MailWatchId id);
void delete_mail_watches_of_game(Transaction& transaction, GameId game);
void delete_mail_watches_of_address(Transaction& transaction, std::string_view address_key);
// Removes what was not confirmed in time, at most `limit`. Returns how many.
int prune_mail_watches(Transaction& transaction, Instant now, int limit);

// --- mutes ---

// Of each account; the oldest one goes as another comes.
inline constexpr int mail_mutes_max = 1'000;

// Whether the account wants no mails of the game.
bool is_mail_muted(Reader& reader, AccountId account, GameId game);
void mute_mail(Transaction& transaction, AccountId account, GameId game, Instant now);

}  // namespace tanbo::store
