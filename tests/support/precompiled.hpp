#pragma once

// Headers that tests without threads reach: the standard headers and GoogleTest.

#include <iostream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/precompiled.hpp"
