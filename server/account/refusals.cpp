#include "server/account/refusals.hpp"

namespace tanbo::account {

using protocol::Code;
using protocol::refusal;

protocol::Error bad_credentials() {
    return refusal(Code::bad_credentials, "No account has this handle and this password.");
}

protocol::Error bad_token() {
    return refusal(Code::bad_token, "The token is unknown, revoked or expired.");
}

protocol::Error insufficient_scope(Scope missing) {
    return refusal(Code::insufficient_scope, "The token does not allow this: it lacks the scope " +
                                                 std::string(scope_name(missing)) + ".");
}

protocol::Error handle_taken(std::string_view handle) {
    return refusal(Code::handle_taken, "The handle " + protocol::quotation(handle) +
                                           " is taken, or looks like one that is or was.");
}

protocol::Error bad_link() {
    return refusal(Code::bad_link, "The link is unknown, was used before, or has expired.");
}

}  // namespace tanbo::account
