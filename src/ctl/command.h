#pragma once

#include "ctl/context.h"

#include <string>

namespace CLI {
class App;
}

namespace obstat::ctl {

/// Exit codes of obstatctl, the same for every verb.
enum ExitCode {
    Done = 0,
    Failed = 1,     ///< it was tried and did not succeed; the message says why
    WrongUsage = 2, ///< the command line
    NotWhole = 3,   ///< verify, tools check, policy test, policy status: the thing is there and is not in order
    NotSent = 4,    ///< decide: kept in the outbox, no instance was reachable
};

/// One verb. Declares its options once, then runs at most once.
class Command
{
public:
    explicit Command(Context &context) : m_context(context) {}
    virtual ~Command() = default;
    Command(const Command &) = delete;
    Command &operator=(const Command &) = delete;

    /// Adds the verb (or the pair of words) to the parser.
    virtual CLI::App *declare(CLI::App &parent) = 0;
    [[nodiscard]] virtual int run() = 0;

protected:
    [[nodiscard]] Context &context() { return m_context; }

private:
    Context &m_context;
};

} // namespace obstat::ctl
