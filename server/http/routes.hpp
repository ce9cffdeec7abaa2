#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "server/account/access/scope.hpp"
#include "server/http/handler.hpp"

namespace tanbo::http {

enum class Caller : std::uint8_t {
    anyone,       // a token is not looked at
    may_sign_in,  // a token that is sent must be good
    account       // without a good token: 401
};

// Foreign pages: never, or those that the settings name (by default none).
enum class Origins : std::uint8_t { own, configured };

enum class Body : std::uint8_t { none, json, form, any };

enum class Rate : std::uint8_t {
    free,
    sign_up,  // by client address
    sign_in,  // by client address; or by a browser in which the password was given right before
    command   // by account
};

// A key makes a repeat harmless; without one the request is its own guard.
enum class Repeat : std::uint8_t { plain, keyed };

// Sizes of bodies. They bound the work of the parser.
inline constexpr std::size_t brief_bytes_max = 1'024;      // a point and a ply
inline constexpr std::size_t command_bytes_max = 4'096;    // a password, a name, a choice
inline constexpr std::size_t writing_bytes_max = 16'384;   // a message, a profile
inline constexpr std::size_t document_bytes_max = 65'536;  // a position, a plan, a note

struct Route {
    net::Method method;
    std::string_view pattern;  // segments may be {name}
    Caller caller;
    // The scope that a token that is sent must have; nothing: whatever it is.
    std::optional<account::Scope> scope;
    Origins origins;
    Body body;
    Rate rate;
    Repeat repeat;
    std::span<const std::string_view> parameters;  // of the query; every other is refused
    HandlerFunction handler;
    // Whether who is suspended may do it too. They may read whatever this says.
    bool is_for_suspended = false;
    // Whether the path itself opens what it leads to, as a key does.
    bool is_secret = false;
    // For people: any query is taken, and what goes wrong is shown by a page too.
    bool is_page = false;
    // Scopes that the token needs besides: of what the answer leads to.
    account::Scopes also = {};
    // Whether it may take longer than other requests: it reads or writes much, or waits.
    bool may_take_long = false;
    // A longer body is refused before it is read: 413.
    std::size_t body_bytes_max = command_bytes_max;
};

// The tables of the folders.
std::span<const Route> account_routes();
std::span<const Route> admin_routes();
std::span<const Route> chat_routes();
std::span<const Route> club_routes();
std::span<const Route> game_routes();
std::span<const Route> lobby_routes();
std::span<const Route> mail_routes();
std::span<const Route> notice_routes();
std::span<const Route> page_routes();
std::span<const Route> rating_routes();
std::span<const Route> search_routes();
std::span<const Route> site_routes();
std::span<const Route> tournament_routes();

// Every path of the REST API but /api/v1/live. HEAD and OPTIONS go without saying.
std::span<const Route> routes();

struct Found {
    const Route* route;
    std::vector<std::string> arguments;  // what stands in place of the names in braces, decoded
};
struct NoSuchPath {};
struct WrongMethod {
    std::string allow;  // "GET, HEAD, OPTIONS"
};

// HEAD finds the route of GET; OPTIONS of a path that exists finds WrongMethod, which says what to
// answer.
std::variant<Found, NoSuchPath, WrongMethod> find_route(net::Method method, std::string_view path);

// The page that people are shown if there is nothing.
const Route& missing_page_route();

// Whether some route of this path admits foreign pages.
Origins origins_of(std::string_view path);

}  // namespace tanbo::http
