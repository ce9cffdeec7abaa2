#pragma once

// Headers that the server's tests reach.

#include "server/base/precompiled.hpp"
#include "tests/support/precompiled.hpp"
