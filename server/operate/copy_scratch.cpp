#include "server/operate/copy_scratch.hpp"

#include <optional>

#include "server/config/find_database.hpp"
#include "server/store/database.hpp"
#include "server/store/tables/accounts/epochs.hpp"

namespace tanbo::app {

CopyScratch::CopyScratch(const std::filesystem::path& beside, const std::string& of, bool is_part)
    : folder_(beside), is_part_(is_part) {
    store::DatabaseOptions options = store::options_for(file().string());
    options.is_patient = options.is_scratch = true;
    {
        const store::Database begun(options);
    }
    end().begin_load(of);
    end().execute(store::forget_epochs);
}

store::CopyEnd& CopyScratch::end() {
    if (!end_) {
        end_ = store::open_copy_end(store::options_for(file().string()));
        end_->take();
    }
    return *end_;
}

std::size_t CopyScratch::check_all(Findings& findings) {
    end().end_load();
    end().finish_load();
    end().set_mark(std::nullopt);
    end_.reset();
    ScratchDatabase database(file());
    const std::size_t games =
        is_part_ ? database.calculate_all(findings) : database.check_all(findings);
    counted_ = database.counted_games();
    return games;
}

void CopyScratch::check_since(const std::set<std::int64_t>& games, Findings& findings) {
    end_.reset();
    ScratchDatabase database(file());
    counted_ = is_part_ ? database.calculate_since(counted_, games, findings)
                        : database.check_since(counted_, games, findings);
}

}  // namespace tanbo::app
