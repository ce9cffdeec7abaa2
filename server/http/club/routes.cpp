#include <array>

#include "server/http/club/handlers.hpp"
#include "server/http/route_rows.hpp"

// Clubs.
namespace tanbo::http {
namespace {

using account::Scope;
using std::string_view;

constexpr std::array<string_view, 2> club_page_parameters = {"cursor", "limit"};
constexpr std::array<string_view, 3> member_parameters = {"role", "cursor", "limit"};

constexpr Scope club_write = Scope::tournament_write;

constexpr Route change_club(string_view pattern, HandlerFunction handler) {
    Route route = act(pattern, club_write, handler);
    route.method = net::Method::patch;
    return route;
}

// The path says it all.
constexpr Route name(string_view pattern, HandlerFunction handler) {
    Route route = remove(pattern, club_write, handler);
    route.method = net::Method::put;
    return route;
}

constexpr std::array club_table = {
    look("/api/v1/clubs", Scope::game_read, handler<get_clubs>, club_page_parameters),
    writing(act("/api/v1/clubs", club_write, handler<post_club>)),
    mine("/api/v1/me/clubs", Scope::game_read, handler<get_my_clubs>),
    look("/api/v1/clubs/{club}", Scope::game_read, handler<get_club>),
    writing(change_club("/api/v1/clubs/{club}", handler<patch_club>)),
    remove("/api/v1/clubs/{club}", club_write, handler<delete_club>),
    act("/api/v1/clubs/{club}/join", club_write, handler<post_club_join>),
    act("/api/v1/clubs/{club}/leave", club_write, handler<post_club_leave>),
    look("/api/v1/clubs/{club}/members", Scope::game_read, handler<get_club_members>,
         member_parameters),
    name("/api/v1/clubs/{club}/members/{handle}", handler<put_club_member>),
    remove("/api/v1/clubs/{club}/members/{handle}", club_write, handler<delete_club_member>),
    name("/api/v1/clubs/{club}/organisers/{handle}", handler<put_club_organiser>),
    remove("/api/v1/clubs/{club}/organisers/{handle}", club_write, handler<delete_club_organiser>),
};

}  // namespace

std::span<const Route> club_routes() {
    return club_table;
}

}  // namespace tanbo::http
