#include "console/models/payloaddiff.h"

#include "base/canonicaljson.h"
#include "base/jsonpath.h"
#include "base/visibletext.h"

namespace obstat::console {

namespace {

std::optional<QString> textAt(const QJsonValue &root, const QString &pointer)
{
    const auto value = base::lookUpPointer(root, pointer);
    if (!value)
        return {};
    return base::visibleText(QString::fromUtf8(base::canonicalBytes(*value)));
}

} // namespace

base::Result<QList<PayloadDifference>> payloadDifferences(const QByteArray &first, const QByteArray &second)
{
    const auto before = base::parseStoredCanonical(first);
    if (!before)
        return tl::unexpected(before.error());
    const auto after = base::parseStoredCanonical(second);
    if (!after)
        return tl::unexpected(after.error());
    QList<PayloadDifference> differences;
    for (const QString &pointer : base::differingPointers(before->value, after->value))
        differences.append({base::visibleText(pointer), textAt(before->value, pointer), textAt(after->value, pointer)});
    return differences;
}

} // namespace obstat::console
