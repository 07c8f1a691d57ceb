#pragma once

#include "base/clock.h"
#include "base/jsonlog.h"
#include "base/random.h"
#include "base/result.h"

#include <QJsonValue>
#include <QString>

namespace obstat::ctl {

/// What every verb works with, and the only way it writes to the terminal: text goes through visibleText (C7), so that
/// no stored value can move a cursor.
class Context
{
public:
    Context();

    [[nodiscard]] const base::Clock &clock() const { return m_clock; }
    [[nodiscard]] base::Random &random() { return m_random; }
    [[nodiscard]] base::JsonLog &log() { return m_log; }

    /// One line on standard output.
    void say(const QString &line);
    /// What somebody signs: `shown` is approval::shownText() and is written as it is, so that its digest is that of
    /// what stood on the terminal; then `more` of the signed body. On standard error where standard output carries
    /// JSON.
    void showSigned(const QByteArray &shown, const QStringList &more, bool jsonOnOutput);
    /// A canonical JSON value and a line end on standard output.
    void print(const QJsonValue &json);
    /// `obstatctl: message` and the detail on standard error; gives ExitCode::Failed.
    int complain(const base::Error &error);
    int complain(const QString &message);

private:
    base::SystemClock m_clock;
    base::SystemRandom m_random;
    base::JsonLog m_log;
};

} // namespace obstat::ctl
