#include "console/client/enrolment.h"

#include "approval/adminact.h"
#include "base/canonicaljson.h"
#include "base/textfile.h"

namespace obstat::console {

using namespace Qt::StringLiterals;
using base::ErrorCode;

base::Result<QJsonObject> readEnrolment(const QString &file, const QByteArray &passphrase, const QString &origin,
                                        const QString &name)
{
    const auto text = base::readTextFile(file);
    if (!text)
        return tl::unexpected(text.error());
    if (text->startsWith("-----BEGIN")) {
        const auto key = approval::loadKeyFile(file, passphrase);
        if (!key)
            return tl::unexpected(key.error());
        return QJsonObject{{u"public_key"_s, key->publicKey().base64()},
                           {u"proof"_s, QString::fromLatin1(approval::enrolProof(origin, name, *key).toBase64())}};
    }
    const auto request = base::parseCanonical(text->trimmed());
    if (!request || !request->value.isObject())
        return base::fail(ErrorCode::Malformed, u"%1 is neither a key file nor a request."_s.arg(file));
    const QJsonObject object = request->value.toObject();
    if (object.value(u"name"_s).toString() != name)
        return base::fail(ErrorCode::Conflict,
                          u"This is the request of %1, not of %2."_s.arg(object.value(u"name"_s).toString(), name));
    if (object.value(u"origin"_s).toString() != origin)
        return base::fail(ErrorCode::Conflict,
                          u"This request is for another ledger, %1."_s.arg(object.value(u"origin"_s).toString()));
    return QJsonObject{{u"public_key"_s, object.value(u"public_key"_s)}, {u"proof"_s, object.value(u"proof"_s)}};
}

} // namespace obstat::console
