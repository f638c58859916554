#pragma once

#include <atomic>

#include "WebRTCInterfaces.h"

namespace frame_seam {

/// An interface with a reference count that begins at one, the caller's.
///
/// Threads: the count is the only state that changes, and it is atomic. A thread that adds a reference already has one, so nothing has to be
/// ordered. Each release publishes what its thread did with the object, and the last one acquires all of that before it deletes: no thread
/// can still be in a call. Everything else is set before the pointer is handed out and only read afterwards.
template <typename Interface>
class ReferenceCounted : public Interface {
public:
    void addReference() const final { references.fetch_add(1, std::memory_order_relaxed); }

    ReleaseStatus release() const final {
        if (references.fetch_sub(1, std::memory_order_acq_rel) != 1) return ReleaseStatus::otherReferencesRemain;
        delete this;
        return ReleaseStatus::droppedLastReference;
    }

private:
    mutable std::atomic<int> references{1};
};

}  // namespace frame_seam
