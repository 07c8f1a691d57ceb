// The half of ActAdmission that reads the acts back at start.
#include "base/digest.h"
#include "ledger/actadmission.h"
#include "ledger/actrefusal.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;

namespace {

constexpr std::array kActKinds{evidence::kinds::enrolled,        evidence::kinds::revoked,
                               evidence::kinds::tokenIssued,     evidence::kinds::tokenRevoked,
                               evidence::kinds::policyActivated, evidence::kinds::registryLoaded,
                               evidence::kinds::delegated,       evidence::kinds::resumed};

QString missing(qint64 event)
{
    return u"The administrator's act of event %1 is missing from the ledger or was changed."_s.arg(event);
}

} // namespace

/// Event number -> digest of the act's body, of every act that the log knows.
base::Result<QMap<qint64, QString>> ActAdmission::actsByLog()
{
    QMap<qint64, QString> acts;
    for (const QLatin1StringView kind : kActKinds) {
        const auto events = m_lookup.ofKind(kind);
        if (!events) {
            return tl::unexpected(events.error());
        }
        for (const evidence::Event &event : *events) {
            if (event.digests.contains(u"act"_s)) { // a registry that was only loaded has none
                acts.insert(event.seq, event.digests.value(u"act"_s));
            }
        }
    }
    return acts;
}

base::Result<Rulebook> ActAdmission::fold(QString &trouble)
{
    Rulebook rules;
    rules.directory = approval::Directory(m_core.events.head().origin, m_core.options.administrators);
    auto known = actsByLog();
    if (!known) {
        return tl::unexpected(known.error());
    }
    if (auto ran = m_all.run({}); !ran) {
        return tl::unexpected(ran.error());
    }
    while (true) {
        const auto more = m_all.next();
        if (!more) {
            return tl::unexpected(more.error());
        }
        if (!*more) {
            break;
        }
        const qint64 number = m_all.value(0).toLongLong();
        const approval::SignedAct act{m_all.value(1).toByteArray(), m_all.value(2).toByteArray()};
        if (known->take(number) != base::digestHex(act.body)) {
            trouble = missing(number);
            continue; // a row that the log does not know counts for nothing
        }
        if (const auto applied = rules.directory.apply(act, number)) {
            m_verified.insert(number);
        } else if (trouble.isEmpty()) {
            trouble = actRefusal(number, act, applied.error(), m_core.options.administrators);
        }
    }
    if (!known->isEmpty()) {
        trouble = missing(known->firstKey());
    }
    if (auto read = readActive(rules, trouble); !read) {
        return tl::unexpected(read.error());
    }
    return rules;
}

/// A text that is gone or was changed is no rule: without it everything waits for a person, and nothing is claimed.
base::Result<> ActAdmission::readActive(Rulebook &rules, QString &trouble)
{
    const auto read = [this, &trouble](const QString &digest, const QString &what) -> base::Result<QByteArray> {
        auto document = m_core.documents.load(digest);
        if (!document &&
            (document.error().code == base::ErrorCode::NotFound || document.error().code == base::ErrorCode::Corrupt)) {
            trouble = u"The signed %1 is missing from the ledger or was changed."_s.arg(what);
            return QByteArray();
        }
        return document;
    };
    if (const QString digest = rules.directory.activePolicy(); !digest.isEmpty()) {
        const auto document = read(digest, u"policy"_s);
        if (!document) {
            return tl::unexpected(document.error());
        }
        if (auto policy = policy::Policy::parse(*document, u"policy.toml"_s); policy && trouble.isEmpty()) {
            rules.policy = std::move(*policy);
            rules.hasPolicy = true;
        } else if (trouble.isEmpty()) {
            trouble = u"The signed policy cannot be read: %1"_s.arg(policy.error().message);
        }
    }
    if (const QString digest = rules.directory.activeRegistry(); !digest.isEmpty()) {
        const auto document = read(digest, u"tool registry"_s);
        if (!document) {
            return tl::unexpected(document.error());
        }
        rules.registrySigned = true;
        if (auto registry = policy::Registry::parse(*document, u"tools.toml"_s); registry) {
            rules.registry = std::move(*registry);
        } else if (trouble.isEmpty()) {
            trouble = u"The signed tool registry cannot be read: %1"_s.arg(registry.error().message);
        }
    }
    return {};
}

base::Result<bool> ActAdmission::automaticByLog()
{
    const auto events = m_lookup.ofKind(evidence::kinds::resumed);
    if (!events) {
        return tl::unexpected(events.error());
    }
    bool on = true;
    for (const evidence::Event &event : *events) {
        if (!m_verified.contains(event.seq)) {
            continue; // no administrator signed that
        }
        const bool clockOnly = event.data.value("clock"_L1).toBool();
        if (!clockOnly) {
            on = event.data.value("act"_L1).toString() == "automatic_on"_L1;
        }
    }
    return on;
}

} // namespace obstat::ledger
