#include <utility>

#include "protocol/games/requests.hpp"
#include "protocol/records/searches.hpp"
#include "server/analysis_jobs/searches.hpp"
#include "server/game/views/views.hpp"
#include "server/http/search/handlers.hpp"

// Analyses of games.
namespace tanbo::http {
namespace {

using analysis_jobs::AnalysisForm;

// As ?format= says, else JSON.
protocol::Result<AnalysisForm> form_of(const RequestContext& context) {
    const auto format = text_parameter(context.query, "format");
    if (!format || *format == "json") return AnalysisForm::json;
    if (*format == "svg") return AnalysisForm::svg;
    return bad_word("format", *format, "json or svg");
}

// An analysis that is not there yet.
net::Response progress_response(const protocol::AnalysisProgress& progress) {
    return unstored_response(progress.is_done ? 200 : 202,
                             protocol::encode_analysis_progress(progress));
}

}  // namespace

Awaitable<Reply> post_analysis(RequestContext& context, game::Views& views,
                               analysis_jobs::Searches& searches) {
    const auto id = game_argument(context);
    if (!id) co_return id.error();
    const auto request = protocol::decode_empty(context.request.body);
    if (!request) co_return request.error();
    auto view = co_await views.get(*id, context.account());
    if (!view) co_return view.error();
    analysis_jobs::Requester requester{context.identity->account, {}};
    if (!context.request.is_local) requester.address = net::client_network(context.request.peer);
    auto match = view->shared_match();
    auto progress = co_await searches.ask_for_analysis(*id, std::move(match), std::move(requester));
    if (!progress) co_return progress.error();
    net::Response response = progress_response(*progress);
    set_header(response, "Location", "/api/v1/games/" + to_string(*id) + "/analysis");
    co_return response;
}

Awaitable<Reply> get_analysis(RequestContext& context, game::Views& views,
                              analysis_jobs::Searches& searches) {
    const auto id = game_argument(context);
    if (!id) co_return id.error();
    const auto form = form_of(context);
    if (!form) co_return form.error();
    auto view = co_await views.get(*id, context.account());
    if (!view) co_return view.error();
    auto match = view->shared_match();
    auto found = co_await searches.find_analysis(*id, std::move(match), context.account(), *form);
    if (!found) co_return found.error();
    if (!found->progress.is_done) co_return progress_response(found->progress);
    net::Response response = viewer_response(context, std::move(found->text));
    if (*form == AnalysisForm::svg) response.content_type = "image/svg+xml";
    co_return response;
}

}  // namespace tanbo::http
