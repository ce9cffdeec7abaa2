#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tanbo::cli {

// It stands between the address of a server and the code of an invitation to it.
inline constexpr std::string_view invitation_path = "/join/";

// Why no server can ever be at this address, in a sentence that names it; nothing if one may be.
// It looks at the form only, and asks no server.
std::optional<std::string> why_no_server_url(const std::string& url);

// True if others on the way can read what is sent: no TLS, and the server is another machine.
// Requires: a server can be there.
bool is_readable_by_others(const std::string& url);

// True if both name the same server, by scheme, host, port and path.
bool is_same_server(const std::string& one, const std::string& other);

}  // namespace tanbo::cli
