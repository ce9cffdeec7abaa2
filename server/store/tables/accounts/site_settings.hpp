#pragma once

#include <cstdint>
#include <string>

#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

// The site's own settings, one for all nodes. Readers ask the database each time, and a change
// holds everywhere with its commit.
namespace tanbo::store {

struct SiteSettings {
    std::int64_t seq = 0;   // how often they were saved; 0: the defaults
    std::string name = {};  // empty: that of the settings file
    std::string front_page = {};
    std::string imprint = {};
    std::string privacy = {};
    std::string contact = {};
    std::string conduct = {};
    bool is_sign_up_open = true;
    bool has_guests = true;

    bool operator==(const SiteSettings&) const = default;
};

// The present ones, or the defaults.
SiteSettings find_site_settings(Reader& reader);

// Saves them as the one after `settings.seq`. False, without a change: another change came first.
bool save_site_settings(Transaction& transaction, const SiteSettings& settings, Instant at);

}  // namespace tanbo::store
