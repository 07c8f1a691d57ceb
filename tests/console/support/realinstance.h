#pragma once

#include "approval/keys.h"
#include "support/tempfolder.h"

#include <QJsonObject>
#include <QProcess>

#include <memory>
#include <vector>

namespace obstat::tests {

/// The programs themselves over a ledger in a folder of its own: `obstatctl init`, a simulated owner, `obstatd`. What
/// should not fail ends the test program with what the program said.
class RealInstance
{
public:
    /// How the simulated owner behaves, and what of the sample's tools.toml is another.
    struct Owner
    {
        QStringList options;                     ///< of `obstatctl owner`
        QList<std::pair<QString, QString>> mend; ///< regular expressions and what stands in their place
    };

    /// `policy` is put in force; "" = the sample. Approvers are enrolled for all tenants, and a sponsor for the agent.
    RealInstance(const QByteArray &policy, const QMap<QString, QString> &rolesByPerson, const Owner &owner);
    RealInstance(const QByteArray &policy, const QMap<QString, QString> &rolesByPerson)
        : RealInstance(policy, rolesByPerson, Owner())
    {
    }
    ~RealInstance();
    RealInstance(const RealInstance &) = delete;
    RealInstance &operator=(const RealInstance &) = delete;

    /// Needs the programs beside the tests, and OpenSSL's scrypt a moment for each key.
    [[nodiscard]] static bool isBuilt();

    [[nodiscard]] QString path(const QString &name) const { return m_folder.path(name); }
    [[nodiscard]] QString database() const { return path(QStringLiteral("l.obstat")); }
    [[nodiscard]] QString address() const { return QStringLiteral("127.0.0.1:%1").arg(m_port); }
    [[nodiscard]] QByteArray passphrase() const;
    [[nodiscard]] approval::SigningKey keyOf(const QString &person) const; ///< "admin" is the administrator
    /// A new key and the request to enrol it; the name of the request file.
    [[nodiscard]] QString makeRequest(const QString &person);
    /// What an agent plans; the operation's number.
    qint64 plan(const QJsonObject &arguments, const QString &tool = QStringLiteral("approve_withdrawal"));
    /// The status of an operation now, as the agent reads it.
    [[nodiscard]] QString status(qint64 operation);
    /// obstatctl; its output.
    QByteArray ctl(const QStringList &arguments);

private:
    int start(const QString &program, const QStringList &arguments);
    QJsonObject call(const QByteArray &method, const QString &target, const QByteArray &body = {});

    TempFolder m_folder;
    std::vector<std::unique_ptr<QProcess>> m_programs;
    QByteArray m_token;
    int m_port = 0;
};

} // namespace obstat::tests
