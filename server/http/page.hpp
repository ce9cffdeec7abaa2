#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "server/http/request_context.hpp"
#include "server/http/template.hpp"
#include "server/net/http/query.hpp"

// Pages that links in mails lead to: a form, and what came of it. They work without scripts.
namespace tanbo::http {

// A page from the template of that name, kept by no cache. Its data has a "title".
net::Response page(int status, std::string_view name, const TemplateData& data);
// A page with one sentence.
net::Response message_page(int status, std::string title, std::string sentence);
// People are shown a page, programs that ask for JSON the problem itself.
Reply refused_page(const RequestContext& context, const protocol::Error& error);

// The fault of the new password, which has to be filled in twice ("password", "again"), or
// nothing.
std::optional<std::string> password_fault(const std::optional<net::Query>& form);

// A field of the form, once; empty if it is missing.
std::string form_field(const std::optional<net::Query>& form, std::string_view name);

}  // namespace tanbo::http
