#include "ledger/statement.h"

#include "ledger/sqliteconnection.h"

namespace obstat::ledger {

namespace {

/// Gives each `?` outside of quotes a name.
QString withNames(const QString &sql, QStringList &names)
{
    QString named;
    named.reserve(sql.size() * 2);
    bool quoted = false;
    for (const QChar c : sql) {
        quoted = quoted != (c == u'\'');
        if (c != u'?' || quoted) {
            named += c;
            continue;
        }
        names.append(QStringLiteral(":p%1").arg(names.size()));
        named += names.last();
    }
    return named;
}

} // namespace

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
    if (!m_query.prepare(withNames(m_sql, m_names))) {
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

template <typename List>
base::Result<> Statement::bindAndRun(const List &parameters)
{
    if (auto ready = prepare(); !ready) {
        return ready;
    }
    qsizetype position = 0;
    for (const QVariant &parameter : parameters) {
        m_query.bindValue(m_names.at(position++), parameter);
    }
    return execute();
}

base::Result<> Statement::run(std::initializer_list<QVariant> parameters)
{
    return bindAndRun(parameters);
}

base::Result<> Statement::run(const QVariantList &parameters)
{
    return bindAndRun(parameters);
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
