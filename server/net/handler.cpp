#include "server/net/handler.hpp"

namespace tanbo::net {

Fault body_too_large(std::size_t bytes_max) {
    return {413,
            "body-too-large",
            "The body is larger than " + std::to_string(bytes_max) + " bytes.",
            {}};
}

Awaitable<std::optional<Response>> Handler::authorize(Request&, Admission&) {
    std::optional<Response> none;
    co_return none;
}

Awaitable<std::variant<Response, Upgrade>> Handler::upgrade(Request& request) {
    const Fault not_here{404, "not-found", "This path has no WebSocket.", &request};
    std::variant<Response, Upgrade> answer(fault(not_here));
    co_return answer;
}

Response Handler::late(const Request&) {
    Response response;
    response.status = 503;
    return response;
}

Response Handler::fault(const Fault& fault) {
    Response response;
    response.status = fault.status;
    response.content_type = "text/plain; charset=utf-8";
    response.body = fault.detail + "\n";
    return response;
}

}  // namespace tanbo::net
