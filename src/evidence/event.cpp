#include "evidence/event.h"

#include "base/canonicaljson.h"
#include "evidence/canonicalscanner.h"
#include "evidence/leafscanner.h"

#include <charconv>
#include <cstring>
#include <utility>

using namespace Qt::StringLiterals;

namespace obstat::evidence {
namespace {

/// Writes a leaf into memory that is known to be large enough.
class LeafWriter
{
public:
    explicit LeafWriter(qsizetype capacity) : m_out(capacity, Qt::Uninitialized), m_at(m_out.data()) {}

    template <size_t N>
    void literal(const char (&bytes)[N])
    {
        std::memcpy(m_at, bytes, N - 1);
        m_at += N - 1;
    }
    void bytes(QByteArrayView bytes)
    {
        std::memcpy(m_at, bytes.data(), static_cast<size_t>(bytes.size()));
        m_at += bytes.size();
    }
    void number(qint64 number) { m_at = std::to_chars(m_at, m_at + kMaxNumber, number).ptr; }
    void text(QStringView text)
    {
        unsigned special = 0; // no branch in the loop: nearly every text is printable ASCII
        char *to = m_at + 1;
        for (const QChar c : text) {
            const unsigned unit = c.unicode();
            special |= unsigned(unit - 0x20 >= 0x5F) | unsigned(unit == '"') | unsigned(unit == '\\');
            *to++ = static_cast<char>(unit);
        }
        if (special != 0) {
            bytes(base::canonicalString(text));
            return;
        }
        *m_at = '"';
        *to = '"';
        m_at = to + 1;
    }
    void textOrNull(const QString &string)
    {
        if (string.isEmpty())
            literal("null");
        else
            text(string);
    }
    [[nodiscard]] QByteArray take()
    {
        m_out.truncate(m_at - m_out.constData());
        return std::move(m_out);
    }

    static constexpr qsizetype kMaxNumber = 20;
    /// An upper bound: a character is at most six bytes (`\u001f`).
    static qsizetype space(const QString &text) { return 6 * text.size() + 2; }

private:
    QByteArray m_out;
    char *m_at;
};

void writeDigests(LeafWriter &out, const QMap<QString, QString> &digests)
{
    out.literal("{");
    bool first = true; // QMap sorts by UTF-16 code units, as RFC 8785 does
    for (auto it = digests.cbegin(); it != digests.cend(); ++it) {
        if (!first)
            out.literal(",");
        first = false;
        out.text(it.key());
        out.literal(":");
        out.text(it.value());
    }
    out.literal("}");
}

/// At least as many bytes as the leaf has.
qsizetype spaceFor(const Event &event, const QByteArray &data)
{
    constexpr qsizetype frame = 160 + 3 * LeafWriter::kMaxNumber;
    qsizetype space = frame + data.size();
    for (const QString *text :
         {&event.kind, &event.tenant, &event.actor.type, &event.actor.id, &event.run, &event.from, &event.to})
        space += LeafWriter::space(*text);
    for (auto it = event.digests.cbegin(); it != event.digests.cend(); ++it)
        space += LeafWriter::space(it.key()) + LeafWriter::space(it.value()) + 2;
    return space;
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
    return leafBytes(event, event.data.isEmpty() ? QByteArrayLiteral("{}") : base::canonicalBytes(event.data));
}

QByteArray leafBytes(const Event &event, const QByteArray &data)
{
    LeafWriter out(spaceFor(event, data));
    out.literal("{\"actor\":{\"id\":");
    out.text(event.actor.id);
    out.literal(",\"type\":");
    out.text(event.actor.type);
    out.literal("},\"at\":");
    out.number(event.at);
    out.literal(",\"data\":");
    out.bytes(data);
    out.literal(",\"digests\":");
    writeDigests(out, event.digests);
    out.literal(",\"from\":");
    out.textOrNull(event.from);
    out.literal(",\"kind\":");
    out.text(event.kind);
    out.literal(",\"operation\":");
    if (event.operation)
        out.number(*event.operation);
    else
        out.literal("null");
    out.literal(",\"run\":");
    out.textOrNull(event.run);
    out.literal(",\"seq\":");
    out.number(event.seq);
    out.literal(",\"tenant\":");
    out.text(event.tenant);
    out.literal(",\"to\":");
    out.textOrNull(event.to);
    out.literal(",\"v\":1}");
    return out.take();
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
