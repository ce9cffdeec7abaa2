#pragma once

#include <memory>
#include <optional>

namespace CLI {
class App;
}

namespace tanbo::cli {

// The subcommands engine, match and bot.
class EngineCommands {
public:
    explicit EngineCommands(CLI::App& app);
    ~EngineCommands();
    EngineCommands(const EngineCommands&) = delete;
    EngineCommands& operator=(const EngineCommands&) = delete;

    // Runs the one that was given; its exit status, or nothing if it was another.
    std::optional<int> run();

private:
    struct Arguments;
    std::unique_ptr<Arguments> arguments_;
    CLI::App& app_;
};

}  // namespace tanbo::cli
