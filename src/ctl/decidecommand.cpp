#include "ctl/decidecommand.h"

#include "approval/evidencefile.h"
#include "approval/outbox.h"
#include "approval/showntext.h"
#include "base/digest.h"
#include "base/textfile.h"
#include "ctl/ledgeraccess.h"
#include "ctl/passphrase.h"
#include "ctl/storedplan.h"
#include "ledger/otherwork.h"

#include <CLI/CLI.hpp>

#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace obstat::ctl {

using base::ErrorCode;
using base::fail;
using base::Result;

namespace {

/// The kind of the signed decision that a word of the command line stands for (formats.md).
QString kindOf(const std::string &word)
{
    static const QHash<QString, QString> kinds{
        {u"happened"_s, u"resolve_succeeded"_s}, {u"did-not-happen"_s, u"resolve_absent"_s},
        {u"ask-again"_s, u"ask_again"_s},        {u"keep"_s, u"conflict_keep"_s},
        {u"dismiss"_s, u"conflict_dismiss"_s},   {u"new"_s, u"conflict_new"_s}};
    const QString text = QString::fromStdString(word);
    return kinds.value(text, text);
}

} // namespace

CLI::App *DecideCommand::declare(CLI::App &parent)
{
    CLI::App *command =
        parent.add_subcommand("decide", "Decide on a waiting plan, or on an unknown outcome, with a signature");
    command->add_option("operation", m_operation, "The operation's number")->required();
    command
        ->add_option(
            "verdict", m_verdict,
            "approve, reject, or change (reject, and plan edited arguments); of an unknown outcome: happened, "
            "did-not-happen, or ask-again (ask the owner now); of what failed or was rejected: reopen; of a conflict: "
            "keep (the first), dismiss, or new (accept the second as other work)")
        ->required()
        ->check(CLI::IsMember({"approve", "reject", "change", "happened", "did-not-happen", "ask-again", "reopen",
                               "keep", "dismiss", "new"}));
    command->add_option("--arguments", m_arguments, "change: a file with the edited arguments as JSON");
    command->add_option("--reference", m_reference, "happened: the owner's own number of the work");
    command->add_option("--conflict", m_conflict,
                        "keep, dismiss, new: the conflict's event number, as 'show' lists it");
    command->add_option("--name", m_name, "new: what tells the other work apart, such as second-part");
    command->add_option("--evidence", m_evidence,
                        "happened, did-not-happen: a file that shows it; its SHA-256 is signed, keep the file");
    command->add_option("--for", m_onBehalfOf, "Decide for this person, by a delegation in force");
    command->add_option("--reason", m_reason, "Why; a reject or change needs one, and the agent reads it");
    command->add_option("--as", m_as, "Who decides")->required();
    command->add_option("--key", m_key, "The approver's private key file")->required();
    command->add_option("--passphrase-file", m_passphraseFile, "File whose first line is that key's passphrase");
    command->add_flag("--json", m_json, "Print the answer as JSON");
    m_ledger.declare(*command);
    return command;
}

Result<DecideCommand::Shown> DecideCommand::show(ledger::LedgerReader &reader) const
{
    auto head = reader.head();
    auto row = reader.operation(m_operation);
    if (!head || !row)
        return tl::unexpected(head ? row.error() : head.error());
    if (!*row)
        return fail(ErrorCode::NotFound, u"There is no operation %1."_s.arg(m_operation));
    auto plan = storedPlan(reader, **row);
    if (!plan)
        return tl::unexpected(plan.error());
    Shown shown{**row, approval::shownText(*plan), approval::shownDigest(*plan), head->origin, {}, {}, {}};
    if (auto taken = takeSentBefore(reader, shown); !taken)
        return tl::unexpected(taken.error());
    if (auto taken = takeConflict(reader, shown); !taken)
        return tl::unexpected(taken.error());
    if (auto taken = takeEvidence(shown); !taken)
        return tl::unexpected(taken.error());
    return shown;
}

