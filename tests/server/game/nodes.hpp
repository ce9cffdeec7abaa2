#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "engine/notation.hpp"
#include "engine/position.hpp"
#include "tests/server/game/node.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tanbo::game {

// Two nodes over one database, and two players.
class NodesTest : public testing::Test {
protected:
    void open(const test::NodeOptions& options = {}) {
        one = std::make_unique<test::Node>(database_of(1), options);
        other = std::make_unique<test::Node>(database_of(2), options);
        anna = one->add_player("Anna");
        ben = one->add_player("ben");
    }
    Move move(const engine::Player& player, const std::string& point, std::uint32_t ply) const {
        return {player.account, point, ply, {}};
    }

    // The same, and what `one` announces is kept.
    void open_announcing(std::vector<game::Observer*> observers = {}) {
        test::NodeOptions options;
        options.observers = std::move(observers);
        options.hooks.announce = [this](const std::vector<store::Announcement>& announcements) {
            announced_.insert(announced_.end(), announcements.begin(), announcements.end());
        };
        open(options);
    }
    // The announcements since this was asked for last. Requires: open_announcing; only `one` has
    // written since.
    std::vector<store::Announcement> take_announced() {
        one->writer.write([](store::Transaction&) {});  // after what is announced after the answer
        return std::exchange(announced_, {});
    }

    // A point where the seat to move may play, and another than this one.
    std::string legal_but(GameId game, const std::string& point) {
        const auto present = one->view(game)->shared_match();
        for (const engine::Point legal : present->position().legal_points(*present->to_move())) {
            const std::string name = engine::point_name(present->opening().lattice(), legal);
            if (name != point) return name;
        }
        return point;
    }

    // The database, as the node of this number opens it: a file.
    virtual store::DatabaseOptions database_of(std::int64_t /*node*/) const {
        return {.path = path, .is_exclusive = false};
    }

    const test::TemporaryFolder folder;
    const std::filesystem::path path = folder.path() / "tanbo.db";

private:
    std::vector<store::Announcement> announced_;  // before the nodes, which announce until they end

protected:
    std::unique_ptr<test::Node> one;
    std::unique_ptr<test::Node> other;
    engine::Player anna;
    engine::Player ben;
};

}  // namespace tanbo::game
