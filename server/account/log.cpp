#include "server/account/log.hpp"

#include <string>

#include "server/base/log.hpp"

namespace tanbo::account {

void log_access(std::string_view event, std::optional<protocol::AccountId> account,
                std::string_view client, std::string_view reason) {
    const std::string whose = account ? to_string(*account) : "nobody";
    base::log::info(event, {{"account", whose}, {"client", client}, {"reason", reason}});
}

}  // namespace tanbo::account