/// An approval that follows a send of the same work says so (contract 7.5: nobody may have looked).
Result<> DecideCommand::takeSentBefore(ledger::LedgerReader &reader, Shown &shown)
{
    const auto rows = reader.operationsByKey(shown.operation.tenant, shown.operation.intentKey);
    if (!rows)
        return tl::unexpected(rows.error());
    for (const ledger::OperationRow &row : *rows)
        if (row.id < shown.operation.id && row.attempts > 0)
            shown.sentBefore.append(
                u"operation %1, the same work, was sent to the owner; it counts as %2"_s.arg(row.id).arg(
                    statusText(row.status)));
    return {};
}

Result<> DecideCommand::takeConflict(ledger::LedgerReader &reader, Shown &shown) const
{
    if (m_conflict < 0)
        return {};
    const auto conflicts = reader.conflictsOf(m_operation);
    if (!conflicts)
        return tl::unexpected(conflicts.error());
    for (const ledger::ConflictRow &conflict : *conflicts) {
        if (conflict.event != m_conflict)
            continue;
        const auto payload = reader.payload(conflict.payloadDigest);
        if (!payload)
            return tl::unexpected(payload.error());
        if (!*payload)
            return fail(ErrorCode::NotFound, u"The second payload of this conflict was purged."_s);
        shown.second = **payload;
        return {};
    }
    return fail(ErrorCode::NotFound,
                u"Operation %1 has no conflict with the event number %2; 'show %1' lists them."_s.arg(m_operation)
                    .arg(m_conflict));
}

Result<> DecideCommand::takeEvidence(Shown &shown) const
{
    if (m_evidence.empty())
        return {};
    const auto digest = approval::evidenceDigest(QString::fromStdString(m_evidence));
    if (!digest)
        return tl::unexpected(digest.error());
    shown.evidenceDigest = *digest;
    return {};
}

QStringList DecideCommand::signedWords(const Shown &shown, const QByteArray &replacement) const
{
    QStringList lines{u"You sign: %1 on operation %2 as %3"_s.arg(QString::fromStdString(m_verdict))
                          .arg(m_operation)
                          .arg(QString::fromStdString(m_as))};
    const auto add = [&lines](const QString &label, const QString &text) {
        if (!text.isEmpty())
            lines.append(u"  "_s + label.leftJustified(12) + text);
    };
    for (const QString &before : shown.sentBefore)
        add(u"before this"_s, before);
    add(u"for"_s, QString::fromStdString(m_onBehalfOf));
    add(u"reason"_s, QString::fromStdString(m_reason));
    add(u"reference"_s, QString::fromStdString(m_reference));
    add(u"evidence"_s, shown.evidenceDigest.isEmpty()
                           ? QString()
                           : QString(QString::fromStdString(m_evidence) + u", SHA-256 "_s + shown.evidenceDigest));
    add(u"conflict"_s, m_conflict < 0 ? QString() : u"event %1"_s.arg(m_conflict));
    add(u"second call"_s, QString::fromUtf8(shown.second));
    add(u"name"_s, QString::fromStdString(m_name));
    add(u"new key"_s,
        m_name.empty() ? QString() : ledger::otherWork(shown.operation, QString::fromStdString(m_name)).intentKey);
    add(u"arguments"_s, QString::fromUtf8(replacement));
    return lines;
}

approval::DecisionBody DecideCommand::body(const Shown &shown, const approval::SigningKey &key)
{
    approval::DecisionBody body;
    body.origin = shown.origin;
    body.tenant = shown.operation.tenant;
    body.operation = shown.operation.id;
    body.intentKey = shown.operation.intentKey;
    body.revision = shown.operation.revision;
    body.version = shown.operation.version;
    body.tool = shown.operation.tool;
    body.registryDigest = shown.operation.registryDigest;
    body.payloadDigest = shown.operation.payloadDigest;
    body.factsDigest = shown.operation.factsDigest;
    body.policyDigest = shown.operation.policyDigest;
    body.kind = kindOf(m_verdict);
    body.verdict = body.kind == u"approve"_s || body.kind == u"reject"_s ? body.kind : QString();
    body.reference = QString::fromStdString(m_verdict == "new" ? m_name : m_reference);
    body.conflictEvent = m_conflict;
    if (m_verdict == "new")
        body.newIntentKey = ledger::otherWork(shown.operation, body.reference).intentKey;
    body.onBehalfOf = QString::fromStdString(m_onBehalfOf);
    body.reason = QString::fromStdString(m_reason);
    body.approver = QString::fromStdString(m_as);
    body.keyId = key.publicKey().id();
    body.nonce = QString::fromLatin1(context().random().bytes(16).toHex());
    body.decidedAt = context().clock().now();
    body.expiresAt = shown.operation.expiresAt;
    body.shownDigest = shown.digest;
    body.allShown = true; // showSigned() wrote the text in full before the passphrase was asked for
    body.surface = u"ctl"_s;
    return body;
}

