#include "ctl/context.h"

#include "base/canonicaljson.h"
#include "base/visibletext.h"
#include "ctl/command.h"

#include <cstdio>

#include <sys/ioctl.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace obstat::ctl {

namespace {

constexpr int kNarrowest = 20; // columns
constexpr QStringView kGoesOn = u"\n   | ";

void put(std::FILE *stream, const QByteArray &bytes)
{
    std::fwrite(bytes.constData(), 1, static_cast<std::size_t>(bytes.size()), stream);
    std::fputc('\n', stream);
    std::fflush(stream);
}

/// On a terminal, with what does not fit going on in marked lines: what a terminal breaks by itself begins at its left
/// edge, and a long value could look like lines of its own. The bytes themselves where nobody looks.
QByteArray wrappedFor(std::FILE *stream, const QByteArray &text)
{
    winsize size{};
    if (isatty(fileno(stream)) == 0 || ioctl(fileno(stream), TIOCGWINSZ, &size) != 0 || size.ws_col < kNarrowest)
        return text;
    QString out;
    int column = 0;
    for (const char32_t character : QString::fromUtf8(text).toUcs4()) {
        const int wide = character < 0x300 ? 1 : 2; // at most
        if (character != U'\n' && column + wide > size.ws_col) {
            out += kGoesOn;
            column = static_cast<int>(kGoesOn.size()) - 1;
        }
        out += QString::fromUcs4(&character, 1);
        column = character == U'\n' ? 0 : column + wide;
    }
    return out.toUtf8();
}

} // namespace

Context::Context() : m_log(m_clock, stderr)
{
    m_log.setLevel(base::LogLevel::Warning);
}

void Context::say(const QString &line)
{
    put(stdout, base::visibleText(line).toUtf8());
}

void Context::showSigned(const QByteArray &shown, const QStringList &more, bool jsonOnOutput)
{
    std::FILE *stream = jsonOnOutput ? stderr : stdout;
    const QByteArray lines = wrappedFor(stream, shown);
    std::fwrite(lines.constData(), 1, static_cast<std::size_t>(lines.size()), stream);
    for (const QString &line : more)
        put(stream, wrappedFor(stream, base::visibleText(line).toUtf8()));
    std::fflush(stream);
}

void Context::print(const QJsonValue &json)
{
    // Canonical JSON leaves invisible characters as they are; as escapes they mean the same and cannot be misread.
    const QString text = QString::fromUtf8(base::canonicalBytes(json));
    QString escaped;
    for (const QChar unit : text) {
        const ushort code = unit.unicode();
        if (code >= 0x7f && base::isEscaped(code))
            escaped += u"\\u%1"_s.arg(static_cast<uint>(code), 4, 16, QChar(u'0'));
        else
            escaped += unit;
    }
    put(stdout, escaped.toUtf8());
}

int Context::complain(const base::Error &error)
{
    put(stderr, (u"obstatctl: "_s + base::visibleText(error.message)).toUtf8());
    if (!error.detail.isEmpty())
        for (const QString &line : error.detail.split(u'\n'))
            put(stderr, (u"  "_s + base::visibleText(line)).toUtf8());
    return Failed;
}

int Context::complain(const QString &message)
{
    return complain(base::Error{base::ErrorCode::Internal, message});
}

} // namespace obstat::ctl
