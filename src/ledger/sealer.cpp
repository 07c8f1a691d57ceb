#include "ledger/sealer.h"

#include "base/digest.h"
#include "base/plantedbug.h"
#include "evidence/checkpoint.h"
#include "evidence/doubt.h"
#include "evidence/eventcount.h"
#include "evidence/note.h"
#include "ledger/eventhashes.h"
#include "ledger/filesystem.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;
using base::ErrorCode;
using base::fail;

namespace {

/// The log's key comes from the instances' key, so that every instance of a ledger seals alike.
evidence::NoteSigner signerOf(const WriterCore &core)
{
    const QString origin = core.events.head().firstOrigin;
    const QByteArray seed =
        base::hmacSha256(core.options.instanceKey, QByteArray("obstat/seal/v1\n"_ba + origin.toUtf8()));
    auto signer = evidence::NoteSigner::fromSeed(core.events.head().origin, seed);
    if (!signer) {
        qFatal("the ledger's origin was not checked when it was made");
    }
    return std::move(*signer);
}

// Sections of docs/operating.md.
constexpr QStringView kWentBack = u"When the log went back";
constexpr QStringView kSomebodyWrote = u"When somebody else wrote into the ledger";

QString withAdvice(const QString &doubt, QStringView section)
{
    return u"%1 Nothing is claimed or signed until an administrator signs 'obstatctl resume' (docs/operating.md, %2)."_s
        .arg(doubt, section);
}

} // namespace

Sealer::Sealer(WriterCore &core)
    : m_core(core)
    , m_state(core.files.state)
    , m_signer(signerOf(core))
    , m_last(*core.connection, u"SELECT size, note FROM checkpoint ORDER BY size DESC LIMIT 1"_s)
    , m_insert(*core.connection, u"INSERT INTO checkpoint(size, root, at, note) VALUES(?,?,?,?)"_s)
{
}

evidence::CopyIdentity Sealer::copy() const
{
    return {m_core.events.head().origin, m_core.events.copy(), machineId(), inodeOf(m_core.files.database)};
}

base::Result<> Sealer::judge()
{
    const auto last = m_last.first({});
    if (!last) {
        return tl::unexpected(last.error());
    }
    m_sealed = *last ? m_last.value(0).toLongLong() : 0;
    const QByteArray note = *last ? m_last.value(1).toByteArray() : QByteArray();
    m_last.done();
    if (auto own = requireOwnKey(note); !own) {
        return own;
    }
    EventHashes hashes(*m_core.connection);
    const auto state = m_state.load();
    const auto doubt = evidence::judge(state, copy(), m_core.events.range().head(), hashes);
    if (!doubt) {
        return tl::unexpected(doubt.error());
    }
    m_core.resumable = true;
    if (*doubt) {
        m_core.doubt = withAdvice(doubt->message, kWentBack);
        return {};
    }
    // A head without a MAC is that of an older schema, and only where the state file vouches for all of it.
    const bool vouched = m_core.headWasUnsigned && state && state->range.head() == m_core.events.range().head();
    m_core.doubt = m_core.events.isAuthentic() || vouched
                       ? QString()
                       : withAdvice(u"The ledger's head row is not one that an instance wrote."_s, kSomebodyWrote);
    return {};
}

/// With another ledger's key every plan here would be held as forged, and new ones could never be executed.
base::Result<> Sealer::requireOwnKey(const QByteArray &note) const
{
    const auto opened = evidence::openNote(note, {m_signer.verifierKey()});
    const auto checkpoint = opened ? evidence::Checkpoint::parse(opened->text) : tl::unexpected(opened.error());
    if (m_sealed == 0 || (checkpoint && checkpoint->head.size == quint64(m_sealed))) {
        return {};
    }
    return fail(ErrorCode::BadSignature,
                u"%1 is not the key of this ledger: the newest checkpoint, over %2, is not signed with it. Put the "
                "ledger's own key file back; if it is that one, the checkpoint was changed (obstatctl verify)."_s.arg(
                    m_core.files.key, evidence::eventCount(quint64(m_sealed))));
}

void Sealer::distrust(const QString &why)
{
    m_core.doubt = withAdvice(why, kSomebodyWrote);
    m_core.resumable = true;
}

tl::unexpected<base::Error> Sealer::doubt(const QString &why)
{
    m_core.doubt = withAdvice(why, kWentBack);
    m_core.resumable = true;
    return fail(ErrorCode::Doubt, m_core.doubt);
}

base::Result<evidence::CompactRange> Sealer::continuation()
{
    const auto state = m_state.load();
    EventHashes hashes(*m_core.connection);
    const auto judged = evidence::judge(state, copy(), m_core.events.range().head(), hashes);
    if (!judged) {
        return tl::unexpected(judged.error());
    }
    if (*judged) {
        return doubt(judged->message);
    }
    return m_core.events.range();
}

base::Result<bool> Sealer::seal()
{
    if (!m_core.doubt.isEmpty()) {
        return fail(ErrorCode::Doubt, m_core.doubt);
    }
    const qint64 size = m_core.events.head().size;
    if (size <= m_sealed) {
        return false;
    }
    const auto range = continuation();
    if (!range) {
        return tl::unexpected(range.error());
    }
    const evidence::Checkpoint checkpoint{m_core.events.head().origin, range->head()};
    const auto note = evidence::signNote(checkpoint.text(), {m_signer});
    if (!note) {
        return tl::unexpected(note.error());
    }
    // The state is durable before anybody sees the signature.
    if (auto saved = base::plantedBug("signed_before_state") ? base::Result<>() : m_state.save({copy(), *range});
        !saved) {
        return tl::unexpected(saved.error());
    }
    const auto stored = m_core.transact([&]() -> base::Result<bool> {
        if (auto done = m_insert.run({size, checkpoint.head.root.hex(), m_core.now(), *note}); !done) {
            return tl::unexpected(done.error());
        }
        return true;
    });
    if (stored) {
        m_sealed = size;
    }
    return stored;
}

base::Result<> Sealer::acceptCopy()
{
    if (auto saved = m_state.save({copy(), m_core.events.range()}); !saved) {
        return saved;
    }
    m_core.doubt.clear();
    return {};
}

} // namespace obstat::ledger