/// The edited arguments in canonical form; empty where nothing is changed.
Result<QByteArray> DecideCommand::edited() const
{
    if (m_arguments.empty())
        return QByteArray();
    const QString path = QString::fromStdString(m_arguments);
    const auto text = base::readTextFile(path);
    if (!text)
        return tl::unexpected(text.error());
    auto arguments = base::parseCanonical(*text);
    if (!arguments || !arguments->value.isObject())
        return fail(ErrorCode::Malformed,
                    u"'%1' does not hold arguments: %2"_s.arg(path, arguments ? u"it is not a JSON object."_s
                                                                              : arguments.error().message));
    return arguments->bytes;
}

QString DecideCommand::wrongUsage() const
{
    const bool settles = m_verdict == "happened" || m_verdict == "did-not-happen";
    if (settles && m_reason.empty())
        return u"'%1' needs --reason: what you saw at the owner. It is the evidence."_s.arg(
            QString::fromStdString(m_verdict));
    if ((m_verdict == "reject" || m_verdict == "change") && m_reason.empty())
        return u"A reject needs --reason; the agent reads it."_s;
    if (m_verdict != "approve" && m_verdict != "ask-again" && m_reason.empty())
        return u"'%1' needs --reason."_s.arg(QString::fromStdString(m_verdict));
    if ((m_verdict == "change") != !m_arguments.empty())
        return u"'change' needs --arguments, and nothing else has them."_s;
    if (!m_reference.empty() && m_verdict != "happened")
        return u"Only 'happened' has a --reference."_s;
    const bool ofConflict = m_verdict == "keep" || m_verdict == "dismiss" || m_verdict == "new";
    if (ofConflict != (m_conflict >= 0))
        return u"'keep', 'dismiss' and 'new' need --conflict, and nothing else has it."_s;
    if ((m_verdict == "new") == m_name.empty())
        return u"'new' needs --name, and nothing else has it."_s;
    if (!m_evidence.empty() && !settles)
        return u"Only 'happened' and 'did-not-happen' have --evidence."_s;
    return {};
}

int DecideCommand::run()
{
    if (const QString wrong = wrongUsage(); !wrong.isEmpty()) {
        context().complain({ErrorCode::Usage, wrong});
        return WrongUsage;
    }
    const auto replacement = edited();
    if (!replacement)
        return context().complain(replacement.error());
    auto reader = m_ledger.reader();
    if (!reader)
        return context().complain(reader.error());
    const base::Micros from = context().clock().monotonic();
    auto shown = show(**reader);
    if (!shown)
        return context().complain(shown.error());
    context().showSigned(shown->text, signedWords(*shown, *replacement), m_json);
    auto passphrase = readPassphrase(
        QString::fromStdString(m_passphraseFile),
        u"Passphrase to sign '%1' as %2"_s.arg(QString::fromStdString(m_verdict), QString::fromStdString(m_as)));
    if (!passphrase)
        return context().complain(passphrase.error());
    auto key = approval::loadKeyFile(QString::fromStdString(m_key), *passphrase);
    if (!key)
        return context().complain(key.error());
    approval::DecisionBody decision = body(*shown, *key);
    decision.evidenceDigest = shown->evidenceDigest;
    const QByteArray &bound = m_conflict < 0 ? *replacement : shown->second;
    decision.replacementDigest = bound.isEmpty() ? QString() : base::digestHex(bound);
    decision.millisecondsShown = (context().clock().monotonic() - from) / base::kMillisecond;
    reader->reset();
    auto envelope = approval::signDecision(decision, *key, context().clock().now());
    envelope.replacement = *replacement;
    return send(envelope);
}

