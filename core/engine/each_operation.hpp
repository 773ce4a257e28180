#pragma once

#include "core/base/job.hpp"
#include "core/engine/attention.hpp"
#include "core/engine/cosine_sum.hpp"
#include "core/engine/engine.hpp"
#include "core/engine/field.hpp"
#include "core/engine/legs_scan.hpp"
#include "core/engine/rotation_residual.hpp"
#include "core/hippo/state_extent.hpp"

namespace poslab {

namespace operation_detail {

template <class Derived, class... Each>
class DoesEach : public Engine {};

template <class Derived, class Request, class Answer, class... Rest>
class DoesEach<Derived, Answers<Request, Answer>, Rest...> : public DoesEach<Derived, Rest...> {
  public:
    using DoesEach<Derived, Rest...>::run;
    [[nodiscard]] Answer run(const Request& request, const Job& job) const override {
        return static_cast<const Derived&>(*this).each(request, job);
    }
};

template <class Derived, class List>
struct OfList;
template <class Derived, class... Each>
struct OfList<Derived, AnswersEach<Each...>> {
    using Type = DoesEach<Derived, Each...>;
};

}  // namespace operation_detail

/// Base of an engine that implements all operations by one template: Derived::each(request, job).
template <class Derived>
using EachOperation = typename operation_detail::OfList<Derived, Operations>::Type;

}  // namespace poslab
