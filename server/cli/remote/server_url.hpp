#pragma once

#include <optional>
#include <string>

namespace tanbo::cli {

// Why no server can ever be at this address, in a sentence that names it; nothing if one may be.
// It looks at the form only, and asks no server.
std::optional<std::string> why_no_server_url(const std::string& url);

// Whether what is sent there can be read on its way: no TLS, to another machine than this one.
// Requires: a server can be there.
bool is_readable_by_others(const std::string& url);

}  // namespace tanbo::cli
