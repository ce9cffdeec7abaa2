#pragma once

#include <span>
#include <string_view>

// Files that browsers load, compiled in: the client as its build makes it, the manual, and what
// pages without the client need.
namespace tanbo::web {

// Kept by browsers for good: the name changes with the bytes.
struct Asset {
    std::string_view name;  // "index-BkQ3xV0d.js"
    std::string_view content_type;
    std::string_view bytes;
    std::string_view gzip;    // the same compressed; empty if that saves nothing
    std::string_view brotli;  // as gzip
};

// All of them.
std::span<const Asset> assets();

// Null if there is none of that name.
const Asset* find_asset(std::string_view name);

// The pages of the manual, by the name that stands behind /help/; "index" is /help itself.
std::span<const Asset> manual();

// Icons of home screens, by the name that stands behind /icons/: names that do not change.
std::span<const Asset> icons();

// Files at the root of the site: "service-worker.js", and "manifest.en.webmanifest" by language.
std::span<const Asset> site_files();

// Files that the client's shell loads. Names are those of assets.
struct Client {
    std::string_view build;                     // changes with any of the assets
    std::string_view script;                    // a module
    std::span<const std::string_view> modules;  // that the script imports at once
    std::span<const std::string_view> styles;
};
const Client& client();

// Files of pages without the client, and the icon that every tab shows.
struct Plain {
    std::string_view style;
    std::string_view embed_script;  // of a game on a page of another site
    std::string_view embed_style;
    std::string_view icon;
};
const Plain& plain();

}  // namespace tanbo::web
