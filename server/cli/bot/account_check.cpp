#include "server/cli/bot/account_check.hpp"

#include <string_view>
#include <thread>

#include "protocol/client/client.hpp"
#include "server/cli/bot/pacing.hpp"
#include "server/cli/report.hpp"

namespace tanbo::cli {

namespace {

Answer get(const HttpClient& client, std::string_view path) {
    for (int failures = 1;; ++failures) {
        Answer answer = client.get(path);
        if (!is_passing(answer)) return answer;
        if (failures == 1) report(describe(answer) + "; trying again");
        std::this_thread::sleep_for(pause_after_failures(failures, 1));
    }
}

}  // namespace

bool is_passing(const Answer& answer) {
    constexpr int too_many = 429;
    constexpr int server_errors = 500;
    return answer.status == 0 || answer.status == too_many || answer.status >= server_errors;
}

std::optional<std::string> why_no_bot(const Answer& me) {
    if (me.status == status_unauthorized) return std::string(token_is_void);
    const auto account = protocol::decode_credentials(me.body);
    if (!me.is_ok() || !account) return describe(me);
    if (account->kind == "bot") return std::nullopt;
    return "this is a person's account; engines can only play for bot accounts. Create a bot "
           "account (see /help/bots) and give its token with "
           "--token-file";
}

std::optional<std::string> check_account(const HttpClient& client) {
    const Answer me = get(client, "/me");
    const auto fault = why_no_bot(me);
    const auto account = protocol::decode_credentials(me.body);
    return fault && account ? account->handle + ": " + *fault : fault;
}

}  // namespace tanbo::cli
