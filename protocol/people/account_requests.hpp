#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/time/calendar.hpp"
#include "protocol/games/requests.hpp"

// Requests about accounts. Errors of all: malformed_json; invalid_field
// with its pointer.
namespace tanbo::protocol {

inline constexpr std::size_t address_bytes_max = 254;
inline constexpr std::size_t about_bytes_max = 1000;
inline constexpr std::size_t language_bytes_max = 16;

// One address, as RFC 5321 would deliver it: a local part, "@" and a domain name with a dot. No
// quotes, no comments, no address literals.
bool is_mail_address(std::string_view text);

// A password of one of these may be left out by a session that gave it a moment ago.
struct AddAddress {
    std::string address;
    std::string password;  // empty: none
};
struct Confirmation {
    std::string password;  // empty: none
};
struct RequestReset {
    std::string address;  // or else
    std::string handle;
};
struct CreateSession {
    std::string handle;
    std::string password;
    std::string label;
    bool is_guest = false;  // somebody new, who has neither handle nor password
};
// Access to an account that a change of its password keeps; all else ends.
struct KeptAccess {
    bool webhooks = false;
    bool bots = false;    // their tokens
    bool tokens = false;  // of programs
};
struct ChangePassword {
    std::string password;  // empty: none
    std::string new_password;
    KeptAccess keep = {};
};
struct Upgrade {
    std::string handle;
    std::string password;
    std::string address;  // empty: none
};
struct CreateBot {
    std::string handle;
    std::string password = {};  // empty: none
};
struct PutProfile {
    std::string time_zone;
    std::string language;
    std::string about;
    std::optional<engine::SleepHours> sleep;  // from one time of day to another, of any length
};
struct PutVacation {
    std::string from;  // a day, as it was sent
    std::string until;
};
struct DeleteMe {
    std::string password;  // empty: none
};

// Errors of all: malformed_json; invalid_field with its pointer.
Result<AddAddress> decode_add_address(std::string_view body);
Result<RequestReset> decode_request_reset(std::string_view body);
Result<CreateSession> decode_create_session(std::string_view body);
Result<ChangePassword> decode_change_password(std::string_view body);
Result<Upgrade> decode_upgrade(std::string_view body);
Result<CreateBot> decode_create_bot(std::string_view body);
Result<PutProfile> decode_put_profile(std::string_view body);
Result<PutVacation> decode_put_vacation(std::string_view body);
Result<DeleteMe> decode_delete_me(std::string_view body);
Result<Confirmation> decode_confirmation(std::string_view body);  // an empty body is {}

}  // namespace tanbo::protocol
