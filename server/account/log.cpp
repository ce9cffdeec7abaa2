#include "server/account/log.hpp"

#include <string>

#include "server/base/log.hpp"

namespace tanbo::account {

void log_access(base::log::Event event, std::string_view message,
                std::optional<protocol::AccountId> account, std::string_view client,
                std::string_view reason) {
    const std::string whose = account ? to_string(*account) : "nobody";
    base::log::info(event, message, {{"account", whose}, {"client", client}, {"reason", reason}});
}

}  // namespace tanbo::account
