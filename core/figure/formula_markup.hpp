#pragma once

#include "core/base/formula_markup.hpp"
