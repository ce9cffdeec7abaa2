#include "server/http/template.hpp"

#include <algorithm>
#include <array>
#include <kainjow/mustache.hpp>
#include <stdexcept>
#include <vector>

namespace tanbo::embedded {

extern const std::string_view page_addresses;
extern const std::string_view page_addresses_form;
extern const std::string_view page_button;
extern const std::string_view page_embed;
extern const std::string_view page_message;
extern const std::string_view page_part_foot;
extern const std::string_view page_part_head;
extern const std::string_view page_part_new_password;
extern const std::string_view page_part_password;
extern const std::string_view page_part_token;
extern const std::string_view page_register;
extern const std::string_view page_registered;
extern const std::string_view page_part_spans;
extern const std::string_view page_reset;
extern const std::string_view page_shell;
extern const std::string_view page_site_text;
extern const std::string_view page_end_access;
extern const std::string_view page_take_back;
extern const std::string_view page_verify;

}  // namespace tanbo::embedded

namespace tanbo::http {
namespace {

using kainjow::mustache::data;
using kainjow::mustache::mustache;

// Begins the name of a template that stands within others.
constexpr std::string_view part_prefix = "part_";

data as_data(const TemplateData& from) {
    data object(data::type::object);
    for (const auto& [name, text] : from.texts) {
        if (!text.empty()) object.set(name, text);
    }
    for (const auto& [name, elements] : from.lists) {
        data list(data::type::list);
        for (const TemplateData& element : elements) list.push_back(as_data(element));
        object.set(name, list);
    }
    return object;
}

}  // namespace

std::span<const Template> templates() {
    static const std::array all{Template{"addresses", embedded::page_addresses},
                                Template{"addresses_form", embedded::page_addresses_form},
                                Template{"button", embedded::page_button},
                                Template{"embed", embedded::page_embed},
                                Template{"message", embedded::page_message},
                                Template{"part_foot", embedded::page_part_foot},
                                Template{"part_head", embedded::page_part_head},
                                Template{"part_new_password", embedded::page_part_new_password},
                                Template{"part_password", embedded::page_part_password},
                                Template{"part_token", embedded::page_part_token},
                                Template{"register", embedded::page_register},
                                Template{"registered", embedded::page_registered},
                                Template{"reset", embedded::page_reset},
                                Template{"part_spans", embedded::page_part_spans},
                                Template{"shell", embedded::page_shell},
                                Template{"site_text", embedded::page_site_text},
                                Template{"end_access", embedded::page_end_access},
                                Template{"take_back", embedded::page_take_back},
                                Template{"verify", embedded::page_verify}};
    return all;
}

namespace {

// The text with each {{>part_...}} replaced by that template.
std::string with_parts(std::string_view text) {
    std::string whole(text);
    for (const Template& part : templates()) {
        if (!part.name.starts_with(part_prefix)) continue;
        const std::string tag = "{{>" + std::string(part.name) + "}}";
        for (std::size_t at = whole.find(tag); at != std::string::npos; at = whole.find(tag, at)) {
            whole.replace(at, tag.size(), part.text);
        }
    }
    return whole;
}

mustache parsed(std::string_view text) {
    mustache page(with_parts(text));
    if (!page.is_valid()) throw std::logic_error("template: " + page.error_message());
    return page;
}

}  // namespace

std::string rendered(std::string_view name, const TemplateData& data) {
    const auto found = std::ranges::find(templates(), name, &Template::name);
    if (found == templates().end()) {
        throw std::logic_error("unknown template " + std::string(name));
    }
    // Parsed once by each thread: rendering is not for several at once.
    thread_local std::vector<mustache> pages = [] {
        std::vector<mustache> all;
        for (const Template& page : templates()) all.push_back(parsed(page.text));
        return all;
    }();
    return pages[static_cast<std::size_t>(found - templates().begin())].render(as_data(data));
}

std::string rendered_text(std::string_view text, const TemplateData& data) {
    return parsed(text).render(as_data(data));
}

}  // namespace tanbo::http
