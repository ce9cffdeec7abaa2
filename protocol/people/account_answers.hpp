#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/time/calendar.hpp"
#include "engine/time/instant.hpp"
#include "protocol/json/ids.hpp"

// Messages to people about their accounts, as JSON text.
namespace tanbo::protocol {

struct AccountView {
    std::string handle;
    std::string kind;  // "guest", "member", "bot"
    std::string role;  // "player", "moderator", "admin"
    engine::Instant created_at;
    std::optional<engine::Instant> suspended_until;
    std::string time_zone = "UTC";
    std::string language = "en";
    std::string about;
    std::optional<engine::SleepHours> sleep;
    std::vector<std::string> bots;
};

// {"handle","guest","kind","role","created_at","suspended_until","time_zone","language","about",
//  "sleep":{"from","until"},"bots":[handles]}
std::string encode_account(const AccountView& account);

// {"account"}: as encode_account, or null for a stranger.
std::string encode_current_session(const std::optional<AccountView>& account);

// {"handle","token"}, and if they are given "scopes" and "expires_at".
std::string encode_token(std::string_view handle, std::string_view token,
                         std::optional<engine::Instant> expires_at = {},
                         std::span<const std::string_view> scopes = {});

// {"handle","expires_at"}: the secret is in the cookie.
std::string encode_session_opened(std::string_view handle, engine::Instant expires_at);

struct SessionView {
    std::string id;
    bool is_session = false;  // else a token
    std::string label;
    std::string last4;
    std::vector<std::string_view> scopes;
    engine::Instant created_at;
    engine::Instant used_at;
    std::string network;  // empty: not known
    std::optional<engine::Instant> expires_at;
    bool is_current = false;
};

// {"sessions":[{"id","kind","label","last4","scopes","created_at","used_at","network",
//  "expires_at","current"}]}
std::string encode_sessions(std::span<const SessionView> sessions);

struct AddressView {
    AddressId id{};
    std::string address;
    bool is_primary = false;
    bool is_verified = false;
    engine::Instant created_at;
    std::optional<engine::Instant> stopped_at = {};  // no mail goes there since then
    std::optional<std::string> fault = {};           // what came back last
};

// {"id","address","primary","verified","created_at","stopped_at","fault"}
std::string encode_address(const AddressView& address);
// {"addresses":[...]}
std::string encode_addresses(std::span<const AddressView> addresses);

struct VacationView {
    std::string from;
    std::string until;
    int days = 0;
    bool is_current = false;
};
struct AllowanceView {
    int year = 0;
    int days = 0;
    int used = 0;
};

// {"vacations":[{"from","until","days","current"}],"allowance":[{"year","days","used","left"}]}
std::string encode_vacations(std::span<const VacationView> vacations,
                             std::span<const AllowanceView> allowances);

// {"format":"tanbo-export","version":1,"handle","exported_at", then each part by its name, which
// is JSON already}
std::string encode_export(std::string_view handle, engine::Instant at,
                          std::span<const std::pair<std::string, std::string>> parts);

// The data of a mail that carries a link: {"handle","link","expires_at"}.
std::string encode_link_mail(std::string_view handle, std::string_view link,
                             engine::Instant expires_at);
// The data of one that says something: {"handle"}.
std::string encode_plain_mail(std::string_view handle);
// The facts in mails about an account.
struct MailData {
    std::string handle;
    std::string link;
    std::optional<engine::Instant> expires_at = {};  // of the link
    std::string subject = {};                        // what a change is about: an address, a bot
    std::optional<engine::Instant> at = {};          // when it was made
    std::string network = {};                        // from where; empty: unknown
};
// {"handle","link","expires_at","subject"} and, if they are known, "at" and "network": the data of
// a mail that tells of a change.
std::string encode_change_mail(const MailData& data);
// A missing field stays empty.
MailData decode_mail_data(std::string_view json);

// One line of `tanbod admin outbox --json`.
struct MailView {
    MailId id{};
    std::string kind;
    std::string to;
    std::string data;  // JSON
    engine::Instant created_at;
    std::int64_t attempts = 0;
    std::optional<engine::Instant> sent_at;
    std::string_view state;                 // "waiting", "retrying", "sent", "failed", "dropped"
    std::optional<std::string> fault = {};  // what the relay said last, or why it was dropped
};
// {"id","kind","to","data","created_at","attempts","sent_at","state","fault"}
std::string encode_mail(const MailView& mail);

}  // namespace tanbo::protocol
