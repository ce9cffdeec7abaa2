#include "server/account/refusals.hpp"

namespace tanbo::account {

using protocol::Code;
using protocol::refusal;

protocol::Error bad_credentials() {
    return refusal(Code::bad_credentials, "No account has this handle and this password.");
}

protocol::Error bad_link() {
    return refusal(Code::bad_link, "The link is unknown, was used before, or has expired.");
}

}  // namespace tanbo::account
