// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/process_copy.h"

#include "app/cli/capture_run.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace decodescope::cli {

namespace {

constexpr int kWriteFailed = 1;

[[noreturn]] void runCopy(const std::function<std::string()>& work, int output)
{
    ::setpgid(0, 0); // Ctrl-C comes from the parent, once, and not from the terminal as well
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    const std::string text = work();
    std::fflush(nullptr);
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t written = ::write(output, text.data() + done, text.size() - done);
        if (written < 0 && errno != EINTR)
            ::_exit(kWriteFailed);
        done += written > 0 ? static_cast<std::size_t>(written) : 0;
    }
    ::_exit(0); // without destructors: LibTorch's threads may still be there
}

// Until the copy has closed its end. `isTold`: the copy knows of an interrupt already.
std::string readAll(int input, pid_t copy, bool isTold)
{
    constexpr int kLookAtInterruptsMs = 50;
    std::string text;
    std::array<char, 4096> buffer{};
    for (;;) {
        pollfd waiting{input, POLLIN, 0};
        const int ready = ::poll(&waiting, 1, kLookAtInterruptsMs);
        if (wasInterrupted() && !isTold) {
            isTold = true;
            ::kill(copy, SIGINT);
        }
        if (ready <= 0)
            continue;
        const ssize_t count = ::read(input, buffer.data(), buffer.size());
        if (count == 0 || (count < 0 && errno != EINTR))
            return text;
        text.append(buffer.data(), count > 0 ? static_cast<std::size_t>(count) : 0);
    }
}

} // namespace

Result<std::string> runInProcessCopy(const std::function<std::string()>& work)
{
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0)
        return failure(ErrorCode::internal, std::string("No process could be started: ") + std::strerror(errno));
    std::fflush(nullptr);                 // or the copy would print it once more
    const bool isTold = wasInterrupted(); // not later: the copy takes over what is known now
    const pid_t copy = ::fork();
    if (copy == 0) {
        ::close(ends[0]);
        runCopy(work, ends[1]);
    }
    const int error = errno;
    ::close(ends[1]);
    if (copy < 0) {
        ::close(ends[0]);
        return failure(ErrorCode::internal, std::string("No process could be started: ") + std::strerror(error));
    }
    std::string text = readAll(ends[0], copy, isTold);
    ::close(ends[0]);
    int status = 0;
    while (::waitpid(copy, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFSIGNALED(status))
        return failure(ErrorCode::internal,
                       std::string("The process of this capture was ended: ") + ::strsignal(WTERMSIG(status)) + ".");
    if (WEXITSTATUS(status) != 0)
        return failure(ErrorCode::internal, "The process of this capture ended without a result.");
    return text;
}

} // namespace decodescope::cli
