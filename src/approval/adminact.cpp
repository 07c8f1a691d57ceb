#include "approval/adminact.h"

#include "approval/strictobject.h"
#include "base/canonicaljson.h"
#include "base/digest.h"

namespace obstat::approval {

using namespace Qt::StringLiterals;
using base::ErrorCode;
using Shape = StrictObject::Shape;

namespace {

constexpr qsizetype kBodyLimit = 64 * 1024;
constexpr qsizetype kEnvelopeLimit = 2 * 1024 * 1024; // it carries a whole policy or registry text
constexpr int kBodyDepth = 8;

const QStringList &acts()
{
    static const QStringList list = {u"enrol"_s,    u"revoke"_s,   u"role"_s,   u"token"_s,        u"policy"_s,
                                     u"registry"_s, u"delegate"_s, u"resume"_s, u"automatic_on"_s, u"epoch"_s};
    return list;
}

QByteArray signedBytes(const QByteArray &body)
{
    return QByteArray("obstat/admin/v1\n"_ba + body);
}

QByteArray proofBytes(const QString &origin, const QString &subject, const PublicKey &key)
{
    const QByteArray claim = base::canonicalBytes(
        QJsonObject{{u"origin"_s, origin}, {u"subject"_s, subject}, {u"public_key"_s, key.base64()}});
    return QByteArray("obstat/enrol/v1\n"_ba + claim);
}

} // namespace

QByteArray AdminAct::canonical() const
{
    return base::canonicalBytes(QJsonObject{
        {u"origin"_s, origin},
        {u"act"_s, act},
        {u"subject"_s, subject.isEmpty() ? QJsonValue(QJsonValue::Null) : QJsonValue(subject)},
        {u"data"_s, data},
        {u"data_digest"_s, base::digestHex(base::canonicalBytes(data))},
        {u"admin"_s, admin},
        {u"key_id"_s, keyId},
        {u"nonce"_s, nonce},
        {u"at"_s, at},
    });
}

base::Result<AdminAct> AdminAct::parse(const QByteArray &canonical)
{
    const auto json = base::parseCanonical(canonical, {.maxBytes = kBodyLimit, .maxDepth = kBodyDepth});
    if (!json)
        return base::fail(ErrorCode::Malformed, u"The administrator's act is not readable."_s, json.error().message);
    if (json->bytes != canonical || !json->value.isObject())
        return base::fail(ErrorCode::Malformed, u"The administrator's act is not an object in canonical JSON."_s);
    StrictObject object(json->value.toObject(), u"The administrator's act"_s);
    AdminAct act;
    act.origin = object.text("origin"_L1);
    act.act = object.text("act"_L1);
    act.subject = object.textOrNull("subject"_L1, Shape::Name);
    act.data = object.object("data"_L1);
    const QString dataDigest = object.text("data_digest"_L1, Shape::Hex64);
    act.admin = object.text("admin"_L1, Shape::Name);
    act.keyId = object.text("key_id"_L1, Shape::Hex16);
    act.nonce = object.text("nonce"_L1, Shape::Hex32);
    act.at = object.integer("at"_L1, 0);
    if (!acts().contains(act.act))
        object.refuse(u"is of an unknown kind"_s);
    if (dataDigest != base::digestHex(base::canonicalBytes(act.data)))
        object.refuse(u"has data that do not match their digest"_s);
    if (const auto finished = object.finish(); !finished)
        return tl::unexpected(finished.error());
    return act;
}

base::Result<> checkDocument(const AdminAct &act, const QByteArray &document)
{
    if (act.act != "policy"_L1 && act.act != "registry"_L1) {
        if (!document.isEmpty())
            return base::fail(ErrorCode::Malformed, u"An act '%1' carries no document."_s.arg(act.act));
        return {};
    }
    if (document.size() != act.data.value("size"_L1).toInteger(-1) || base::digestHex(document) != act.subject)
        return base::fail(ErrorCode::Malformed,
                          u"The document is not the one that the act '%1' names by digest and size."_s.arg(act.act));
    return {};
}

QByteArray SignedAct::toJson(const QByteArray &document) const
{
    QJsonObject object{{u"body"_s, QString::fromLatin1(body.toBase64())},
                       {u"signature"_s, QString::fromLatin1(signature.toBase64())}};
    if (!document.isEmpty())
        object.insert("document"_L1, QString::fromLatin1(document.toBase64()));
    return base::canonicalBytes(object);
}

base::Result<SignedAct::Parsed> SignedAct::fromJson(const QByteArray &json)
{
    const auto parsed = base::parseCanonical(json, {.maxBytes = kEnvelopeLimit, .maxDepth = 2});
    if (!parsed)
        return base::fail(ErrorCode::Malformed, u"The signed act is not readable."_s, parsed.error().message);
    if (!parsed->value.isObject())
        return base::fail(ErrorCode::Malformed, u"The signed act is not an object."_s);
    StrictObject object(parsed->value.toObject(), u"The signed act"_s);
    Parsed act;
    act.body = object.bytes("body"_L1);
    act.signature = object.bytes("signature"_L1);
    if (object.contains("document"_L1))
        act.document = object.bytes("document"_L1);
    if (const auto finished = object.finish(); !finished)
        return tl::unexpected(finished.error());
    return act;
}

SignedAct signAct(const AdminAct &act, const SigningKey &key)
{
    const QByteArray body = act.canonical();
    return {body, key.sign(signedBytes(body))};
}

bool verifyAct(const SignedAct &act, const PublicKey &key)
{
    return verify(key, signedBytes(act.body), act.signature);
}

QByteArray enrolProof(const QString &origin, const QString &subject, const SigningKey &key)
{
    return key.sign(proofBytes(origin, subject, key.publicKey()));
}

bool verifyEnrolProof(const QString &origin, const QString &subject, const PublicKey &key, const QByteArray &proof)
{
    return verify(key, proofBytes(origin, subject, key), proof);
}

} // namespace obstat::approval
