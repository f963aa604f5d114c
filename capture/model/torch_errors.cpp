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

} // namespace

Error describeTorchException(const char* what) noexcept
{
    try {
        throw;
    } catch (const c10::OutOfMemoryError& error) {
        return {
            ErrorCode::device,
            "The GPU ran out of memory: close other programs that use it, or take a smaller model, batch or prompt.",
            firstLine(error.what_without_backtrace())};
    } catch (const c10::Error& error) {
        const std::string line = firstLine(error.what_without_backtrace());
        if (line.find("No available kernel") != std::string::npos ||
            line.find("No viable backend") != std::string::npos)
            return {
                ErrorCode::unsupported,
                "The chosen attention backend has no kernel for this device, type and shape: choose another, or auto.",
                line};
        return {ErrorCode::device, std::string(what) + ": " + line, {}};
    } catch (const std::bad_alloc&) {
        return {ErrorCode::limit, std::string(what) + ": this machine has too little memory.", {}};
    } catch (const std::exception& error) {
        return {ErrorCode::internal, std::string(what) + ": " + firstLine(error.what()), {}};
    } catch (...) {
        return {ErrorCode::internal, std::string(what) + " for a reason that was not given.", {}};
    }
}

} // namespace decodescope
