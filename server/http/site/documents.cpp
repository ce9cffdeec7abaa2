#include <string>
#include <string_view>

#include "engine/opening.hpp"
#include "protocol/games/answers.hpp"
#include "server/http/etag.hpp"
#include "server/http/site/handlers.hpp"

namespace tanbo::embedded {
extern const std::string_view openapi_json;
extern const std::string_view asyncapi_json;
}  // namespace tanbo::embedded

// Answers that do not change while the server runs.
namespace tanbo::http {
namespace {

// Bytes that every request for them shares, with their validator.
struct Document {
    explicit Document(std::string text)
        : bytes(std::make_shared<const std::string>(std::move(text))), etag(etag_of(*bytes)) {}
    explicit Document(std::string_view text) : Document(std::string(text)) {}

    net::Bytes bytes;
    std::string etag;
};

net::Response document_response(const Document& document, std::string_view cache) {
    net::Response response = json_response(200, document.bytes);
    set_header(response, "ETag", document.etag);
    set_header(response, "Cache-Control", std::string(cache));
    return response;
}

constexpr std::string_view an_hour = "public, max-age=3600";

// The contract with the server's own address in place of the sample's, if it has one.
std::string with_server(std::string_view contract, const Site& site, std::string_view sample,
                        const std::string& own) {
    std::string text(contract);
    const std::size_t at = text.find(sample);
    if (site.url.empty() || at == std::string::npos) return text;
    return text.replace(at, sample.size(), own);
}

std::string openapi_of(const Site& site) {
    constexpr std::string_view key = R"("servers":[{"url":")";
    const std::string sample = std::string(key) + "http://localhost:8080";
    return with_server(embedded::openapi_json, site, sample, std::string(key) + site.url);
}

std::string asyncapi_of(const Site& site) {
    const std::string_view url = site.url;
    const bool is_secure = url.starts_with("https:");
    const std::size_t scheme_end = url.find("://");
    const std::string_view host = scheme_end == url.npos ? url : url.substr(scheme_end + 3);
    const std::string own = R"("host":")" + std::string(host) + R"(","protocol":")";
    return with_server(embedded::asyncapi_json, site, R"("host":"localhost:8080","protocol":"ws)",
                       own + (is_secure ? "wss" : "ws"));
}

}  // namespace

Awaitable<Reply> get_setups(RequestContext&) {
    static const Document document(protocol::encode_setups());
    co_return document_response(document, an_hour);
}

Awaitable<Reply> get_setup(RequestContext& context) {
    const engine::Setup* setup = engine::find_setup(context.argument());
    if (setup == nullptr) {
        co_return protocol::no_such_setup(context.argument());
    }
    net::Response response = json_response(200, protocol::encode_setup(*setup));
    set_header(response, "Cache-Control", std::string(an_hour));
    co_return response;
}

// A process serves one site, so both are made once.
Awaitable<Reply> get_openapi(RequestContext&, const Site& site) {
    static const Document document(openapi_of(site));
    co_return document_response(document, an_hour);
}

Awaitable<Reply> get_asyncapi(RequestContext&, const Site& site) {
    static const Document document(asyncapi_of(site));
    co_return document_response(document, an_hour);
}

}  // namespace tanbo::http
