#include "console/models/answerwording.h"

#include "base/canonicaljson.h"
#include "base/foreignjson.h"
#include "base/visibletext.h"
#include "console/models/wording.h"
#include "evidence/event.h"
#include "evidence/eventkinds.h"

namespace obstat::console {

using namespace Qt::StringLiterals;

QString AnswerWording::said(const OperationDetail &detail, const QString &digest)
{
    const auto stored = detail.answers.constFind(digest);
    if (digest.isEmpty() || stored == detail.answers.constEnd())
        return {};
    if (!*stored)
        return Wording::error(stored->error());
    if (!**stored)
        return tr("The answer was purged");
    const QJsonObject record = base::parseForeign(***stored).value_or(QJsonValue()).toObject();
    if (const QString binary = record.value(u"body_base64"_s).toString(); !binary.isEmpty())
        return tr("%1 bytes that are no text").arg(Wording::number(QByteArray::fromBase64(binary.toLatin1()).size()));
    QStringList parts;
    for (QString part : {record.value(u"body"_s).toString(), record.value(u"reason"_s).toString()}) {
        while (part.endsWith(u'\n') || part.endsWith(u'\r'))
            part.chop(1);
        if (!part.isEmpty())
            parts.append(base::visibleText(part));
    }
    if (const QJsonValue response = record.value(u"response"_s); response.isObject())
        parts.append(base::visibleText(QString::fromUtf8(base::canonicalBytes(response))));
    return parts.join(u" · "_s);
}

QString AnswerWording::digestOf(const ledger::EventRow &event)
{
    if (event.kind != evidence::kinds::reported)
        return {};
    const auto leaf = evidence::parseLeaf(event.leaf);
    return leaf ? leaf->digests.value(u"response"_s) : QString();
}

} // namespace obstat::console
