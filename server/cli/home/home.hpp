#pragma once

#include <string>

namespace tanbo::cli {

// The full-screen home of a server: what waits for the account, and games to open. Without a token
// it makes a guest, who is kept. Returns the exit status. Requires: is_screen_terminal().
int home(const std::string& url, const std::string& token);

}  // namespace tanbo::cli
