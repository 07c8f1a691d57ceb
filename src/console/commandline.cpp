#include "console/commandline.h"

#include "console/pages/pagelist.h"

#include <QCommandLineParser>

namespace obstat::console {

using namespace Qt::StringLiterals;
using base::ErrorCode;

namespace {

base::Result<> readPicture(const QCommandLineParser &parser, CommandLine &line)
{
    if (parser.isSet(u"size"_s)) {
        const QStringList parts = parser.value(u"size"_s).split(u'x');
        const QSize size = parts.size() == 2 ? QSize(parts.at(0).toInt(), parts.at(1).toInt()) : QSize();
        if (size.width() < 640 || size.height() < 400 || size.width() > 8000 || size.height() > 8000)
            return base::fail(ErrorCode::Usage, u"--size must be WIDTHxHEIGHT, 640x400 to 8000x8000."_s);
        line.size = size;
    }
    if (parser.isSet(u"scale"_s)) {
        bool number = false;
        const double scale = parser.value(u"scale"_s).toDouble(&number);
        if (!number || scale < 0.5 || scale > 4)
            return base::fail(ErrorCode::Usage, u"--scale must be a number from 0.5 to 4."_s);
        line.scale = parser.value(u"scale"_s);
    }
    line.screenshot = parser.value(u"screenshot"_s);
    return {};
}

base::Result<> readPage(const QCommandLineParser &parser, CommandLine &line)
{
    line.page = parser.value(u"page"_s);
    QStringList names;
    for (const PageEntry &entry : pageList())
        names.append(entry.name);
    if (!line.page.isEmpty() && !names.contains(line.page))
        return base::fail(ErrorCode::Usage, u"--page must be one of %1."_s.arg(names.join(u", "_s)));
    if (parser.isSet(u"select"_s)) {
        bool number = false;
        line.select = parser.value(u"select"_s).toLongLong(&number);
        if (!number)
            return base::fail(ErrorCode::Usage, u"--select must be the number of an operation."_s);
    }
    return {};
}

void addOptions(QCommandLineParser &parser)
{
    parser.setApplicationDescription(u"Obstat, the console: see what AI agents want to do, and decide."_s);
    parser.addOptions({
        {u"ledger"_s, u"Open this ledger."_s, u"FILE"_s},
        {u"page"_s, u"Show queue, operations, attention, audit, dashboard, tools, policy or people."_s, u"NAME"_s},
        {u"select"_s, u"Show this operation on the page."_s, u"ID"_s},
        {u"theme"_s, u"light or dark."_s, u"THEME"_s},
        {u"language"_s, u"en, de, zh_CN …"_s, u"CODE"_s},
        {u"size"_s, u"Size of the window, for example 1280x800."_s, u"WxH"_s},
        {u"scale"_s, u"Pixels for each pixel, for example 2."_s, u"N"_s},
        {u"screenshot"_s, u"Render the page with its data into a PNG and leave."_s, u"FILE"_s},
    });
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(u"ledger"_s, u"Open this ledger, as --ledger."_s, u"[FILE]"_s);
}

} // namespace

base::Result<CommandLine> CommandLine::parse(const QStringList &arguments)
{
    QCommandLineParser parser;
    addOptions(parser);
    if (!parser.parse(arguments))
        return base::fail(ErrorCode::Usage, parser.errorText());
    CommandLine line;
    if (parser.isSet(u"help"_s) || parser.isSet(u"version"_s)) {
        line.action = parser.isSet(u"help"_s) ? Action::Help : Action::Version;
        return line;
    }
    if (parser.positionalArguments().size() > 1)
        return base::fail(ErrorCode::Usage, u"Only one ledger can be opened at a time."_s);
    line.ledger = parser.positionalArguments().value(0, parser.value(u"ledger"_s));
    line.language = parser.value(u"language"_s);
    const QString theme = parser.value(u"theme"_s);
    if (theme == u"light" || theme == u"dark")
        line.theme = theme == u"dark" ? Scheme::Dark : Scheme::Light;
    else if (!theme.isEmpty())
        return base::fail(ErrorCode::Usage, u"--theme must be light or dark."_s);
    if (auto read = readPicture(parser, line); !read)
        return tl::unexpected(read.error());
    if (auto read = readPage(parser, line); !read)
        return tl::unexpected(read.error());
    return line;
}

QString CommandLine::help()
{
    QCommandLineParser parser;
    addOptions(parser);
    return parser.helpText();
}

void CommandLine::prepareProcess() const
{
    if (!scale.isEmpty())
        qputenv("QT_SCALE_FACTOR", scale.toUtf8());
    const bool display = qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY");
    if (!screenshot.isEmpty() && !display && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
}

} // namespace obstat::console
