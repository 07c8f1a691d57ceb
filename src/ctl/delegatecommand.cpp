#include "ctl/delegatecommand.h"

#include "base/clock.h"
#include "ctl/adminsigning.h"

#include <CLI/CLI.hpp>

#include <QDateTime>
#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace obstat::ctl {

using base::ErrorCode;
using base::fail;
using base::Result;

namespace {

/// A moment with its zone, as microseconds UTC: `2026-12-01T08:00Z`, `2026-12-01T08:00+01:00`.
Result<base::Micros> momentOf(const QString &text)
{
    const QDateTime moment = QDateTime::fromString(text, Qt::ISODate);
    if (!moment.isValid() || moment.timeSpec() == Qt::LocalTime)
        return fail(ErrorCode::Usage, u"'%1' is not a moment with its zone, such as 2026-12-01T08:00Z."_s.arg(text));
    return moment.toMSecsSinceEpoch() * base::kMillisecond;
}

} // namespace

CLI::App *DelegateCommand::declare(CLI::App &parent)
{
    CLI::App *command = parent.add_subcommand(
        "delegate", "Let somebody decide for another person for a time (signed by an administrator)");
    command->add_option("name", m_delegate, "Who decides")->required();
    command->add_option("--for", m_principal, "For whom; that person's roles and tenants count")->required();
    command->add_option("--from", m_from, "From this moment, such as 2026-12-01T08:00Z; now when left out");
    command->add_option("--until", m_until, "Until before this moment");
    command->add_flag("--end", m_end, "End the delegation now");
    m_ledger.declare(*command);
    m_admin.declare(*command);
    return command;
}

Result<QJsonObject> DelegateCommand::data() const
{
    QJsonObject data{{u"principal"_s, QString::fromStdString(m_principal)}};
    if (m_end) {
        data.insert("revoked"_L1, true);
        return data;
    }
    const auto until = momentOf(QString::fromStdString(m_until));
    const auto from =
        m_from.empty() ? Result<base::Micros>(base::SystemClock().now()) : momentOf(QString::fromStdString(m_from));
    if (!until || !from)
        return tl::unexpected(until ? from.error() : until.error());
    data.insert("from"_L1, *from);
    data.insert("until"_L1, *until);
    return data;
}

int DelegateCommand::run()
{
    if (m_end != m_until.empty() || (m_end && !m_from.empty())) {
        context().complain({ErrorCode::Usage, u"Give either --until, or --end."_s});
        return WrongUsage;
    }
    const auto data = this->data();
    if (!data) {
        context().complain(data.error());
        return WrongUsage;
    }
    const QString delegate = QString::fromStdString(m_delegate);
    if (auto sent = signAndSend(context(), m_ledger, m_admin, {u"delegate"_s, delegate, *data}); !sent)
        return context().complain(sent.error());
    const QString principal = QString::fromStdString(m_principal);
    context().say(m_end ? u"%1 does not decide for %2 any more."_s.arg(delegate, principal)
                        : u"%1 decides for %2 from %3 until %4."_s.arg(
                              delegate, principal, base::isoText(data->value("from"_L1).toInteger()),
                              base::isoText(data->value("until"_L1).toInteger())));
    return Done;
}

CLI::App *RoleCommand::declare(CLI::App &parent)
{
    CLI::App *command = parent.add_subcommand("role", "Set a person's roles (signed by an administrator)");
    command->add_option("name", m_name, "The person")->required();
    command->add_option("--role", m_roles, "A role from now on; none takes all away");
    m_ledger.declare(*command);
    m_admin.declare(*command);
    return command;
}

int RoleCommand::run()
{
    QStringList roles;
    for (const std::string &role : m_roles)
        roles.append(QString::fromStdString(role));
    const QString name = QString::fromStdString(m_name);
    const QJsonObject data{{u"roles"_s, QJsonArray::fromStringList(roles)}};
    if (auto sent = signAndSend(context(), m_ledger, m_admin, {u"role"_s, name, data}); !sent)
        return context().complain(sent.error());
    context().say(roles.isEmpty() ? u"%1 has no role any more."_s.arg(name)
                                  : u"%1 is %2 from now on."_s.arg(name, roles.join(u", "_s)));
    return Done;
}

} // namespace obstat::ctl
