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

Awaitable<Reply> get_openapi(RequestContext&) {
    static const Document document(embedded::openapi_json);
    co_return document_response(document, an_hour);
}

Awaitable<Reply> get_asyncapi(RequestContext&) {
    static const Document document(embedded::asyncapi_json);
    co_return document_response(document, an_hour);
}

}  // namespace tanbo::http
