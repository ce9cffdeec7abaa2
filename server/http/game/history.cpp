#include <array>
#include <limits>
#include <stdexcept>
#include <utility>

#include "protocol/boards/svg_board.hpp"
#include "protocol/boards/text_board.hpp"
#include "protocol/games/answers.hpp"
#include "protocol/records/analysis.hpp"
#include "protocol/records/record.hpp"
#include "protocol/records/sgf.hpp"
#include "server/analysis_jobs/searches.hpp"
#include "server/game/views/views.hpp"
#include "server/http/etag.hpp"
#include "server/http/game/handlers.hpp"
#include "server/http/game/validators.hpp"
#include "server/http/negotiate.hpp"

// Boards at any ply, and whole games as records.
namespace tanbo::http {
namespace {

using protocol::Code;

struct Representation {
    std::string_view name;  // of ?format=
    std::string_view type;
};

constexpr std::array<Representation, 3> board_forms = {
    {{"json", "application/json"}, {"text", "text/plain"}, {"svg", "image/svg+xml"}}};
enum class BoardForm : std::uint8_t { json, text, svg };

constexpr std::array<Representation, 2> record_forms = {
    {{"json", "application/json"}, {"sgf", "application/x-go-sgf"}}};

// The form that ?format= names, else the one that Accept prefers.
template <std::size_t count>
protocol::Result<std::size_t> form_of(const RequestContext& context,
                                      const std::array<Representation, count>& forms) {
    std::array<std::string_view, count> types;
    std::string names;
    for (std::size_t i = 0; i < count; ++i) {
        types[i] = forms[i].type;
        names.append(i == 0 ? "" : i + 1 == count ? " or " : ", ").append(forms[i].name);
    }
    const auto format = context.query.find("format");
    if (!format) {
        const auto chosen = choose_type(context.request, types);
        if (chosen) return *chosen;
        return refusal(Code::not_acceptable, "Accept " + names + ", or use ?format=.");
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (forms[i].name == *format) return i;
    }
    return refusal(Code::bad_parameter,
                   "format must be " + names + "; got " + protocol::quotation(*format) + ".");
}

net::Response form_response(const Representation& form, std::string body) {
    net::Response response;
    response.content_type = form.type;
    if (form.type.starts_with("text/")) response.content_type += "; charset=utf-8";
    response.body = std::move(body);
    set_header(response, "Vary", "Accept");
    return response;
}

// Requires: there is such a ply.
std::string draw(BoardForm form, const game::View& view, std::uint32_t ply, bool is_present) {
    const auto snapshot = engine::snapshot_at(view.match(), ply).value();
    switch (form) {
        case BoardForm::json: {
            const auto seq = is_present ? std::optional(view.seq()) : std::nullopt;
            return protocol::encode_board(view.id(), snapshot, seq);
        }
        case BoardForm::text:
            return protocol::text_board(protocol::BoardView(view.match(), snapshot));
        case BoardForm::svg:
            return protocol::svg_board(protocol::BoardView(view.match(), snapshot));
    }
    return {};
}

using Log = std::vector<protocol::StoredEvent>;

// With the analysis, if one is told, in JSON.
// Throws: std::runtime_error if the log can't be played. Errors: those of encode_sgf.
protocol::Result<std::string> record_text(protocol::GameId game, const Log& log, bool is_json,
                                          const std::string& analysis) {
    auto record = protocol::assemble_record(game, log);
    if (!record) {
        throw std::runtime_error("the log of game " + to_string(game) +
                                 " is unsound: " + record.error().detail);
    }
    if (is_json && !analysis.empty()) {
        auto found = protocol::decode_analysis(analysis, game, analysis::game_of(record->match));
        if (found) record->analysis = std::move(*found);
    }
    if (is_json) return protocol::encode_record(*record);
    return protocol::encode_sgf(*record);
}

// The analysis of a finished game that is kept, or nothing. Errors: storage_unavailable,
// overloaded.
Awaitable<protocol::Result<std::string>> kept_analysis(analysis_jobs::Searches& searches,
                                                       const game::View& view) {
    auto match = view.shared_match();
    if (match->status() != engine::Status::finished) co_return std::string();
    auto found = co_await searches.find_analysis(view.id(), std::move(match), std::nullopt,
                                                 analysis_jobs::AnalysisForm::json);
    if (found) co_return std::move(found->text);
    const Code code = found.error().code;
    const bool is_fault = code == Code::storage_unavailable || code == Code::overloaded;
    if (is_fault) co_return found.error();
    co_return std::string();
}

// Whether the analysis is to come with a record. Errors: bad_parameter.
protocol::Result<bool> includes_analysis(const net::Query& query) {
    const auto include = text_parameter(query, "include");
    if (!include) return false;
    if (*include == "analysis") return true;
    return bad_word("include", *include, "analysis");
}

}  // namespace

Awaitable<Reply> get_board(RequestContext& context, game::Views& views) {
    const auto id = game_argument(context);
    if (!id) co_return id.error();
    const auto form = form_of(context, board_forms);
    if (!form) co_return form.error();
    const auto ply =
        number_parameter(context.query, "ply", 0, std::numeric_limits<std::uint32_t>::max());
    if (!ply) co_return ply.error();
    auto view = co_await views.get(*id, context.account());
    if (!view) co_return view.error();
    const engine::Match& match = view->match();
    const std::uint32_t shown = ply->value_or(match.ply());
    if (shown > match.ply()) {
        protocol::Error error =
            refusal(Code::no_such_ply, "Ply " + std::to_string(shown) +
                                           " does not exist yet. The game is at ply " +
                                           std::to_string(match.ply()) + ".");
        error.ply = match.ply();
        error.seq = match.seq();
        co_return error;
    }
    net::Response response = form_response(board_forms[*form], {});
    set_game_validators(response, views, match,
                        std::string(board_forms[*form].name) + std::to_string(shown));
    // Who has it already costs no drawing.
    if (is_unchanged(context.request, *find_header(response, "ETag"))) co_return response;
    auto drawn =
        co_await views.draw(*view, [form = static_cast<BoardForm>(*form), shown,
                                    is_present = !ply->has_value()](const game::View& drawn_view) {
            return draw(form, drawn_view, shown, is_present);
        });
    if (!drawn) co_return drawn.error();
    response.body = std::move(*drawn);
    co_return response;
}

Awaitable<Reply> get_record(RequestContext& context, game::Views& views,
                            analysis_jobs::Searches& searches) {
    const auto id = game_argument(context);
    if (!id) co_return id.error();
    const auto form = form_of(context, record_forms);
    if (!form) co_return form.error();
    const auto has_analysis = includes_analysis(context.query);
    if (!has_analysis) co_return has_analysis.error();
    auto view = co_await views.get(*id, context.account());
    if (!view) co_return view.error();
    std::string analysis;
    if (*has_analysis) {
        auto kept = co_await kept_analysis(searches, *view);
        if (!kept) co_return kept.error();
        analysis = std::move(*kept);
    }
    net::Response response = form_response(record_forms[*form], {});
    const std::string_view with = analysis.empty() ? "" : "-analysed";
    set_game_validators(response, views, view->match(),
                        std::string(record_forms[*form].name).append(with));
    // Who has it already costs no reading.
    if (is_unchanged(context.request, *find_header(response, "ETag"))) co_return response;
    // An analysis may be replaced by a better one.
    std::string kept_as(analysis.empty() ? record_forms[*form].name : "");
    auto text = co_await views.write_log(
        *view, std::move(kept_as),
        [id = *id, is_json = *form == 0, analysis = std::move(analysis)](const Log& log) {
            return record_text(id, log, is_json, analysis);
        });
    if (!text) co_return text.error();
    response.body = std::move(*text);
    co_return response;
}

Awaitable<Reply> get_clock(RequestContext& context, const base::Clock& clock, game::Views& views) {
    const auto id = game_argument(context);
    if (!id) co_return id.error();
    auto shown = co_await views.clock(*id, context.account(), clock);
    if (!shown) co_return shown.error();
    co_return unstored_response(200, std::move(*shown));
}

}  // namespace tanbo::http
