#include <array>

#include "server/http/notice/handlers.hpp"
#include "server/http/route_rows.hpp"

// What people are told, and what they want to be told.
namespace tanbo::http {
namespace {

using account::Scope;
using std::string_view;

constexpr std::array<string_view, 2> page_parameters = {"cursor", "limit"};

constexpr std::array table = {
    mine("/api/v1/me/notifications", Scope::account_read, get_notifications, page_parameters),
    put("/api/v1/me/notifications", Scope::account_write, put_notifications),
    // The number is its guard.
    act("/api/v1/me/notifications/read", Scope::account_write, post_notifications_read,
        Repeat::plain),
};

}  // namespace

std::span<const Route> notice_routes() {
    return table;
}

}  // namespace tanbo::http
