#include "server/account/refusals.hpp"

namespace tanbo::account {

using protocol::Code;
using protocol::refusal;

protocol::Error bad_credentials() {
    return refusal(Code::bad_credentials, "Wrong handle or password.");
}

protocol::Error bad_token() {
    return refusal(Code::bad_token, "The token is unknown, revoked or expired.");
}

protocol::Error insufficient_scope(Scope missing) {
    return refusal(Code::insufficient_scope,
                   "The token lacks the scope " + std::string(scope_name(missing)) + ".");
}

protocol::Error handle_taken(std::string_view handle) {
    return refusal(Code::handle_taken,
                   protocol::quotation(handle) + " is taken or too similar to another handle.");
}

protocol::Error bad_link() {
    return refusal(Code::bad_link, "The link is unknown, used or expired.");
}

protocol::Error no_new_members() {
    return refusal(Code::sign_up_closed, "This site is closed to new members.");
}

protocol::Error no_new_guests() {
    return refusal(Code::sign_up_closed, "This site has no guests. Sign in to play.");
}

}  // namespace tanbo::account
