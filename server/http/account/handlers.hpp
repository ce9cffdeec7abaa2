#pragma once

#include "server/account/access/throttle.hpp"
#include "server/http/handler.hpp"

// Who somebody is. One function a route; routes.cpp beside this says which.
namespace tanbo::http {

// The place at which a password of this request is tried.
account::SignInSource source_of(const RequestContext& context);
// Sets the cookie by which a client is known in which the account's password was given right.
void set_device(const RequestContext& context, const account::Accounts& accounts,
                protocol::AccountId account, net::Response& response);

// --- accounts.cpp ---
Awaitable<Reply> post_account(RequestContext& context, account::Accounts& accounts);
Awaitable<Reply> post_guest(RequestContext& context, account::Accounts& accounts);
Awaitable<Reply> post_token(RequestContext& context, account::Accounts& accounts);
Awaitable<Reply> delete_current_token(RequestContext& context, account::Accounts& accounts);
Awaitable<Reply> get_me(RequestContext& context, account::Accounts& accounts);
Awaitable<Reply> post_upgrade(RequestContext& context, account::Accounts& accounts);
Awaitable<Reply> post_bot(RequestContext& context, account::Accounts& accounts);

// --- sessions.cpp ---
Awaitable<Reply> post_session(RequestContext& context, account::Accounts& accounts,
                              const base::Clock& clock, const SignUpLimit& sign_up_limit);
Awaitable<Reply> get_current_session(RequestContext& context, account::Accounts& accounts);
Awaitable<Reply> delete_current_session(RequestContext& context, account::Accounts& accounts);
Awaitable<Reply> get_sessions(RequestContext& context, account::Sessions& sessions);
Awaitable<Reply> delete_session(RequestContext& context, account::Sessions& sessions);
Awaitable<Reply> post_password(RequestContext& context, account::Sessions& sessions);

// --- addresses.cpp ---
Awaitable<Reply> get_addresses(RequestContext& context, account::Addresses& addresses);
Awaitable<Reply> post_address(RequestContext& context, account::Addresses& addresses);
Awaitable<Reply> delete_address(RequestContext& context, account::Addresses& addresses);
Awaitable<Reply> post_primary_address(RequestContext& context, account::Addresses& addresses);
Awaitable<Reply> post_resume_address(RequestContext& context, account::Addresses& addresses);
Awaitable<Reply> post_password_reset(RequestContext& context, account::Addresses& addresses);

// --- pages.cpp: what links in mails lead to ---
Awaitable<Reply> get_verify_page(RequestContext& context);
Awaitable<Reply> post_verify_page(RequestContext& context, account::Addresses& addresses);
Awaitable<Reply> get_reset_page(RequestContext& context);
Awaitable<Reply> post_reset_page(RequestContext& context, account::Addresses& addresses,
                                 account::Accounts& accounts);
Awaitable<Reply> get_take_back_page(RequestContext& context);
Awaitable<Reply> post_take_back_page(RequestContext& context, account::Addresses& addresses);
Awaitable<Reply> get_end_access_page(RequestContext& context);
Awaitable<Reply> post_end_access_page(RequestContext& context, account::Additions& additions);

// --- sign_up_pages.cpp: what links in mails lead to ---
Awaitable<Reply> get_register_page(RequestContext& context, account::SignUps& sign_ups,
                                   const notify::SignedTokens& tokens, const base::Clock& clock);
Awaitable<Reply> post_register_page(RequestContext& context, account::SignUps& sign_ups,
                                    const notify::SignedTokens& tokens, const base::Clock& clock);

// --- address_pages.cpp: where a member's mails go ---
Awaitable<Reply> get_addresses_page(RequestContext& context);
Awaitable<Reply> post_addresses_page(RequestContext& context, account::Addresses& addresses,
                                     account::Accounts& accounts);

// --- profile.cpp ---
Awaitable<Reply> put_profile(RequestContext& context, account::Profiles& profiles,
                             account::Accounts& accounts);
Awaitable<Reply> get_vacation(RequestContext& context, account::Profiles& profiles);
Awaitable<Reply> put_vacation(RequestContext& context, account::Profiles& profiles);
Awaitable<Reply> delete_vacation(RequestContext& context, account::Profiles& profiles);
Awaitable<Reply> get_export(RequestContext& context, account::Deletions& deletions);
Awaitable<Reply> delete_me(RequestContext& context, account::Deletions& deletions);

}  // namespace tanbo::http
