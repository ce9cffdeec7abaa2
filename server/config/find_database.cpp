#include "server/config/find_database.hpp"

#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "server/config/exit_code.hpp"
#include "server/store/postgres/address.hpp"

namespace tanbo::app {
namespace {

namespace fs = std::filesystem;

// As server/run.sh has it.
fs::path database_of_the_user() {
    const char* const data = std::getenv("XDG_DATA_HOME");
    if (data != nullptr && *data != '\0') return fs::path(data) / "tanbo" / "tanbo.db";
    const char* const home = std::getenv("HOME");
    if (home == nullptr || *home == '\0') return {};
    return fs::path(home) / ".local" / "share" / "tanbo" / "tanbo.db";
}

}  // namespace

Config with_database_found(const LoadedConfig& loaded) {
    Config config = loaded.config;
    std::error_code ignored;
    if (is_postgres(config)) return config;
    if (loaded.origin.contains("database.url") || fs::exists(config.database, ignored))
        return config;
    const fs::path kept = database_of_the_user();
    if (!kept.empty() && fs::exists(kept, ignored)) config.database = kept.string();
    return config;
}

store::DatabaseOptions named_database(const Config& config) {
    store::DatabaseOptions options = store::options_for(config.database);
    options.is_replicated = config.database_replicated == "yes";
    return options;
}

store::DatabaseOptions existing_database(const Config& config) {
    store::DatabaseOptions options = named_database(config);
    options.is_patient = true;
    options.creates = false;
    return options;
}

bool is_postgres(const Config& config) {
    return store::postgres_part(config.database).has_value();
}

int refuse_for_postgres(std::string_view why) {
    std::cerr << "tanbod: " << why << "\n";
    return exit_refused;
}

void name_database(const Config& config) {
    if (is_postgres(config)) {
        std::cerr << "tanbod: the database is " << config.database << "\n";
        return;
    }
    std::error_code ignored;
    const fs::path path = fs::weakly_canonical(config.database, ignored);
    std::cerr << "tanbod: the database is " << (ignored ? config.database : path.string()) << "\n";
}

}  // namespace tanbo::app
