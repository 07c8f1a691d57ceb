#include "ledger/readsession.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;

namespace {

constexpr int kEndTries = 1000;
constexpr size_t kMaxStatements = 400; // more shapes of filters than anybody clicks together in one sitting

} // namespace

ReadSession::ReadSession(std::unique_ptr<SqliteConnection> owned) : m_owned(std::move(owned)), m_connection(*m_owned) {}

ReadSession::ReadSession(SqliteConnection &borrowed) : m_connection(borrowed) {}

ReadSession::~ReadSession()
{
    const std::lock_guard lock(m_handleMutex);
    m_closed = true;
    m_statements.clear();
    m_owned.reset();
}

Statement &ReadSession::prepared(const QString &sql)
{
    const auto found = m_statements.find(sql);
    if (found != m_statements.end())
        return *found->second;
    if (m_statements.size() >= kMaxStatements)
        m_statements.clear();
    auto statement = std::make_unique<Statement>(m_connection, sql);
    return *m_statements.emplace(sql, std::move(statement)).first->second;
}

base::Result<> ReadSession::forEach(const SqlText &text, const Row &visit)
{
    if (m_interrupted)
        return base::fail(base::ErrorCode::Cancelled, u"The query was cancelled."_s);
    Statement &statement = prepared(text.sql);
    if (auto ran = statement.run(text.values); !ran)
        return ran;
    for (;;) {
        const base::Result<bool> more = statement.next();
        if (!more)
            return tl::unexpected(more.error());
        if (!*more)
            return {};
        if (!visit(statement.row())) {
            statement.done();
            return {};
        }
    }
}

base::Result<std::optional<qint64>> ReadSession::number(const SqlText &text)
{
    std::optional<qint64> found;
    const auto read = forEach(text, [&found](const QSqlQuery &row) {
        if (!row.isNull(0))
            found = row.value(0).toLongLong();
        return false;
    });
    if (!read)
        return tl::unexpected(read.error());
    return found;
}

void ReadSession::interrupt()
{
    const std::lock_guard lock(m_handleMutex);
    if (m_closed)
        return;
    m_interrupted = true;
    m_connection.interrupt();
}

Reading::Reading(ReadSession &session) : m_session(session)
{
    if (m_session.m_depth++ > 0)
        return;
    m_session.m_interrupted = false;
    if (!m_session.m_connection.inTransaction())
        m_began = m_session.m_connection.execute(u"BEGIN"_s).has_value();
}

Reading::~Reading()
{
    --m_session.m_depth;
    if (!m_began)
        return;
    // Ends the snapshot. An interrupt may hit this statement too, and a snapshot left open would never see news again.
    for (int i = 0; i < kEndTries && m_session.m_connection.inTransaction(); ++i)
        static_cast<void>(m_session.m_connection.execute(u"COMMIT"_s));
}

} // namespace obstat::ledger