void DecideCommand::sendWaiting(LedgerAccess &access)
{
    approval::Outbox outbox(outboxPath());
    auto waiting = outbox.list();
    if (!waiting) {
        context().complain(waiting.error());
        return;
    }
    for (const approval::OutboxEntry &entry : std::as_const(waiting->entries)) {
        auto answer = access.decide(entry.envelope);
        if (!answer) {
            context().complain(answer.error());
            return;
        }
        if (auto removed = outbox.remove(entry.nonce); !removed)
            context().complain(removed.error());
        if (!m_json)
            context().say(u"Sent what waited in the outbox: "_s + answer->message);
    }
}

QString DecideCommand::outboxPath() const
{
    return QString::fromStdString(m_key) + u".outbox"_s;
}

int DecideCommand::keep(const approval::DecisionEnvelope &envelope, const base::Error &why)
{
    if (auto kept = approval::Outbox(outboxPath()).append(envelope); !kept)
        return context().complain(kept.error());
    const QString what = why.code == ErrorCode::Io
                             ? u"The instance gave no answer, so that the decision may have arrived"_s
                             : u"Not sent: no instance is reachable"_s;
    context().complain(
        {why.code, u"%1. It waits in %2 and goes with the next decision; it counts once."_s.arg(what, outboxPath()),
         why.message});
    return NotSent;
}

/// The address came from a row that a database writer could have changed: only the ledger itself says what was
/// admitted.
Result<> DecideCommand::requireInLedger(const approval::DecisionEnvelope &envelope) const
{
    const auto body = approval::DecisionBody::parse(envelope.body);
    auto reader = m_ledger.reader();
    if (!body || !reader)
        return tl::unexpected(body ? reader.error() : body.error());
    const auto row = (*reader)->decisionByNonce(body->nonce);
    if (!row)
        return tl::unexpected(row.error());
    const bool admitted = *row && (*row)->body == envelope.body && (*row)->state == u"admitted"_s;
    return admitted ? Result<>()
                    : fail(ErrorCode::Forbidden,
                           u"What answers at the address of the instance says 'admitted', but the ledger does not hold "
                           "this decision. Nothing was decided; find out what listens there."_s);
}

int DecideCommand::send(const approval::DecisionEnvelope &envelope)
{
    auto config = m_ledger.config();
    if (!config)
        return context().complain(config.error());
    auto access = LedgerAccess::open(*config, context().clock(), context().random());
    base::Result<DecisionAnswer> answer = tl::unexpected(access ? base::Error() : access.error());
    if (access) {
        sendWaiting(**access);
        answer = (*access)->decide(envelope);
    }
    // An instance that died before it answered may have admitted the decision; its nonce makes sending it again
    // harmless.
    const bool cut = access && !(*access)->isOwnWriter() && !answer && answer.error().code == ErrorCode::Io;
    if (cut ||
        (!answer && (answer.error().code == ErrorCode::Unavailable || answer.error().code == ErrorCode::Timeout)))
        return keep(envelope, answer.error());
    if (!answer)
        return context().complain(answer.error());
    if (answer->outcome == u"admitted"_s && !(*access)->isOwnWriter()) {
        if (auto kept = requireInLedger(envelope); !kept)
            return context().complain(kept.error());
    }
    if (m_json)
        context().print(QJsonObject{{u"outcome"_s, answer->outcome},
                                    {u"code"_s, answer->code},
                                    {u"message"_s, answer->message},
                                    {u"operation"_s, m_operation}});
    else if (answer->outcome == u"admitted"_s)
        context().say(answer->message);
    else
        context().complain({ErrorCode::Conflict, u"This decision changed nothing. "_s + answer->message});
    return answer->outcome == u"admitted"_s ? Done : Failed;
}

} // namespace obstat::ctl
