#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "protocol/json/error.hpp"
#include "server/config/config.hpp"
#include "server/net/lines/local_endpoint.hpp"
#include "server/operate/shell.hpp"

// Words of `tanbod admin` and the running server over a Unix socket. The order is lines of a name
// and a value, and an empty line; the answer is pieces of text, and a line that says how it ended.
namespace tanbo::app {

// The longest line of an order: the reason for an act, escaped.
inline constexpr std::size_t order_line_bytes_max = 8'192;

// The socket that a server with these settings listens on: that of the settings, else beside
// SQLite's file. Nothing with PostgreSQL without the setting, and for a path that no socket can
// have.
std::optional<net::LocalEndpoint> admin_endpoint(const Config& config);

// An order as lines.
std::string encode_order(const AdminCommand& command);

// Adds a line to an order; false if no order has such a line.
bool take_line(AdminCommand& command, std::string_view line);

// Whether `tanbod admin` has this verb, with as many operands.
bool is_known(const AdminCommand& command);

// The answer as lines.
std::string encode_answer(const protocol::Result<std::string>& answer);

// Has the running server carry it out, and prints its answer. Yields the exit code; nothing if no
// server listens there.
std::optional<int> ask_server(const net::LocalEndpoint& endpoint, const AdminCommand& command);

}  // namespace tanbo::app
