#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "server/http/routes.hpp"

namespace tanbo::http {

// Routes by the segments of their patterns: a path is looked up by as many steps as it has
// segments, however many routes there are. Thread: any.
class RouteTree {
public:
    // Requires: the routes outlive it.
    explicit RouteTree(std::span<const Route> routes);

    using Visit = std::function<bool(const Route&)>;
    using Arguments = std::vector<std::string>;

    // Calls `visit` with the routes of patterns that have the shape of the path until it returns
    // true. Of two patterns that differ first in a name and a word, the one with the word comes
    // first; those of one pattern come in their order. A path that a pattern ends with as a word is
    // that pattern's alone. A name stands for one character at least. Yields the route for which it
    // did, or null. Adds what stands where its pattern has names to `arguments`, escapes and all.
    const Route* find(std::string_view path, const Visit& visit, Arguments& arguments) const;

private:
    struct Node {
        std::unordered_map<std::string_view, std::size_t> words = {};  // each its node
        std::size_t name = 0;                                          // its node; 0: none
        std::vector<const Route*> routes = {};                         // that end here
    };

    void add(const Route& route);
    std::size_t child(std::size_t parent, std::string_view segment);
    const Route* find_from(const Node& node, std::string_view path, const Visit& visit,
                           Arguments& arguments) const;

    std::vector<Node> nodes_ = std::vector<Node>(1);  // the first is where paths begin
};

}  // namespace tanbo::http
