#include "evidence/leafscanner.h"

#include "evidence/canonicalscanner.h"
#include "evidence/eventkinds.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace obstat::evidence {
namespace {

constexpr int kInsideLeaf = 1; // depth of the leaf's members

bool scanText(CanonicalScanner &scanner, ScannedText &text)
{
    CanonicalScanner::Text scanned;
    if (!scanner.string(scanned))
        return false;
    text.raw = scanned.raw;
    text.escaped = scanned.escaped;
    return true;
}

/// A string that is null when empty.
bool scanOptionalText(CanonicalScanner &scanner, ScannedText &text)
{
    text.isNull = scanner.tryLiteral("null");
    if (text.isNull)
        return true;
    return scanText(scanner, text) && (!text.raw.isEmpty() || scanner.refuse("an empty string where null is written"));
}

bool scanActorType(CanonicalScanner &scanner, QByteArrayView &type)
{
    CanonicalScanner::Text text;
    if (!scanner.string(text))
        return false;
    type = text.raw;
    return actors::isKnown(QLatin1StringView(type)) || scanner.refuse("an unknown type of actor");
}

bool scanKind(CanonicalScanner &scanner, QByteArrayView &kind)
{
    CanonicalScanner::Text text;
    if (!scanner.string(text))
        return false;
    kind = text.raw;
    const bool name = !kind.isEmpty() &&
                      std::all_of(kind.begin(), kind.end(), [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
    return name || scanner.refuse("a kind that is not a name");
}

bool scanOperation(CanonicalScanner &scanner, std::optional<qint64> &operation)
{
    if (scanner.tryLiteral("null"))
        return true;
    qint64 number = 0;
    if (!scanner.natural(number))
        return false;
    operation = number;
    return true;
}

bool scanVersion(CanonicalScanner &scanner)
{
    qint64 version = 0;
    return scanner.natural(version) && (version == 1 || scanner.refuse("a format version that is not 1"));
}

bool scanMembers(CanonicalScanner &s, ScannedLeaf &leaf)
{
    // The members in the order of RFC 8785.
    return s.literal("{\"actor\":{\"id\":") && scanText(s, leaf.actorId) && s.literal(",\"type\":") &&
           scanActorType(s, leaf.actorType) && s.literal("},\"at\":") && s.natural(leaf.at) &&
           s.literal(",\"data\":") && s.object(kInsideLeaf, leaf.data) && s.literal(",\"digests\":") &&
           s.digestObject(leaf.digests) && s.literal(",\"from\":") && scanOptionalText(s, leaf.from) &&
           s.literal(",\"kind\":") && scanKind(s, leaf.kind) && s.literal(",\"operation\":") &&
           scanOperation(s, leaf.operation) && s.literal(",\"run\":") && scanOptionalText(s, leaf.run) &&
           s.literal(",\"seq\":") && s.natural(leaf.seq) && s.literal(",\"tenant\":") && scanText(s, leaf.tenant) &&
           s.literal(",\"to\":") && scanOptionalText(s, leaf.to) && s.literal(",\"v\":") && scanVersion(s) &&
           s.literal("}") && s.atEnd();
}

} // namespace

QString ScannedText::text() const
{
    return CanonicalScanner::decoded({raw, escaped, false});
}

base::Result<ScannedLeaf> scanLeaf(QByteArrayView leaf)
{
    CanonicalScanner scanner(leaf);
    ScannedLeaf scanned;
    if (!scanMembers(scanner, scanned))
        return base::fail(base::ErrorCode::Corrupt,
                          u"it is not the canonical text of an event: "_s + scanner.failure());
    return scanned;
}

} // namespace obstat::evidence
