#pragma once

#include "approval/adminact.h"
#include "approval/decision.h"
#include "approval/directory.h"
#include "base/digest.h"

#include <QJsonArray>

namespace obstat::tests {

/// The same key for the same letter.
inline approval::SigningKey keyOf(char letter)
{
    return approval::SigningKey::fromSeed(QByteArray(32, letter)).value();
}

inline QString digestOf(QByteArrayView text)
{
    return base::digestHex(text);
}

inline QString nonceOf(int number)
{
    return digestOf(QByteArray::number(number)).left(32);
}

/// Every member used, so that a swap of any of them is a change.
inline approval::DecisionBody approvalOfWithdrawal()
{
    approval::DecisionBody body;
    body.origin = QStringLiteral("obstat.local/5f0c6a52-1d0e-4c53-9a43-5a6f6ac7a001");
    body.tenant = QStringLiteral("default");
    body.operation = 24817;
    body.intentKey = QStringLiteral("5e33d7b53c0c0b8f1b3ad2c5a9b0c6a1");
    body.revision = 1;
    body.version = 3;
    body.tool = QStringLiteral("approve_withdrawal");
    body.registryDigest = digestOf("registry");
    body.payloadDigest = digestOf("payload");
    body.factsDigest = digestOf("facts");
    body.policyDigest = digestOf("policy");
    body.kind = QStringLiteral("approve");
    body.verdict = QStringLiteral("approve");
    body.reason = QStringLiteral("checked with the customer");
    body.evidenceDigest = digestOf("evidence");
    body.replacementDigest = digestOf("replacement");
    body.approver = QStringLiteral("m.keller");
    body.keyId = keyOf('k').publicKey().id();
    body.nonce = nonceOf(1);
    body.decidedAt = 1'789'912'800'000'000;
    body.expiresAt = 1'789'927'200'000'000;
    body.shownDigest = digestOf("shown");
    body.millisecondsShown = 5200;
    body.allShown = true;
    body.surface = QStringLiteral("console");
    body.onBehalfOf = QStringLiteral("a.okafor");
    body.conflictEvent = 77;
    body.newIntentKey = QStringLiteral("00112233445566778899aabbccddeeff");
    body.reference = QStringLiteral("inv_91");
    return body;
}

/// Valid too, by the same key, and different in every member.
inline approval::DecisionBody rejectOfRefund()
{
    approval::DecisionBody body;
    body.origin = QStringLiteral("obstat.local/aa0c6a52-1d0e-4c53-9a43-5a6f6ac7a002");
    body.tenant = QStringLiteral("acme");
    body.operation = 24818;
    body.intentKey = QStringLiteral("ffffd7b53c0c0b8f1b3ad2c5a9b0c6a1");
    body.revision = 2;
    body.version = 4;
    body.tool = QStringLiteral("issue_refund");
    body.registryDigest = digestOf("registry 2");
    body.payloadDigest = digestOf("payload 2");
    body.factsDigest = digestOf("facts 2");
    body.policyDigest = digestOf("policy 2");
    body.kind = QStringLiteral("reject");
    body.verdict = QStringLiteral("reject");
    body.reason = QStringLiteral("wrong account");
    body.evidenceDigest = digestOf("evidence 2");
    body.replacementDigest = digestOf("replacement 2");
    body.approver = QStringLiteral("j.doe");
    body.keyId = keyOf('l').publicKey().id();
    body.nonce = nonceOf(2);
    body.decidedAt = 1'789'912'900'000'000;
    body.expiresAt = 1'789'927'300'000'000;
    body.shownDigest = digestOf("shown 2");
    body.millisecondsShown = 900;
    body.allShown = false;
    body.surface = QStringLiteral("ctl");
    body.onBehalfOf = QStringLiteral("b.ito");
    body.conflictEvent = 78;
    body.newIntentKey = QStringLiteral("10112233445566778899aabbccddeeff");
    body.reference = QStringLiteral("inv_92");
    return body;
}

} // namespace obstat::tests
