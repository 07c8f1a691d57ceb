#include "evidence/event.h"

#include "base/canonicaljson.h"
#include "evidence/canonicalscanner.h"
#include "evidence/leafscanner.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace obstat::evidence {
namespace {

bool isPlain(QStringView text)
{
    return std::all_of(text.begin(), text.end(), [](QChar c) {
        const char16_t unit = c.unicode();
        return unit >= 0x20 && unit < 0x7F && unit != u'"' && unit != u'\\';
    });
}

void appendString(QByteArray &out, QStringView text)
{
    if (!isPlain(text)) {
        out += base::canonicalString(text);
        return;
    }
    const qsizetype start = out.size();
    out.resize(start + text.size() + 2);
    char *at = out.data() + start;
    *at++ = '"';
    for (QChar c : text)
        *at++ = static_cast<char>(c.unicode());
    *at = '"';
}

void appendOptional(QByteArray &out, const QString &text)
{
    if (text.isEmpty())
        out += "null";
    else
        appendString(out, text);
}

void appendDigests(QByteArray &out, const QMap<QString, QString> &digests)
{
    out += '{';
    const char *separator = ""; // QMap sorts by UTF-16 code units, as RFC 8785 does
    for (auto it = digests.cbegin(); it != digests.cend(); ++it) {
        out += separator;
        appendString(out, it.key());
        out += ':';
        appendString(out, it.value());
        separator = ",";
    }
    out += '}';
}

QMap<QString, QString> digestsOf(QByteArrayView object)
{
    QMap<QString, QString> digests;
    CanonicalScanner scanner(object); // was checked as a whole; only splits here
    if (!scanner.literal("{") || scanner.tryLiteral("}"))
        return digests;
    do {
        CanonicalScanner::Text name;
        CanonicalScanner::Text digest;
        if (!scanner.string(name) || !scanner.literal(":") || !scanner.string(digest))
            break;
        digests.insert(digests.cend(), CanonicalScanner::decoded(name), QString::fromLatin1(digest.raw));
    } while (scanner.tryLiteral(","));
    return digests;
}

} // namespace

QByteArray leafBytes(const Event &event)
{
    QByteArray out;
    out.reserve(512);
    out += "{\"actor\":{\"id\":";
    appendString(out, event.actor.id);
    out += ",\"type\":";
    appendString(out, event.actor.type);
    out += "},\"at\":";
    out += QByteArray::number(event.at);
    out += ",\"data\":";
    if (event.data.isEmpty())
        out += "{}";
    else
        out += base::canonicalBytes(event.data);
    out += ",\"digests\":";
    appendDigests(out, event.digests);
    out += ",\"from\":";
    appendOptional(out, event.from);
    out += ",\"kind\":";
    appendString(out, event.kind);
    out += ",\"operation\":";
    out += event.operation ? QByteArray::number(*event.operation) : QByteArrayLiteral("null");
    out += ",\"run\":";
    appendOptional(out, event.run);
    out += ",\"seq\":";
    out += QByteArray::number(event.seq);
    out += ",\"tenant\":";
    appendString(out, event.tenant);
    out += ",\"to\":";
    appendOptional(out, event.to);
    out += ",\"v\":1}";
    return out;
}

base::Result<Event> parseLeaf(QByteArrayView leaf)
{
    const auto scanned = scanLeaf(leaf);
    if (!scanned)
        return base::fail(scanned.error().code, u"The event cannot be read: "_s + scanned.error().message + u'.');
    Event event;
    event.seq = scanned->seq;
    event.at = scanned->at;
    event.kind = QString::fromLatin1(scanned->kind);
    event.tenant = scanned->tenant.text();
    event.operation = scanned->operation;
    event.actor = {QString::fromLatin1(scanned->actorType), scanned->actorId.text()};
    event.run = scanned->run.text();
    event.from = scanned->from.text();
    event.to = scanned->to.text();
    event.digests = digestsOf(scanned->digests);
    if (scanned->data.size() > 2) {
        const auto data = base::parseStoredCanonical(scanned->data);
        if (!data)
            return tl::unexpected(data.error());
        event.data = data->value.toObject();
    }
    return event;
}

} // namespace obstat::evidence
