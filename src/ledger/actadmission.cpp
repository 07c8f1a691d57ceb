#include "ledger/actadmission.h"

#include "base/digest.h"

#include <QtEndian>

namespace obstat::ledger {

using namespace Qt::StringLiterals;
using base::ErrorCode;
using base::fail;

namespace {

constexpr qint64 kLeastSkipped = 1 << 20; // fences

QLatin1StringView kindOf(const approval::AdminAct &act)
{
    if (act.act == "enrol"_L1 || act.act == "role"_L1) {
        return evidence::kinds::enrolled;
    }
    if (act.act == "revoke"_L1) {
        return evidence::kinds::revoked;
    }
    if (act.act == "token"_L1) {
        return act.data.contains("revoked"_L1) ? evidence::kinds::tokenRevoked : evidence::kinds::tokenIssued;
    }
    if (act.act == "policy"_L1) {
        return evidence::kinds::policyActivated;
    }
    if (act.act == "registry"_L1) {
        return evidence::kinds::registryLoaded;
    }
    if (act.act == "delegate"_L1) {
        return evidence::kinds::delegated;
    }
    return evidence::kinds::resumed; // resume, automatic_on
}

QString refusedTests(const policy::Policy &policy)
{
    QStringList failed;
    for (const policy::TestResult &test : policy.runTests()) {
        if (!test.passed) {
            failed.append(u"'%1' expected %2 and got %3"_s.arg(test.name, test.expected.text(), test.got.text()));
        }
    }
    return failed.join(u"; "_s);
}

} // namespace

base::Result<> storeRegistry(WriterCore &core, const policy::Registry &registry)
{
    auto done = core.documents.store(registry.digest(), u"registry"_s, u"tools.toml"_s, registry.text(), core.now());
    const QList<QString> names = registry.names();
    for (const QString &name : names) {
        const policy::ToolEntry *entry = registry.find(name);
        if (done && entry != nullptr) {
            done = core.documents.store(entry->digest, u"entry"_s, name, entry->canonical, core.now());
        }
    }
    return done;
}

ActAdmission::ActAdmission(WriterCore &core)
    : m_core(core)
    , m_lookup(*core.connection)
    , m_insert(*core.connection, u"INSERT INTO act(event, act, subject, body, signature) VALUES(?,?,?,?,?)"_s)
    , m_all(*core.connection, u"SELECT event, body, signature FROM act ORDER BY event"_s)
    , m_enrolment(
          *core.connection,
          u"INSERT INTO enrolment(person, key_id, public_key, roles, tenants, since, revoked) VALUES(?,?,?,?,?,?,?) "
          "ON CONFLICT(person, key_id) DO UPDATE SET roles=excluded.roles, tenants=excluded.tenants, "
          "revoked=excluded.revoked"_s)
    , m_delegation(*core.connection, u"INSERT INTO delegation(delegate, principal, from_at, until_at, since, revoked) "
                                     "VALUES(?,?,?,?,?,?) ON CONFLICT DO UPDATE SET revoked=excluded.revoked"_s)
    , m_token(*core.connection, u"INSERT INTO token(id, hash, tenant, actor, sponsor, scopes, since, revoked) "
                                "VALUES(?,?,?,?,?,?,?,?) ON CONFLICT(id) DO UPDATE SET revoked=excluded.revoked"_s)
{
}

base::Result<approval::AdminAct> ActAdmission::admit(const approval::SignedAct &act, const QByteArray &document)
{
    m_next = m_core.rules;
    const qint64 number = m_core.events.head().size;
    auto content = m_next.directory.apply(act, number);
    if (!content) {
        return content;
    }
    if (auto carried = approval::checkDocument(*content, document); !carried) {
        return tl::unexpected(carried.error());
    }
    evidence::Event event;
    event.kind = kindOf(*content);
    event.actor = {evidence::actors::admin, content->admin};
    event.digests = {{u"act"_s, base::digestHex(act.body)}};
    if (!document.isEmpty()) {
        event.digests.insert(content->act, content->subject);
    }
    event.data = {{u"act"_s, content->act}, {u"subject"_s, content->subject}, {u"key_id"_s, content->keyId}};
    if (content->act == "resume"_L1 && m_core.doubt.isEmpty()) {
        event.data.insert("clock"_L1, true); // only the clock was in doubt
    }
    m_core.events.append(std::move(event));
    if (auto kept = m_insert.run({number, content->act, text(content->subject), blob(act.body), blob(act.signature)});
        !kept) {
        return tl::unexpected(kept.error());
    }
    if (auto applied = apply(*content, document); !applied) {
        return tl::unexpected(applied.error());
    }
    return content;
}

base::Result<> ActAdmission::apply(const approval::AdminAct &act, const QByteArray &document)
{
    if (act.act == "policy"_L1) {
        return activatePolicy(act, document);
    }
    if (act.act == "registry"_L1) {
        return activateRegistry(act, document);
    }
    if (act.act == "enrol"_L1 || act.act == "role"_L1 || act.act == "revoke"_L1) {
        return keepEnrolment(act.subject);
    }
    if (act.act == "token"_L1) {
        return keepToken(act.subject);
    }
    if (act.act == "delegate"_L1) {
        return keepDelegations(act.subject);
    }
    if (act.act == "resume"_L1) {
        return resume();
    }
    if (act.act == "automatic_on"_L1) {
        if (!m_core.doubt.isEmpty()) {
            return fail(ErrorCode::Illegal,
                        u"Automatic approval stays off while the log is in doubt: sign 'resume' first."_s);
        }
        m_core.events.setAutomatic(true);
        return {};
    }
    return fail(ErrorCode::Unsupported, u"The act '%1' is not in this version."_s.arg(act.act));
}

base::Result<> ActAdmission::activatePolicy(const approval::AdminAct &act, const QByteArray &document)
{
    auto policy = policy::Policy::parse(document, u"policy.toml"_s);
    if (!policy) {
        return tl::unexpected(policy.error());
    }
    if (const QString failed = refusedTests(*policy); !failed.isEmpty()) {
        return fail(ErrorCode::Forbidden, u"The policy's own tests fail: %1."_s.arg(failed));
    }
    m_next.policy = std::move(*policy);
    m_next.hasPolicy = true;
    return m_core.documents.store(act.subject, u"policy"_s, u"policy.toml"_s, document, m_core.now());
}

base::Result<> ActAdmission::activateRegistry(const approval::AdminAct &act, const QByteArray &document)
{
    Q_UNUSED(act)
    auto registry = policy::Registry::parse(document, u"tools.toml"_s);
    if (!registry) {
        return tl::unexpected(registry.error());
    }
    m_next.registry = std::move(*registry);
    m_next.registrySigned = true;
    return storeRegistry(m_core, m_next.registry);
}

/// Evidence.md 4: what this copy had open may have happened elsewhere.
base::Result<> ActAdmission::resume()
{
    const bool clockOff = m_core.clock && m_core.clock->jump() != 0;
    if (m_core.doubt.isEmpty() && !clockOff) {
        return fail(ErrorCode::Illegal, u"There is nothing to resume: the ledger is in no doubt."_s);
    }
    if (m_core.doubt.isEmpty()) {
        return {}; // the clock was right as it is; accepted after the commit
    }
    if (!m_core.resumable) {
        return fail(ErrorCode::Illegal, u"A signature cannot resume this: %1"_s.arg(m_core.doubt));
    }
    for (const Status status : {Status::AwaitingApproval, Status::Approved, Status::Running}) {
        const auto open = m_core.operations.withStatus(status);
        if (!open) {
            return tl::unexpected(open.error());
        }
        for (const qint64 id : *open) {
            auto row = m_core.operations.byId(id);
            if (!row) {
                return tl::unexpected(row.error());
            }
            evidence::Event event = eventOf(*row, evidence::kinds::unknown, m_core.flowActor());
            event.data = {{u"why"_s, u"resumed"_s}};
            row->notBefore.reset();
            if (auto moved = m_core.operations.move(*row, Status::Unknown, std::move(event)); !moved) {
                return moved;
            }
        }
    }
    m_core.events.setAutomatic(false);
    m_core.events.setCopy(base::randomUuid(*m_core.options.random));
    // A fence of what was lost must not fit what takes its number now: a late report would settle other work.
    m_core.events.skipFences(kLeastSkipped + qFromBigEndian<quint32>(m_core.options.random->bytes(4).constData()));
    return {};
}

base::Result<> ActAdmission::keepEnrolment(const QString &name)
{
    const approval::Person *person = m_next.directory.person(name);
    if (person == nullptr) {
        return {};
    }
    for (const approval::PersonKey &key : person->keys) {
        const QVariant revoked = key.revoked >= 0 ? QVariant(key.revoked) : QVariant();
        if (auto kept = m_enrolment.run({name, key.key.id(), key.key.base64(), person->roles.join(u','),
                                         person->tenants.join(u','), key.since, revoked});
            !kept) {
            return kept;
        }
    }
    return {};
}

base::Result<> ActAdmission::keepDelegations(const QString &delegate)
{
    for (const approval::Delegation &one : m_next.directory.delegations()) {
        if (one.delegate != delegate) {
            continue;
        }
        const QVariant revoked = one.revoked >= 0 ? QVariant(one.revoked) : QVariant();
        if (auto kept = m_delegation.run({one.delegate, one.principal, one.from, one.until, one.since, revoked});
            !kept) {
            return kept;
        }
    }
    return {};
}

base::Result<> ActAdmission::keepToken(const QString &id)
{
    const approval::Token *token = m_next.directory.token(id);
    if (token == nullptr) {
        return {};
    }
    const qint64 number = m_core.events.head().size - 1;
    return m_token.run({id, token->hash, token->tenant, token->actor, token->sponsor, token->scopes.join(u','), number,
                        token->revoked ? QVariant(number) : QVariant()});
}

} // namespace obstat::ledger
