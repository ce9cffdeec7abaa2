#pragma once

#include "server/config/config.hpp"

namespace tanbo::app {

// Makes a process of root one of the user who owns the folder of SQLite's database: whatever it
// creates there, a service under that user can open. Does nothing for other users, and if root
// owns the folder.
void become_owner(const Config& config);

// Gives files of root in that folder to its owner, after a command that had to stay root.
void give_to_owner(const Config& config);

}  // namespace tanbo::app
