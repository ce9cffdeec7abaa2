#pragma once

// The standard headers and JSON, for what turns values into bytes.

#include <nlohmann/json.hpp>

#include "engine/precompiled.hpp"
