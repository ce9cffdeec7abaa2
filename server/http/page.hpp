#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "server/http/exchange.hpp"
#include "server/net/query.hpp"

// Pages that links in mails lead to: a form, and what came of it. They work without scripts.
namespace tanbo::http {

// A page with a heading; kept by nobody. `content` is HTML.
net::Response page(int status, std::string_view title, std::string_view content);
// A page with one sentence, which is text.
net::Response message_page(int status, std::string_view title, std::string_view sentence);
// People are shown a page, programs that ask for JSON the problem itself.
Reply refused_page(const Exchange& exchange, const protocol::Error& error);

// What the link's token does, as a hidden field.
std::string page_token(std::string_view token);
// A new password, and the same again: the fields "password" and "again".
std::string password_fields(std::string_view label);
// What is wrong with what was filled in there, or nothing.
std::optional<std::string> password_fault(const std::optional<net::Query>& form);

// A field of the form, once; empty where it is missing.
std::string form_field(const std::optional<net::Query>& form, std::string_view name);

}  // namespace tanbo::http
