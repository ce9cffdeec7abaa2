#include "server/store/tables/accounts/site_settings.hpp"

#include "server/store/sql.hpp"
#include "server/store/statement.hpp"

namespace tanbo::store {
namespace {

const Sql select_site_settings = R"(
SELECT seq, name, front_page, imprint, privacy, contact, conduct, sign_up, has_guests
FROM site_settings WHERE id = 1)";
// The first save inserts the row; each later one must name the seq that it saw.
const Sql insert_site_settings = R"(
INSERT INTO site_settings (id, seq, name, front_page, imprint, privacy, contact, conduct, sign_up,
    has_guests, updated_at)
VALUES (1, ?1 + 1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) ON CONFLICT (id) DO NOTHING)";
const Sql update_site_settings = R"(
UPDATE site_settings SET seq = ?1 + 1, name = ?2, front_page = ?3, imprint = ?4, privacy = ?5,
    contact = ?6, conduct = ?7, sign_up = ?8, has_guests = ?9, updated_at = ?10
WHERE id = 1 AND seq = ?1)";

}  // namespace

SiteSettings find_site_settings(Reader& reader) {
    Query select = reader.read(select_site_settings);
    SiteSettings settings;
    if (!select.step()) return settings;
    settings.seq = select.integer(0);
    settings.name = select.text(1);
    settings.front_page = select.text(2);
    settings.imprint = select.text(3);
    settings.privacy = select.text(4);
    settings.contact = select.text(5);
    settings.conduct = select.text(6);
    settings.is_sign_up_open = select.text(7) == "open";
    settings.has_guests = select.integer(8) != 0;
    return settings;
}

bool save_site_settings(Transaction& transaction, const SiteSettings& settings, Instant at) {
    const Sql& statement = settings.seq == 0 ? insert_site_settings : update_site_settings;
    const std::string sign_up = settings.is_sign_up_open ? "open" : "closed";
    const std::int64_t guests = settings.has_guests ? 1 : 0;
    return transaction.write(statement).run(settings.seq, settings.name, settings.front_page,
                                            settings.imprint, settings.privacy, settings.contact,
                                            settings.conduct, sign_up, guests, at) == 1;
}

}  // namespace tanbo::store
