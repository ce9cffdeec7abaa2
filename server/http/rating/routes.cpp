#include <array>

#include "server/http/rating/handlers.hpp"
#include "server/http/route_rows.hpp"

// Ratings and statistics: for anybody to read.
namespace tanbo::http {
namespace {

using account::Scope;
using std::string_view;

constexpr std::array<string_view, 3> ratings_parameters = {"family", "cursor", "limit"};
constexpr std::array<string_view, 2> page_parameters = {"cursor", "limit"};
constexpr std::array<string_view, 5> standings_parameters = {"setup", "list", "provisional",
                                                             "cursor", "limit"};
constexpr std::array<string_view, 1> statistics_parameters = {"setup"};

constexpr std::array rating_table = {
    look("/api/v1/players/{handle}/ratings", Scope::game_read, handler<get_player_ratings>,
         ratings_parameters),
    read("/api/v1/players/{handle}/against/{other}", handler<get_encounters>, page_parameters),
    read("/api/v1/standings", handler<get_standings>, standings_parameters),
    read("/api/v1/statistics", handler<get_statistics>, statistics_parameters),
};

}  // namespace

std::span<const Route> rating_routes() {
    return rating_table;
}

}  // namespace tanbo::http
