#include "ctl/passphrase.h"

#include "base/visibletext.h"

#include <QFile>

#include <cstdio>
#include <iostream>
#include <string>

#include <termios.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace obstat::ctl {

using base::ErrorCode;
using base::fail;
using base::Result;

namespace {

/// Echo off while it lives.
class Silence
{
public:
    Silence()
    {
        tcgetattr(STDIN_FILENO, &m_before);
        termios quiet = m_before;
        quiet.c_lflag &= ~static_cast<tcflag_t>(ECHO);
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &quiet);
    }
    ~Silence() { tcsetattr(STDIN_FILENO, TCSAFLUSH, &m_before); }
    Silence(const Silence &) = delete;
    Silence &operator=(const Silence &) = delete;

private:
    termios m_before = {};
};

Result<QByteArray> fromTerminal(const QString &prompt)
{
    if (!isatty(STDIN_FILENO))
        return fail(ErrorCode::Usage, u"%1: there is no terminal to ask; give a passphrase file."_s.arg(prompt));
    std::fprintf(stderr, "%s: ", qUtf8Printable(base::visibleText(prompt)));
    std::string line;
    {
        const Silence silence;
        std::getline(std::cin, line);
    }
    std::fputc('\n', stderr);
    return QByteArray::fromStdString(line);
}

Result<QByteArray> notEmpty(const Result<QByteArray> &passphrase, const QString &prompt)
{
    if (passphrase && passphrase->isEmpty())
        return fail(ErrorCode::Usage, u"%1: the passphrase is empty."_s.arg(prompt));
    return passphrase;
}

Result<QByteArray> fromFile(const QString &file)
{
    QFile source(file);
    if (!source.open(QIODevice::ReadOnly))
        return fail(ErrorCode::NotFound, u"The passphrase file '%1' cannot be read."_s.arg(file), source.errorString());
    QByteArray line = source.readLine(4096);
    while (line.endsWith('\n') || line.endsWith('\r'))
        line.chop(1);
    return line;
}

} // namespace

Result<QByteArray> readPassphrase(const QString &file, const QString &prompt)
{
    return notEmpty(file.isEmpty() ? fromTerminal(prompt) : fromFile(file), prompt);
}

Result<QByteArray> readNewPassphrase(const QString &file, const QString &prompt)
{
    auto first = readPassphrase(file, prompt);
    if (!first || !file.isEmpty())
        return first;
    auto second = readPassphrase(file, prompt + u" (again)"_s);
    if (!second)
        return second;
    if (*first != *second)
        return fail(ErrorCode::Usage, u"%1: the two passphrases differ."_s.arg(prompt));
    return first;
}

} // namespace obstat::ctl
