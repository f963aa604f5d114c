// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/model/torch_errors.h"

#include <c10/util/Exception.h>

#include <new>
#include <string>
#include <string_view>

namespace decodescope {

namespace {

std::string firstLine(std::string_view text)
{
    return std::string(text.substr(0, text.find('\n')));
}

// scaled_dot_product_attention with no backend left says one of these, depending on the device.
bool isMissingKernel(std::string_view line)
{
    return line.find("No available kernel") != std::string_view::npos ||
           line.find("No viable backend") != std::string_view::npos ||
           line.find("Invalid backend") != std::string_view::npos;
}

// " (2.00 GiB more were asked for)", or nothing where the message does not say.
std::string askedFor(std::string_view message)
{
    constexpr std::string_view kBefore = "Tried to allocate ";
    const std::size_t begin = message.find(kBefore);
    const std::size_t end = message.find("iB", begin);
    if (begin == std::string_view::npos || end == std::string_view::npos)
        return {};
    return " (" + std::string(message.substr(begin + kBefore.size(), end + 2 - begin - kBefore.size())) +
           " more were asked for)";
}

Error tooLittleMemory(const char* what)
{
    return {ErrorCode::limit,
            std::string(what) + ": this machine has too little memory; take a smaller model, batch or prompt.",
            {}};
}

} // namespace

Error describeTorchException(const char* what) noexcept
{
    try {
        throw;
    } catch (const Cancelled&) {
        return {ErrorCode::cancelled, std::string(what) + ": it was cancelled.", {}};
    } catch (const c10::OutOfMemoryError& error) {
        return {ErrorCode::device,
                "The GPU ran out of memory" + askedFor(error.what_without_backtrace()) +
                    ": close other programs that use it, or take a smaller model, batch or prompt.",
                {}};
    } catch (const c10::Error& error) {
        const std::string line = firstLine(error.what_without_backtrace());
        if (isMissingKernel(line))
            return {
                ErrorCode::unsupported,
                "The chosen attention backend has no kernel for this device, type and shape: choose another, or auto.",
                {}};
        if (line.find("DefaultCPUAllocator") != std::string::npos)
            return tooLittleMemory(what);
        return {ErrorCode::device, std::string(what) + ": " + line, {}};
    } catch (const std::bad_alloc&) {
        return tooLittleMemory(what);
    } catch (const std::exception& error) {
        return {ErrorCode::internal, std::string(what) + ": " + firstLine(error.what()), {}};
    } catch (...) {
        return {ErrorCode::internal, std::string(what) + " for a reason that was not given.", {}};
    }
}

} // namespace decodescope
