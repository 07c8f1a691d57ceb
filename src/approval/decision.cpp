#include "approval/decision.h"

#include "approval/strictobject.h"
#include "base/canonicaljson.h"

#include <limits>

namespace obstat::approval {

using namespace Qt::StringLiterals;
using base::ErrorCode;
using Shape = StrictObject::Shape;

namespace {

constexpr qsizetype kBodyLimit = 64 * 1024;
constexpr qsizetype kEnvelopeLimit = 256 * 1024;
constexpr qsizetype kReplacementLimit = 64 * 1024;

const QByteArray &prefix()
{
    static const QByteArray text = "obstat/decision/v1\n"_ba;
    return text;
}

const QStringList &kinds()
{
    static const QStringList list = {
        u"approve"_s,           u"reject"_s,           u"change"_s,    u"reopen"_s,
        u"resolve_succeeded"_s, u"resolve_absent"_s,   u"ask_again"_s, u"conflict_keep"_s,
        u"conflict_new"_s,      u"conflict_dismiss"_s, u"release"_s,   u"legal_hold"_s,
    };
    return list;
}

QJsonValue orNull(const QString &text)
{
    return text.isEmpty() ? QJsonValue(QJsonValue::Null) : QJsonValue(text);
}

/// What the members say about each other.
void checkSense(const DecisionBody &body, StrictObject &object)
{
    if (!kinds().contains(body.kind))
        object.refuse(u"has an unknown kind"_s);
    const bool verdictKind = body.kind == "approve"_L1 || body.kind == "reject"_L1;
    if (body.verdict != (verdictKind ? body.kind : QString()))
        object.refuse(u"has a verdict that its kind does not have"_s);
    if (body.kind == "change"_L1 && body.replacementDigest.isEmpty())
        object.refuse(u"changes without the digest of the edited payload"_s);
    if (body.kind == "approve"_L1 && body.shownDigest.isEmpty())
        object.refuse(u"approves without the digest of what was shown"_s);
    if (body.surface != "console"_L1 && body.surface != "console-bulk"_L1 && body.surface != "ctl"_L1)
        object.refuse(u"has an unknown surface"_s);
}

} // namespace

QByteArray DecisionBody::canonical() const
{
    return base::canonicalBytes(QJsonObject{
        {u"origin"_s, origin},
        {u"tenant"_s, tenant},
        {u"operation"_s, operation},
        {u"intent_key"_s, intentKey},
        {u"revision"_s, revision},
        {u"version"_s, version},
        {u"tool"_s, tool},
        {u"registry_digest"_s, registryDigest},
        {u"payload_digest"_s, payloadDigest},
        {u"facts_digest"_s, orNull(factsDigest)},
        {u"policy_digest"_s, orNull(policyDigest)},
        {u"kind"_s, kind},
        {u"verdict"_s, orNull(verdict)},
        {u"reason"_s, orNull(reason)},
        {u"evidence_digest"_s, orNull(evidenceDigest)},
        {u"replacement_digest"_s, orNull(replacementDigest)},
        {u"approver"_s, approver},
        {u"key_id"_s, keyId},
        {u"nonce"_s, nonce},
        {u"decided_at"_s, decidedAt},
        {u"expires_at"_s, expiresAt == 0 ? QJsonValue(QJsonValue::Null) : QJsonValue(expiresAt)},
        {u"shown_digest"_s, orNull(shownDigest)},
        {u"ms_shown"_s, millisecondsShown},
        {u"all_shown"_s, allShown},
        {u"surface"_s, surface},
        {u"on_behalf_of"_s, orNull(onBehalfOf)},
        {u"conflict_event"_s, conflictEvent < 0 ? QJsonValue(QJsonValue::Null) : QJsonValue(conflictEvent)},
        {u"new_intent_key"_s, orNull(newIntentKey)},
        {u"reference"_s, orNull(reference)},
    });
}

base::Result<DecisionBody> DecisionBody::parse(const QByteArray &canonical)
{
    const auto json = base::parseCanonical(canonical, {.maxBytes = kBodyLimit, .maxDepth = 2});
    if (!json)
        return base::fail(ErrorCode::Malformed, u"The decision is not readable."_s, json.error().message);
    if (json->bytes != canonical || !json->value.isObject())
        return base::fail(ErrorCode::Malformed, u"The decision is not an object in canonical JSON."_s);
    StrictObject object(json->value.toObject(), u"The decision"_s);
    DecisionBody body;
    body.origin = object.text("origin"_L1);
    body.tenant = object.text("tenant"_L1, Shape::Name);
    body.operation = object.integer("operation"_L1, 0);
    body.intentKey = object.text("intent_key"_L1, Shape::Hex32);
    const qint64 revision = object.integer("revision"_L1, 0);
    body.version = object.integer("version"_L1, 0);
    body.tool = object.text("tool"_L1);
    body.registryDigest = object.text("registry_digest"_L1, Shape::Hex64);
    body.payloadDigest = object.text("payload_digest"_L1, Shape::Hex64);
    body.factsDigest = object.textOrNull("facts_digest"_L1, Shape::Hex64);
    body.policyDigest = object.textOrNull("policy_digest"_L1, Shape::Hex64);
    body.kind = object.text("kind"_L1);
    body.verdict = object.textOrNull("verdict"_L1);
    body.reason = object.textOrNull("reason"_L1);
    body.evidenceDigest = object.textOrNull("evidence_digest"_L1, Shape::Hex64);
    body.replacementDigest = object.textOrNull("replacement_digest"_L1, Shape::Hex64);
    body.approver = object.text("approver"_L1, Shape::Name);
    body.keyId = object.text("key_id"_L1, Shape::Hex16);
    body.nonce = object.text("nonce"_L1, Shape::Hex32);
    body.decidedAt = object.integer("decided_at"_L1, 0);
    body.expiresAt = object.integerOrNull("expires_at"_L1, 1, 0);
    body.shownDigest = object.textOrNull("shown_digest"_L1, Shape::Hex64);
    body.millisecondsShown = object.integer("ms_shown"_L1, 0);
    body.allShown = object.boolean("all_shown"_L1);
    body.surface = object.text("surface"_L1);
    body.onBehalfOf = object.textOrNull("on_behalf_of"_L1, Shape::Name);
    body.conflictEvent = object.integerOrNull("conflict_event"_L1, 0, -1);
    body.newIntentKey = object.textOrNull("new_intent_key"_L1, Shape::Hex32);
    body.reference = object.textOrNull("reference"_L1);
    if (revision > std::numeric_limits<int>::max())
        object.refuse(u"has a revision that is too large"_s);
    body.revision = int(revision);
    checkSense(body, object);
    if (const auto finished = object.finish(); !finished)
        return tl::unexpected(finished.error());
    return body;
}

QByteArray DecisionEnvelope::toJson() const
{
    QJsonObject envelope{{u"body"_s, QString::fromLatin1(body.toBase64())},
                         {u"signature"_s, QString::fromLatin1(signature.toBase64())},
                         {u"sent_at"_s, sentAt}};
    if (!replacement.isEmpty())
        envelope.insert("replacement"_L1, QString::fromLatin1(replacement.toBase64()));
    return base::canonicalBytes(envelope);
}

base::Result<DecisionEnvelope> DecisionEnvelope::fromJson(const QByteArray &json)
{
    const auto parsed = base::parseCanonical(json, {.maxBytes = kEnvelopeLimit, .maxDepth = 2});
    if (!parsed)
        return base::fail(ErrorCode::Malformed, u"The decision's envelope is not readable."_s, parsed.error().message);
    if (!parsed->value.isObject())
        return base::fail(ErrorCode::Malformed, u"The decision's envelope is not an object."_s);
    StrictObject object(parsed->value.toObject(), u"The decision's envelope"_s);
    DecisionEnvelope envelope;
    envelope.body = object.bytes("body"_L1);
    envelope.signature = object.bytes("signature"_L1);
    envelope.sentAt = object.integer("sent_at"_L1, 0);
    if (object.contains("replacement"_L1))
        envelope.replacement = object.bytes("replacement"_L1);
    if (envelope.replacement.size() > kReplacementLimit)
        object.refuse(u"carries an edited payload of more than 64 KiB"_s);
    if (const auto finished = object.finish(); !finished)
        return tl::unexpected(finished.error());
    return envelope;
}

DecisionEnvelope signDecision(const DecisionBody &body, const SigningKey &key, base::Micros sentAt)
{
    const QByteArray canonical = body.canonical();
    return {canonical, key.sign(QByteArray(prefix() + canonical)), sentAt};
}

bool verifyDecision(const DecisionEnvelope &envelope, const PublicKey &key)
{
    return verify(key, QByteArray(prefix() + envelope.body), envelope.signature);
}

} // namespace obstat::approval
