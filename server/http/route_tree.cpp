#include "server/http/route_tree.hpp"

#include <algorithm>

namespace tanbo::http {

using std::string_view;

namespace {

// Takes the first segment with its slash off a path that begins with one.
string_view take_segment(string_view& path) {
    const string_view segment = path.substr(0, path.find('/', 1));
    path.remove_prefix(segment.size());
    return segment;
}

// Whether this segment of a pattern stands for any text: "/{game}".
bool is_name(string_view segment) {
    return segment.starts_with("/{");
}

}  // namespace

RouteTree::RouteTree(std::span<const Route> routes) {
    for (const Route& route : routes) add(route);
}

void RouteTree::add(const Route& route) {
    string_view left = route.pattern;
    std::size_t node = 0;
    while (!left.empty()) node = child(node, take_segment(left));
    nodes_[node].routes.push_back(&route);
}

std::size_t RouteTree::child(std::size_t parent, string_view segment) {
    Node& node = nodes_[parent];
    std::size_t& known = is_name(segment) ? node.name : node.words[segment];
    if (known != 0) return known;
    const std::size_t fresh = nodes_.size();
    known = fresh;
    nodes_.emplace_back();
    return fresh;
}

const Route* RouteTree::find(string_view path, const Visit& visit, Arguments& arguments) const {
    return path.empty() ? nullptr : find_from(nodes_.front(), path, visit, arguments);
}

const Route* RouteTree::find_from(const Node& node, string_view path, const Visit& visit,
                                  Arguments& arguments) const {
    if (path.empty()) {
        const auto found =
            std::ranges::find_if(node.routes, [&](const Route* route) { return visit(*route); });
        return found == node.routes.end() ? nullptr : *found;
    }
    const string_view segment = take_segment(path);
    const auto word = node.words.find(segment);
    if (word != node.words.end()) {
        const Node& next = nodes_[word->second];
        const Route* const found = find_from(next, path, visit, arguments);
        const bool ends_here = path.empty() && !next.routes.empty();
        if (found != nullptr || ends_here) return found;
    }
    if (node.name == 0 || segment.size() < 2) return nullptr;
    arguments.emplace_back(segment.substr(1));
    const Route* const found = find_from(nodes_[node.name], path, visit, arguments);
    if (found == nullptr) arguments.pop_back();
    return found;
}

}  // namespace tanbo::http
