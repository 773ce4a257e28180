#pragma once

#include "core/encoding/branch_region.hpp"
#include "core/engine/attention_plan.hpp"

#include <cstdint>
#include <vector>

namespace poslab::flash_attention {

/// A set of cells with p = u(i) - v(j) in which every row has one interval of keys: a branch of the plan, or
/// its mirror image above the diagonal, where p(i, j) = -p(j, i) = v(i) - u(j), so that the axes are
/// exchanged.
class Piece {
  public:
    Piece(const Branch& branch, bool mirrored, std::int64_t tokens, std::int64_t reach);

    /// p = axes().query(i) - axes().key(j); its condition is unused.
    [[nodiscard]] const Branch& axes() const { return axes_; }
    /// The unmasked keys of row i; begin >= end if there are none.
    [[nodiscard]] IndexRange keys_of(std::int64_t i) const;

    /// True if p is a function of lane_number(i) - key_number(j).
    [[nodiscard]] bool separable() const { return separable_; }
    [[nodiscard]] std::int64_t lane_number(std::int64_t i) const {
        return counts_query_ ? axis_integer(axes_.query, i) : 0;
    }
    [[nodiscard]] std::int64_t key_number(std::int64_t j) const {
        return counts_key_ ? axis_integer(axes_.key, j) : 0;
    }
    [[nodiscard]] bool counts_query() const { return counts_query_; }
    [[nodiscard]] bool counts_key() const { return counts_key_; }
    /// p at n = lane_number - key_number, if separable.
    [[nodiscard]] double position_at(std::int64_t n) const;
    /// p of a cell by the rule common to all engines.
    [[nodiscard]] double position(std::int64_t i, std::int64_t j) const {
        return branch_value(axes_, axis_integer(axes_.query, i), axis_integer(axes_.key, j));
    }
    /// The n with |p| <= greatest, if separable: one interval in -most_tokens * 4 ... most_tokens * 4, as p
    /// is monotone in n.
    [[nodiscard]] IndexRange numbers_within(double greatest) const;

  private:
    Branch axes_;
    BranchRegion region_;
    bool mirrored_;
    std::int64_t reach_;
    bool separable_;
    bool counts_query_;
    bool counts_key_;
};

/// The pieces of a plan that hold any cell of `tokens` tokens.
[[nodiscard]] std::vector<Piece> pieces_of(const AttentionPlan& plan, std::int64_t tokens);

}  // namespace poslab::flash_attention
