#include "ledger/statement.h"

#include "ledger/sqliteconnection.h"

namespace obstat::ledger {

Statement::Statement(SqliteConnection &connection, QString sql)
    : m_connection(connection), m_sql(std::move(sql)), m_query(connection.database())
{
}

base::Result<> Statement::prepare()
{
    if (m_prepared) {
        return {};
    }
    m_query.setForwardOnly(true);
    if (!m_query.prepare(m_sql)) {
        return tl::unexpected(m_connection.error(m_query.lastError(), m_sql));
    }
    m_prepared = true;
    return {};
}

base::Result<> Statement::execute()
{
    if (!m_query.exec()) {
        base::Error error = m_connection.error(m_query.lastError(), m_sql);
        m_query.finish();
        return tl::unexpected(std::move(error));
    }
    if (!m_query.isSelect()) {
        m_changed = m_query.numRowsAffected(); // not known any more once finished
        m_query.finish();
    }
    return {};
}

base::Result<> Statement::run(std::initializer_list<QVariant> parameters)
{
    if (auto ready = prepare(); !ready) {
        return ready;
    }
    int position = 0;
    for (const QVariant &parameter : parameters) {
        m_query.bindValue(position++, parameter);
    }
    return execute();
}

base::Result<> Statement::run(const QVariantList &parameters)
{
    if (auto ready = prepare(); !ready) {
        return ready;
    }
    int position = 0;
    for (const QVariant &parameter : parameters) {
        m_query.bindValue(position++, parameter);
    }
    return execute();
}

base::Result<bool> Statement::next()
{
    if (m_query.next()) {
        return true;
    }
    if (m_query.lastError().isValid()) {
        base::Error error = m_connection.error(m_query.lastError(), m_sql);
        m_query.finish();
        return tl::unexpected(std::move(error));
    }
    m_query.finish();
    return false;
}

base::Result<bool> Statement::first(std::initializer_list<QVariant> parameters)
{
    if (auto ran = run(parameters); !ran) {
        return tl::unexpected(ran.error());
    }
    return next();
}

} // namespace obstat::ledger
