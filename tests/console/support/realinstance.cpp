#include "support/realinstance.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTcpSocket>

namespace obstat::tests {

using namespace Qt::StringLiterals;

namespace {

constexpr int kPatience = 60'000; // ms

QString program(const QString &name)
{
    return QStringLiteral(OBSTAT_BINARIES) + u'/' + name;
}

void write(const QString &file, const QByteArray &text)
{
    QFile out(file);
    if (!out.open(QIODevice::WriteOnly) || out.write(text) != text.size())
        qFatal("%s cannot be written", qUtf8Printable(file));
}

QByteArray readAll(const QString &file)
{
    QFile in(file);
    if (!in.open(QIODevice::ReadOnly))
        qFatal("%s cannot be read", qUtf8Printable(file));
    return in.readAll();
}

} // namespace

bool RealInstance::isBuilt()
{
    return QFileInfo::exists(program(u"obstatd"_s)) && QFileInfo::exists(program(u"obstatctl"_s));
}

RealInstance::RealInstance(const QByteArray &policy, const QMap<QString, QString> &rolesByPerson,
                           const Owner &behaviour)
{
    write(path(u"pass"_s), passphrase() + '\n');
    const int owner = start(
        u"obstatctl"_s, QStringList{u"owner"_s, u"--book"_s, path(u"owner.sqlite"_s), u"--listen"_s, u"127.0.0.1:0"_s} +
                            behaviour.options);
    QStringList init{u"init"_s, database(), u"--passphrase-file"_s, path(u"pass"_s), u"--listen"_s, u"127.0.0.1:0"_s};
    if (!policy.isEmpty()) {
        write(path(u"first.toml"_s), policy);
        init += {u"--policy"_s, path(u"first.toml"_s)};
    }
    ctl(init);
    QString tools = QString::fromUtf8(readAll(path(u"tools.toml"_s)));
    tools.replace(QRegularExpression(u"(?m)^url = \".*\""_s), u"url = \"http://127.0.0.1:%1\""_s.arg(owner));
    for (const auto &[from, to] : behaviour.mend)
        tools.replace(QRegularExpression(from), to);
    write(path(u"tools.toml"_s), tools.toUtf8());
    const QStringList ledger{u"--ledger"_s, database(), u"--passphrase-file"_s, path(u"pass"_s)};
    QMap<QString, QString> roles = rolesByPerson;
    roles.insert(u"t.sponsor"_s, u"sponsor"_s);
    for (auto person = roles.cbegin(); person != roles.cend(); ++person)
        ctl(QStringList{u"enrol"_s, person.key(), u"--role"_s, person.value(), u"--key"_s, makeRequest(person.key())} +
            ledger);
    const QByteArray said =
        ctl(QStringList{u"token"_s, u"add"_s, u"--actor"_s, u"agent-1"_s, u"--tenant"_s, u"acme"_s, u"--sponsor"_s,
                        u"t.sponsor"_s, u"--scope"_s, u"submit"_s, u"--scope"_s, u"read"_s, u"--json"_s} +
            ledger);
    m_token = QJsonDocument::fromJson(said).object().value(u"token"_s).toString().toUtf8();
    m_port = start(u"obstatd"_s, {u"--config"_s, path(u"obstatd.toml"_s)});
}

RealInstance::~RealInstance()
{
    for (auto process = m_programs.rbegin(); process != m_programs.rend(); ++process) {
        (*process)->terminate();
        (*process)->waitForFinished(kPatience);
    }
}

QByteArray RealInstance::passphrase() const
{
    return "passphrase of a test"_ba;
}

QByteArray RealInstance::ctl(const QStringList &arguments)
{
    QProcess process;
    process.start(program(u"obstatctl"_s), arguments);
    if (!process.waitForFinished(kPatience) || process.exitCode() != 0)
        qFatal("obstatctl %s: %s", qUtf8Printable(arguments.join(u' ')), process.readAllStandardError().constData());
    return process.readAllStandardOutput();
}

/// A program that says where it listens: its port.
int RealInstance::start(const QString &name, const QStringList &arguments)
{
    auto process = std::make_unique<QProcess>();
    process->setStandardErrorFile(path(name + u".log"_s));
    process->start(program(name), arguments);
    static const QRegularExpression address(u"127\\.0\\.0\\.1:(\\d+)"_s);
    QByteArray said;
    while (process->waitForReadyRead(kPatience)) {
        said += process->readAllStandardOutput();
        const auto found = address.match(QString::fromUtf8(said));
        if (found.hasMatch() && said.endsWith('\n')) {
            m_programs.push_back(std::move(process));
            return found.captured(1).toInt();
        }
    }
    qFatal("%s did not start: %s", qUtf8Printable(name), readAll(path(name + u".log"_s)).constData());
}

approval::SigningKey RealInstance::keyOf(const QString &person) const
{
    const auto key = approval::loadKeyFile(path(person + u".pem"_s), passphrase());
    if (!key)
        qFatal("%s", qUtf8Printable(key.error().message));
    return *key;
}

QString RealInstance::makeRequest(const QString &person)
{
    const QString file = path(person + u".pem"_s);
    ctl({u"key"_s, u"new"_s, file, u"--name"_s, person, u"--ledger"_s, database(), u"--passphrase-file"_s,
         path(u"pass"_s)});
    return file + u".request"_s;
}

/// By a socket of its own: the console's clients must not be used by the agent's side.
QJsonObject RealInstance::call(const QByteArray &method, const QString &target, const QByteArray &body)
{
    QTcpSocket socket;
    socket.connectToHost(u"127.0.0.1"_s, static_cast<quint16>(m_port));
    if (!socket.waitForConnected(kPatience))
        qFatal("obstatd does not answer: %s", readAll(path(u"obstatd.log"_s)).constData());
    socket.write(method + ' ' + target.toUtf8() + " HTTP/1.1\r\nHost: " + address().toUtf8() +
                 "\r\nAuthorization: Bearer " + m_token +
                 "\r\nConnection: close\r\nContent-Type: application/json\r\n" +
                 "Content-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body);
    QByteArray answer;
    while (socket.state() == QAbstractSocket::ConnectedState && socket.waitForReadyRead(kPatience))
        answer += socket.readAll();
    answer += socket.readAll();
    return QJsonDocument::fromJson(answer.mid(answer.indexOf("\r\n\r\n") + 4)).object();
}

qint64 RealInstance::plan(const QJsonObject &arguments, const QString &tool)
{
    const QJsonObject asked{{u"tool"_s, tool}, {u"arguments"_s, arguments}, {u"run"_s, u"r-1"_s}};
    const QJsonObject answer = call("POST", u"/v1/operations"_s, QJsonDocument(asked).toJson(QJsonDocument::Compact));
    const qint64 id = answer.value(u"operation"_s).toObject().value(u"id"_s).toInteger(-1);
    if (id < 0)
        qFatal("nothing was planned: %s", QJsonDocument(answer).toJson().constData());
    return id;
}

QString RealInstance::status(qint64 operation)
{
    const QJsonObject answer = call("GET", u"/v1/operations/%1"_s.arg(operation));
    return answer.value(u"operation"_s).toObject().value(u"status"_s).toString();
}

} // namespace obstat::tests
