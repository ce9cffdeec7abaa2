#include "server/web/assets.hpp"

#include <map>
#include <span>

#include "server/http/etag.hpp"
#include "server/http/negotiate.hpp"
#include "server/http/site/handlers.hpp"
#include "server/http/site/texts.hpp"

// The files that pages load, and the pages of the manual.
namespace tanbo::http {
namespace {

// One form of an asset, shared by all who are sent it.
struct Form {
    explicit Form(std::string_view text)
        : bytes(std::make_shared<const std::string>(text)), etag(etag_of(*bytes)) {}

    net::Bytes bytes;
    std::string etag;
};

struct Prepared {
    explicit Prepared(const web::Asset& asset)
        : content_type(asset.content_type), plain(asset.bytes) {
        if (!asset.gzip.empty()) gzip.emplace(asset.gzip);
        if (!asset.brotli.empty()) brotli.emplace(asset.brotli);
    }

    std::string_view content_type;
    Form plain;
    std::optional<Form> gzip;
    std::optional<Form> brotli;
};

using Assets = std::map<std::string, Prepared, std::less<>>;

Assets prepare(std::span<const web::Asset> assets) {
    Assets all;
    for (const web::Asset& asset : assets) {
        all.emplace(std::string(asset.name), Prepared(asset));
    }
    return all;
}

void fill(net::Response& response, const Form& form, std::string_view coding) {
    response.body = form.bytes;
    set_header(response, "ETag", form.etag);
    if (!coding.empty()) set_header(response, "Content-Encoding", std::string(coding));
}

// The form that the request prefers.
net::Response compiled_in(const net::Request& request, const Prepared& asset) {
    net::Response response;
    response.content_type = asset.content_type;
    switch (choose_coding(request, asset.gzip.has_value(), asset.brotli.has_value())) {
        case Coding::identity:
            fill(response, asset.plain, "");
            break;
        case Coding::gzip:
            fill(response, *asset.gzip, "gzip");
            break;
        case Coding::brotli:
            fill(response, *asset.brotli, "br");
            break;
    }
    set_header(response, "Vary", "Accept-Encoding");
    return response;
}

// The manual loads its style, its search and the index of that, and nothing from elsewhere. The
// reference of the API also sends what its reader tries.
constexpr std::string_view api_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
constexpr std::string_view manual_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "font-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

Reply manual_page(const RequestContext& context, std::string_view name) {
    static const Assets all = prepare(web::manual());
    const auto found = all.find(name);
    if (found == all.end()) {
        return refusal(protocol::Code::no_such_route,
                       "This manual page does not exist. See /help.");
    }
    net::Response response = compiled_in(context.request, found->second);
    set_header(response, "Cache-Control", "no-cache");
    set_header(response, "Content-Language", name.ends_with(".de") ? "de" : "en");
    const bool is_of_api = name == "api" || name.starts_with("api-");
    set_header(response, "Content-Security-Policy",
               std::string(is_of_api ? api_policy : manual_policy));
    set_header(response, "Cross-Origin-Opener-Policy", "same-origin");
    set_header(response, "Referrer-Policy", "no-referrer");
    return response;
}

Reply file_of_page(const RequestContext& context, const Assets& all, std::string_view name,
                   std::string caching, std::string_view policy) {
    const auto found = all.find(name);
    if (found == all.end()) {
        return refusal(protocol::Code::no_such_route, "Nothing found at this path.");
    }
    net::Response response = compiled_in(context.request, found->second);
    set_header(response, "Cache-Control", std::move(caching));
    set_header(response, "Content-Security-Policy", std::string(policy));
    set_header(response, "Cross-Origin-Resource-Policy", "same-origin");
    return response;
}

constexpr std::string_view passive = "default-src 'none'; frame-ancestors 'none'";
// It fetches pages and files of this site, and the icon of notifications.
constexpr std::string_view worker_policy =
    "default-src 'none'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'";

// A file at the root of the site; its name does not change with its bytes.
Reply site_file(const RequestContext& context, std::string_view name, std::string_view policy) {
    static const Assets all = prepare(web::site_files());
    return file_of_page(context, all, name, "no-cache", policy);
}

}  // namespace

// Names change with the bytes, so browsers keep these files for good.
Awaitable<Reply> get_asset(RequestContext& context) {
    static const Assets all = prepare(web::assets());
    co_return file_of_page(context, all, context.argument(), "public, max-age=31536000, immutable",
                           passive);
}

// Names that manifests and home screens know, so browsers look for new bytes once a day.
Awaitable<Reply> get_icon(RequestContext& context) {
    static const Assets all = prepare(web::icons());
    co_return file_of_page(context, all, context.argument(), "public, max-age=86400", passive);
}

Awaitable<Reply> get_service_worker(RequestContext& context) {
    co_return site_file(context, "service-worker.js", worker_policy);
}

Awaitable<Reply> get_manifest(RequestContext& context) {
    const std::string_view language = language_code(language_of(context.request));
    Reply reply = site_file(context, "manifest." + std::string(language) + ".webmanifest", passive);
    if (!reply) co_return reply;
    set_header(*reply, "Content-Language", std::string(language));
    set_header(*reply, "Vary", "Accept-Language, Cookie");
    co_return reply;
}

Awaitable<Reply> get_manual(RequestContext& context) {
    co_return manual_page(context, "index");
}

Awaitable<Reply> get_manual_page(RequestContext& context) {
    co_return manual_page(context, context.argument());
}

}  // namespace tanbo::http
