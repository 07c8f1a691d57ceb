#pragma once

#include "base/clock.h"
#include "base/intentkey.h"

#include <QJsonObject>
#include <QList>
#include <QMap>
#include <QString>
#include <QStringList>

#include <optional>

namespace obstat::policy {

enum class Effect { Read, Write };

/// One part of a natural key: a dotted argument path and how its value is normalised.
struct NaturalField
{
    QString path;
    base::FieldKind kind = base::FieldKind::Plain;
};

/// A declared rule about an owner's answer: all given parts must hold; a rule without any part never matches.
struct MatchRule
{
    QList<QPair<int, int>> statuses; ///< inclusive ranges; [200,200] for one status
    QMap<QString, QStringList> body; ///< dotted path in the JSON body -> texts one of which it must equal (scalars as
                                     ///< RFC 8785 text without quotes); an empty list = it must be there and not null
    QMap<QString, QStringList> headers; ///< header name -> values, one of which it must equal

    [[nodiscard]] bool isEmpty() const { return statuses.isEmpty() && body.isEmpty() && headers.isEmpty(); }
    /// `json` is null when the body is not JSON; then a rule with body parts does not match. Header names compare
    /// without case.
    [[nodiscard]] bool matches(int status, const QList<QPair<QByteArray, QByteArray>> &answerHeaders,
                               const std::optional<QJsonValue> &json) const;
};

/// A request to an owner. In `path`, `query` values, header values and string leaves of `body`, `{args.path}`,
/// `{key}` (wire key), `{tenant}`, `{operation}`, `{reference}` are replaced by values encoded in place.
struct RequestTemplate
{
    QString method;
    QString path;                 ///< begins with "/"; its values are percent-encoded
    QMap<QString, QString> query; ///< name -> template
    QMap<QString, QString> headers;
    bool form = false; ///< the body goes as application/x-www-form-urlencoded, lists and objects as `a[b]`, `a[0]`
    std::optional<QJsonObject> body; ///< none: the canonical argument bytes (POST, PUT, PATCH) or no body (GET, DELETE)

    [[nodiscard]] bool isEmpty() const { return method.isEmpty(); }
    /// True when `{placeholder}` stands anywhere in it.
    [[nodiscard]] bool names(QStringView placeholder) const;
};

/// How the owner's answer to a question is read (contract 7.5): whether the work was done, under which reference.
struct QueryRules
{
    MatchRule found;   ///< the work was done
    MatchRule absent;  ///< it was not, as far as the owner knows
    QString matches;   ///< path of a list in the answer: empty = absent, one = found, several = a person; "" = no list
    QString reference; ///< path of the reference in the answer, or in the one element of the list; "" = the tool's own

    /// Without a way to tell a yes no question is asked.
    [[nodiscard]] bool canTell() const { return !found.isEmpty() || !matches.isEmpty(); }
};

/// The system that owns the side effect (contract 7.3).
struct OwnerEntry
{
    QString name;
    QString kind;          ///< "http", or "caller": the orchestrator executes what it claimed
    QString url;           ///< scheme, host, port, optional base path
    QString caFile;        ///< https: PEM file of certificate authorities; "" = the system's
    QString authorization; ///< `env:NAME` or `file:PATH`, never the secret itself; sent as the Authorization header
    bool honoursKey = false;
    QString keyHeader = QStringLiteral("Idempotency-Key");
    base::Micros keyLifetime = 0; ///< 0 = no limit stated
    base::Micros settleAfter = 0;
    bool comparesBody = false;
    MatchRule replayMarker;
    base::Micros lease = 0; ///< of a caller: from its claim until it has reported; 0 for others

    [[nodiscard]] bool isCaller() const { return lease > 0; }
};

/// One registered tool with everything an operation of it is judged and executed by. Immutable; `digest` names its
/// canonical text, which resolves the owner too, so that an edited owner URL is another entry.
struct ToolEntry
{
    QString name;
    QString title; ///< for people; the name when the file has none
    Effect effect = Effect::Read;
    QString undo;     ///< "no", "yes" or "partly"; empty = unanswered
    QString undoNote; ///< one sentence for people
    QString approver; ///< a role, or "policy" when the policy says; empty = unanswered
    QString onRepeat; ///< "returns_first", "refused" or "doubles" (what the owner does by itself); empty = unanswered
    QString onRepeatNote;
    QList<NaturalField> naturalKey;
    QList<QList<NaturalField>> previousNaturalKeys;
    base::WindowRule window;
    QStringList record; ///< argument paths; shown joined by " · "
    QString amount;     ///< argument path
    QString currency;   ///< argument path, or a literal of three capitals
    base::Micros timeout = 30 * base::kSecond;
    base::Micros expiresAfter = 4 * base::kHour;
    QStringList sensitive;
    QStringList keyArguments;
    OwnerEntry owner;
    RequestTemplate commit;
    RequestTemplate query; ///< by wire key or reference; may be empty
    QueryRules queryRules;
    bool againWhenAbsent = true;   ///< proved absent: approved again while the plan is in time, else failed
    base::Micros confirmAfter = 0; ///< the owner is asked once more this long after its yes; 0 = never
    MatchRule success;
    MatchRule noEffect;
    QString reference; ///< dotted path of the external reference in the owner's JSON answer
    int maxAttempts = 5;

    QByteArray canonical; ///< the entry's canonical JSON, as stored in `document`
    QString digest;

    /// The names of the three questions (contract 2) that have no answer: "undo", "approver", "on_repeat".
    [[nodiscard]] QStringList unanswered() const;
    /// The owner can be asked what became of a key.
    [[nodiscard]] bool canBeAsked() const { return !query.isEmpty() && queryRules.canTell(); }
    /// effect = write and no question open.
    [[nodiscard]] bool isWritable() const;
};

} // namespace obstat::policy
