#pragma once

#include <memory>
#include <optional>

namespace CLI {
class App;
}
namespace tanbo::engine {
struct Terms;
}

namespace tanbo::cli {

// Options of a new game, as in the mail command `challenge`.
void add_terms(CLI::App& command, engine::Terms& terms);

// The commands that ask a server for lists, challenges and things of games, and its home.
class ServerCommands {
public:
    explicit ServerCommands(CLI::App& app);
    ~ServerCommands();
    ServerCommands(const ServerCommands&) = delete;
    ServerCommands& operator=(const ServerCommands&) = delete;

    // The exit status of the command that was parsed; nothing if it is none of these.
    std::optional<int> run();

private:
    struct Arguments;
    std::unique_ptr<Arguments> arguments_;
    CLI::App& app_;
};

}  // namespace tanbo::cli
