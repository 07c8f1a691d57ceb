#include "hostile/hostileledger.h"

#include "base/canonicaljson.h"
#include "base/visibletext.h"

#include <QJsonArray>

namespace obstat::tests {

using namespace Qt::StringLiterals;
using ledger::AttemptOutcome;

namespace {

/// A TOML basic string with every character but plain ASCII written as an escape.
QByteArray tomlString(const QString &text)
{
    QByteArray out = "\"";
    for (const char32_t point : text.toUcs4()) {
        if (point >= 0x20 && point < 0x7F && point != U'"' && point != U'\\')
            out += static_cast<char>(point);
        else
            out += "\\U" + QByteArray::number(static_cast<uint>(point), 16).rightJustified(8, '0');
    }
    return out + '"';
}

base::CanonicalJson json(const QJsonObject &object)
{
    return {object, base::canonicalBytes(object)};
}

} // namespace

HostileLedger::HostileLedger(const HostileText &text) : m_text(text)
{
    loadTool();
    activatePolicy();
    addPeople();
    addWaiting();
    addSettled();
    addRejected();
    addConflict();
    (void)need(m_ledger.writer().seal(), "seal");
    need(m_ledger.writer().heartbeat(u"running"_s), "heartbeat");
}

approval::SigningKey HostileLedger::approverKey()
{
    return need(approval::SigningKey::fromSeed(QByteArray(32, 'b')), "key");
}

QString HostileLedger::put(const QString &field)
{
    m_shown.insert(field, m_text.shown(field));
    return m_text.of(field);
}

/// The registry with hostile sentences for people; where they are refused, with plain ones.
void HostileLedger::loadTool()
{
    const QByteArray plain = LedgerUnderTest::toolsToml();
    const QByteArray head = "[tool.pay]\n";
    QByteArray notes = head;
    const QList<std::pair<QByteArray, QString>> fields{
        {"title", u"title"_s}, {"undo_note", u"undo-note"_s}, {"on_repeat_note", u"repeat-note"_s}};
    for (const auto &[key, field] : fields) {
        const QByteArray line = key + " = " + tomlString(m_text.of(field)) + '\n';
        const auto read =
            policy::Registry::parse(QByteArray(plain).replace(head, QByteArray(head + line)), u"tools.toml"_s);
        if (read) {
            notes += line;
            m_shown.insert(field, m_text.shown(field));
        } else {
            m_refused.insert(field, read.error().message + u' ' + read.error().detail);
        }
    }
    m_ledger.loadTools(QByteArray(plain).replace(head, notes));
}

void HostileLedger::activatePolicy()
{
    const QByteArray plain = LedgerUnderTest::policyToml();
    const QByteArray text = QByteArray(plain).replace("\"This record is blocked.\"", tomlString(m_text.of(u"deny"_s)));
    const auto read = policy::Policy::parse(text, u"policy.toml"_s);
    if (read)
        m_shown.insert(u"deny"_s, m_text.shown(u"deny"_s));
    else
        m_refused.insert(u"deny"_s, read.error().message);
    m_ledger.activatePolicy(read ? text : plain);
}

void HostileLedger::addPeople()
{
    const auto key = need(approval::SigningKey::fromSeed(QByteArray(32, 'q')), "key");
    const auto enrol = [&](const QString &person, const QString &role, const QString &tenant) {
        return m_ledger.act(
            u"enrol"_s, person,
            {{u"public_key"_s, key.publicKey().base64()},
             {u"roles"_s, QJsonArray{role}},
             {u"tenants"_s, QJsonArray{tenant}},
             {u"proof"_s,
              QString::fromLatin1(approval::enrolProof(u"obstat.local/contract"_s, person, key).toBase64())}});
    };
    const auto tell = [this](const QString &field, const auto &done) {
        if (done)
            m_shown.insert(field, m_text.shown(field));
        else
            m_refused.insert(field, done.error().message);
        return done.has_value();
    };
    bool enrolled = tell(u"person"_s, enrol(m_text.of(u"person"_s), u"treasury"_s, u"*"_s));
    if (!enrolled)
        enrolled = tell(u"person-role"_s, enrol(u"q"_s, m_text.of(u"person-role"_s), u"*"_s));
    if (!enrolled)
        (void)tell(u"person-tenant"_s, enrol(u"q"_s, u"treasury"_s, m_text.of(u"person-tenant"_s)));
    const auto token = [&](const QString &id, const QString &tenant, const QString &actor, const QString &sponsor) {
        return m_ledger.act(u"token"_s, id,
                            {{u"hash"_s, QString(64, u'a')},
                             {u"tenant"_s, tenant},
                             {u"actor"_s, actor},
                             {u"sponsor"_s, sponsor},
                             {u"scopes"_s, QJsonArray{u"submit"_s}}});
    };
    (void)tell(u"token-actor"_s, token(u"000000000001"_s, u"acme"_s, m_text.of(u"token-actor"_s), u"mayr"_s));
    (void)tell(u"token-tenant"_s, token(u"000000000002"_s, m_text.of(u"token-tenant"_s), u"a"_s, u"mayr"_s));
    (void)tell(u"token-sponsor"_s, token(u"000000000003"_s, u"acme"_s, u"a"_s, m_text.of(u"token-sponsor"_s)));
    (void)tell(u"token-id"_s, token(m_text.of(u"token-id"_s), u"acme"_s, u"a"_s, u"mayr"_s));
}

/// Every field of a submit; `prefix` keeps the plans' fields apart.
ledger::Submission HostileLedger::plan(const QString &record, const QString &amount, const QString &prefix)
{
    const QString key = prefix + u"key"_s;
    m_shown.insert(key, m_text.shownInPath(key));
    const QString factKey = prefix + u"fact-key"_s;
    m_shown.insert(factKey, m_text.shownInPath(factKey));
    ledger::Submission submission;
    // Both are the token's, so what no token can say no plan can.
    submission.tenant = m_refused.contains(u"token-tenant"_s) ? u"acme"_s : put(prefix + u"tenant"_s);
    submission.actor = m_refused.contains(u"token-actor"_s) ? u"ops-agent-3"_s : put(prefix + u"actor"_s);
    submission.tokenId = u"000000000001"_s;
    submission.sponsor = m_text.of(prefix + u"sponsor"_s);
    submission.tool = u"pay"_s;
    submission.run = put(prefix + u"run"_s);
    submission.rationale = m_text.of(prefix + u"rationale"_s);
    submission.arguments = json({{u"record"_s, record},
                                 {u"amount"_s, amount},
                                 {m_text.of(key), put(prefix + u"value"_s)},
                                 {u"nested"_s, QJsonArray{QJsonObject{{u"leaf"_s, put(prefix + u"leaf"_s)}}}}});
    submission.facts = json({{u"known"_s, true}, {m_text.of(factKey), put(prefix + u"fact"_s)}});
    return submission;
}

qint64 HostileLedger::submit(const ledger::Submission &submission)
{
    const ledger::SubmitAnswer answer = m_ledger.submit(submission);
    if (!answer.operation)
        qFatal("refused: %s", qUtf8Printable(answer.code + u' ' + answer.message));
    m_ledger.clock.advance(base::kSecond);
    return answer.operation->id;
}

void HostileLedger::addWaiting()
{
    (void)submit(plan(put(u"record"_s), u"1250.00"_s, u"wait-"_s));
    m_shown.insert(u"wait-rationale"_s, m_text.shown(u"wait-rationale"_s));
    (void)submit(plan(u"W-2"_s, u"1300.00"_s, u"second-"_s)); // for the panel of several
}

/// One that succeeded, one that failed, one whose outcome is unknown, each with what its owner answered.
void HostileLedger::addSettled()
{
    const QList<AttemptOutcome> outcomes{AttemptOutcome::Succeeded, AttemptOutcome::NoEffect,
                                         AttemptOutcome::Unmatched};
    for (const AttemptOutcome outcome : outcomes) {
        const QString prefix = outcomeText(outcome) + u'-';
        (void)submit(plan(u"S-"_s + prefix, u"10.00"_s, prefix));
        const ledger::Claim claim = m_ledger.claimOne();
        ledger::AttemptEnd end = LedgerUnderTest::ending(claim, m_ledger.start(claim), outcome);
        end.response = "HTTP/1.1 200 " + m_text.of(prefix + u"response"_s).toUtf8();
        if (outcome != AttemptOutcome::Unmatched) {
            const QString key = prefix + u"result-key"_s;
            end.result = base::canonicalBytes(QJsonObject{{m_text.of(key), put(prefix + u"result"_s)}});
            m_shown.insert(key, m_text.shownInPath(key));
            end.reference = put(prefix + u"reference"_s);
        }
        (void)m_ledger.end(end);
        m_ledger.clock.advance(base::kSecond);
    }
}

/// Rejected for a hostile reason, and planned again, so that the two are compared.
void HostileLedger::addRejected()
{
    const qint64 id = submit(plan(u"R-1"_s, u"1400.00"_s, u"rejected-"_s));
    approval::DecisionBody body = m_ledger.decisionBody(m_ledger.row(id), u"reject"_s);
    body.reason = m_text.of(u"reason"_s);
    const auto admitted = m_ledger.writer().admit(m_ledger.sign(body));
    if (admitted && admitted->outcome == ledger::Admission::Outcome::Admitted) {
        m_shown.insert(u"reason"_s, m_text.shown(u"reason"_s));
    } else {
        m_refused.insert(u"reason"_s, admitted ? admitted->message : admitted.error().message);
        (void)m_ledger.decide(m_ledger.row(id), u"reject"_s);
    }
    (void)submit(plan(u"R-1"_s, u"1401.00"_s, u"again-"_s));
    const qint64 withdrawn = submit(plan(u"R-2"_s, u"1402.00"_s, u"withdrawn-"_s));
    const ledger::OperationRow row = m_ledger.row(withdrawn);
    (void)need(m_ledger.writer().withdraw(row.tenant, row.actor, row.id, m_text.of(u"withdraw-reason"_s)), "withdraw");
}

void HostileLedger::addConflict()
{
    ledger::Submission first = plan(u"C-1"_s, u"1500.00"_s, u"first-"_s);
    (void)submit(first);
    ledger::Submission second = plan(u"C-1"_s, u"1501.00"_s, u"other-"_s);
    second.tenant = first.tenant;
    for (const char *field : {"tenant", "fact", "fact-key"}) // of a conflict only the arguments are kept
        m_shown.remove(u"other-"_s + QLatin1StringView(field));
    m_shown[u"other-key"_s].replace(u"[U+003A]"_s, u":"_s); // no label that a colon ends
    for (const char *field : {"value", "leaf"}) {           // two payloads are compared as JSON
        const QString name = u"other-"_s + QLatin1StringView(field);
        m_shown[name] = base::visibleText(QString::fromUtf8(base::canonicalBytes(QJsonValue(m_text.of(name)))));
    }
    const ledger::SubmitAnswer answer = m_ledger.submit(second);
    if (answer.kind != ledger::AnswerKind::Conflict)
        qFatal("no conflict: %s", qUtf8Printable(answer.code));
}

} // namespace obstat::tests
