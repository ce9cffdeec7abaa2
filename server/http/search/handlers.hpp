#pragma once

#include "server/http/handler.hpp"

// Analyses, and the searches that programs do for them. One function a route; routes.cpp beside
// this says which.
namespace tanbo::http {

// --- analyses.cpp ---
Awaitable<Reply> post_analysis(RequestContext& context, game::Views& views,
                               analysis_jobs::Searches& searches);
Awaitable<Reply> get_analysis(RequestContext& context, game::Views& views,
                              analysis_jobs::Searches& searches);

// --- hints.cpp ---
Awaitable<Reply> get_hint(RequestContext& context, game::Views& views,
                          analysis_jobs::Searches& searches);

// --- searches.cpp ---
Awaitable<Reply> post_search(RequestContext& context, analysis_jobs::Searches& searches);
Awaitable<Reply> post_search_extend(RequestContext& context, analysis_jobs::Searches& searches);
Awaitable<Reply> post_search_result(RequestContext& context, analysis_jobs::Searches& searches);

// --- puzzles.cpp ---
Awaitable<Reply> get_puzzles(RequestContext& context);
Awaitable<Reply> get_next_puzzle(RequestContext& context);
Awaitable<Reply> get_puzzle(RequestContext& context);
Awaitable<Reply> post_puzzle(RequestContext& context);

}  // namespace tanbo::http
