// SPDX-License-Identifier: GPL-3.0-or-later
// Which of LibTorch's attention kernels may be chosen, for as long as a block lasts.
#pragma once

#include "capture/model/decode_session.h"

namespace decodescope {

// LibTorch keeps these flags for the whole process; they are what they were after the block. One thread at a time.
class AttentionBackendGuard
{
public:
    explicit AttentionBackendGuard(AttentionBackend backend);
    ~AttentionBackendGuard();
    AttentionBackendGuard(const AttentionBackendGuard&) = delete;
    AttentionBackendGuard& operator=(const AttentionBackendGuard&) = delete;

private:
    struct Flags
    {
        bool flash;
        bool memEfficient;
        bool math;
        bool cudnn;
    };
    static Flags current();
    static void apply(const Flags& flags);

    bool m_isChanged;
    Flags m_before{};
};

} // namespace decodescope
