#include "server/web/assets.hpp"

#include <map>

#include "server/http/etag.hpp"
#include "server/http/negotiate.hpp"
#include "server/http/site/handlers.hpp"

// The files that pages load. Names change with the bytes, so browsers keep them for good.
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

Assets prepare() {
    Assets all;
    for (const web::Asset& asset : web::assets()) {
        all.emplace(std::string(asset.name), Prepared(asset));
    }
    return all;
}

void fill(net::Response& response, const Form& form, std::string_view coding) {
    response.body = form.bytes;
    set_header(response, "ETag", form.etag);
    if (!coding.empty()) set_header(response, "Content-Encoding", std::string(coding));
}

}  // namespace

Awaitable<Reply> get_asset(RequestContext& context) {
    static const Assets all = prepare();
    const auto found = all.find(context.argument());
    if (found == all.end()) {
        co_return refusal(protocol::Code::no_such_route, "There is nothing at this path.");
    }
    const Prepared& asset = found->second;
    net::Response response;
    response.content_type = asset.content_type;
    switch (choose_coding(context.request, asset.gzip.has_value(), asset.brotli.has_value())) {
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
    set_header(response, "Cache-Control", "public, max-age=31536000, immutable");
    set_header(response, "Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
    set_header(response, "Cross-Origin-Resource-Policy", "same-origin");
    co_return response;
}

}  // namespace tanbo::http
