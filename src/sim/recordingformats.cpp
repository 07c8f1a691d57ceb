#include "sim/recording.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <optional>

using namespace Qt::StringLiterals;

namespace obstat::sim {

using base::ErrorCode;
using base::fail;
using base::Result;

namespace {

Result<QJsonDocument> parse(const QByteArray &json, const QString &name)
{
    QJsonParseError error;
    QJsonDocument document = QJsonDocument::fromJson(json, &error);
    if (error.error != QJsonParseError::NoError)
        return fail(ErrorCode::Malformed,
                    u"%1 is no JSON at byte %2: %3."_s.arg(name).arg(error.offset).arg(error.errorString()));
    return document;
}

tl::unexpected<base::Error> expected(const QString &name, const QString &run, int message, const QString &what)
{
    return fail(ErrorCode::Malformed, u"%1, run %2, message %3: expected %4."_s.arg(name, run).arg(message).arg(what));
}

/// As it was written, numbers that no double holds too: it is the gateway that refuses them.
QByteArray compact(const QJsonValue &object)
{
    return QJsonDocument(object.toObject()).toJson(QJsonDocument::Compact);
}

/// A text that can be written again: JSON may hold half a surrogate pair.
QString text(const QJsonValue &value)
{
    return QString::fromUtf8(value.toString().toUtf8());
}

/// An answer belongs to a call with its id: the last unanswered one (tau-bench) or the first (tau2).
RecordedCall *unanswered(QList<RecordedCall> &calls, const QStringList &ids, const QString &id, bool lastFirst)
{
    RecordedCall *found = nullptr;
    for (qsizetype i = 0; i < calls.size(); ++i) {
        if (calls[i].answered || ids[i] != id)
            continue;
        found = &calls[i];
        if (!lastFirst)
            return found;
    }
    return found;
}

/// The object that a tau-bench call keeps as a text.
std::optional<QByteArray> argumentText(const QJsonValue &arguments)
{
    if (!arguments.isString())
        return std::nullopt;
    QByteArray text = arguments.toString().toUtf8();
    return QJsonDocument::fromJson(text).isObject() ? std::optional(std::move(text)) : std::nullopt;
}

/// tau-bench files are named MODEL-DOMAIN.….json and name the model nowhere else.
QString modelFromFileName(const QString &name)
{
    const QString stem = name.section(u'.', 0, 0);
    return stem.contains(u'-') ? stem.section(u'-', 0, -2) : stem;
}

Result<RecordedRun> tauBenchRun(const QJsonObject &entry, const QString &name)
{
    RecordedRun run;
    run.id = u"%1#%2.%3"_s.arg(name).arg(entry.value(u"task_id"_s).toInt()).arg(entry.value(u"trial"_s).toInt());
    run.actor = modelFromFileName(name);
    if (!entry.value(u"traj"_s).isArray())
        return expected(name, run.id, 0, u"a list 'traj'"_s);
    QStringList ids;
    const QJsonArray messages = entry.value(u"traj"_s).toArray();
    for (int index = 0; index < messages.size(); ++index) {
        const QJsonObject message = messages.at(index).toObject();
        const QString role = message.value(u"role"_s).toString();
        if (role == u"assistant"_s) {
            const QJsonArray calls = message.value(u"tool_calls"_s).toArray();
            for (int position = 0; position < calls.size(); ++position) {
                const QJsonObject function = calls.at(position).toObject().value(u"function"_s).toObject();
                RecordedCall call;
                call.message = index;
                call.position = position;
                call.tool = text(function.value(u"name"_s));
                auto arguments = argumentText(function.value(u"arguments"_s));
                if (call.tool.isEmpty() || !arguments)
                    return expected(name, run.id, index, u"a function with a name and arguments as JSON text"_s);
                call.arguments = *arguments;
                run.calls.append(call);
                ids.append(calls.at(position).toObject().value(u"id"_s).toString());
            }
        } else if (role == u"tool"_s) {
            if (auto *call = unanswered(run.calls, ids, message.value(u"tool_call_id"_s).toString(), true)) {
                call->answered = true;
                call->answer = text(message.value(u"content"_s));
                call->error = call->answer.startsWith(u"Error"_s);
            }
        }
    }
    return run;
}

Result<RecordedRun> tau2Run(const QJsonObject &simulation, const QString &actor, const QString &name)
{
    RecordedRun run;
    run.id = text(simulation.value(u"id"_s));
    run.actor = actor;
    if (run.id.isEmpty() || !simulation.value(u"messages"_s).isArray())
        return expected(name, run.id, 0, u"a simulation with 'id' and a list 'messages'"_s);
    QStringList ids;
    const QJsonArray messages = simulation.value(u"messages"_s).toArray();
    for (int index = 0; index < messages.size(); ++index) {
        const QJsonObject message = messages.at(index).toObject();
        const QJsonArray calls = message.value(u"tool_calls"_s).toArray();
        for (int position = 0; position < calls.size(); ++position) {
            const QJsonObject one = calls.at(position).toObject();
            RecordedCall call;
            call.message = index;
            call.position = position;
            call.tool = text(one.value(u"name"_s));
            if (call.tool.isEmpty() || !one.value(u"arguments"_s).isObject())
                return expected(name, run.id, index, u"a tool call with 'name' and an object 'arguments'"_s);
            call.arguments = compact(one.value(u"arguments"_s));
            call.byUser = one.value(u"requestor"_s).toString() == u"user"_s;
            run.calls.append(call);
            ids.append(one.value(u"id"_s).toString());
        }
        if (message.value(u"role"_s).toString() == u"tool"_s) {
            if (auto *call = unanswered(run.calls, ids, message.value(u"id"_s).toString(), false)) {
                call->answered = true;
                call->answer = text(message.value(u"content"_s));
                call->error = message.value(u"error"_s).toBool();
            }
        }
    }
    return run;
}

std::optional<OwnerBehaviour> behaviourFrom(const QString &word)
{
    if (word.isEmpty() || word == u"answer"_s)
        return OwnerBehaviour::Answer;
    if (word == u"lose_answer"_s)
        return OwnerBehaviour::LoseAnswer;
    if (word == u"lose_request"_s)
        return OwnerBehaviour::LoseRequest;
    if (word == u"server_error"_s)
        return OwnerBehaviour::ServerError;
    return std::nullopt;
}

Result<RecordedRun> ownRun(const QJsonObject &entry, const QString &name)
{
    RecordedRun run;
    run.id = text(entry.value(u"id"_s));
    run.actor = text(entry.value(u"actor"_s));
    const QJsonArray calls = entry.value(u"calls"_s).toArray();
    if (run.id.isEmpty() || run.actor.isEmpty() || calls.isEmpty())
        return expected(name, run.id, 0, u"a run with 'id', 'actor' and 'calls'"_s);
    for (int index = 0; index < calls.size(); ++index) {
        const QJsonObject one = calls.at(index).toObject();
        RecordedCall call;
        call.message = index;
        call.tool = text(one.value(u"tool"_s));
        if (call.tool.isEmpty() || !one.value(u"arguments"_s).isObject())
            return expected(name, run.id, index, u"a call with 'tool' and an object 'arguments'"_s);
        if (one.contains(u"facts"_s) && !one.value(u"facts"_s).isObject())
            return expected(name, run.id, index, u"'facts' to be an object"_s);
        call.arguments = compact(one.value(u"arguments"_s));
        if (one.contains(u"facts"_s))
            call.facts = compact(one.value(u"facts"_s));
        call.rationale = text(one.value(u"rationale"_s));
        call.named = text(one.value(u"intent_key"_s));
        call.answered = one.contains(u"answer"_s) || one.contains(u"error"_s);
        call.error = one.contains(u"error"_s);
        call.answer = text(one.value(call.error ? u"error"_s : u"answer"_s));
        const auto behaviour = behaviourFrom(one.value(u"owner"_s).toString());
        if (!behaviour)
            return expected(name, run.id, index, u"'owner' to be answer, lose_answer, lose_request or server_error"_s);
        call.behaviour = *behaviour;
        call.times = one.value(u"times"_s).toInt(1);
        if (call.times < 1 || call.times > 10000)
            return expected(name, run.id, index, u"'times' from 1 to 10000"_s);
        run.calls.append(call);
    }
    return run;
}

} // namespace

Result<Recording> parseTauBench(const QByteArray &json, const QString &name)
{
    auto document = parse(json, name);
    if (!document)
        return tl::unexpected(document.error());
    if (!document->isArray())
        return fail(ErrorCode::Malformed, u"%1 is no tau-bench file: expected a list of runs."_s.arg(name));
    Recording recording{name, {}};
    for (const QJsonValue &entry : document->array()) {
        auto run = tauBenchRun(entry.toObject(), name);
        if (!run)
            return tl::unexpected(run.error());
        recording.runs.append(*run);
    }
    return recording;
}

Result<Recording> parseTau2(const QByteArray &json, const QString &name)
{
    auto document = parse(json, name);
    if (!document)
        return tl::unexpected(document.error());
    const QJsonObject file = document->object();
    if (!file.value(u"simulations"_s).isArray())
        return fail(ErrorCode::Malformed, u"%1 is no tau2 file: expected a list 'simulations'."_s.arg(name));
    const QString model = text(file.value(u"info"_s).toObject().value(u"agent_info"_s).toObject().value(u"llm"_s));
    const QString actor = model.isEmpty() ? u"agent"_s : model;
    Recording recording{name, {}};
    for (const QJsonValue &simulation : file.value(u"simulations"_s).toArray()) {
        auto run = tau2Run(simulation.toObject(), actor, name);
        if (!run)
            return tl::unexpected(run.error());
        recording.runs.append(*run);
    }
    return recording;
}

Result<Recording> parseObstat(const QByteArray &json, const QString &name)
{
    auto document = parse(json, name);
    if (!document)
        return tl::unexpected(document.error());
    const QJsonObject file = document->object();
    if (file.value(u"format"_s).toString() != u"obstat-recording/1"_s || !file.value(u"runs"_s).isArray())
        return fail(ErrorCode::Malformed,
                    u"%1 is no recording of ours: expected \"format\": \"obstat-recording/1\" and 'runs'."_s.arg(name));
    Recording recording{name, {}};
    for (const QJsonValue &entry : file.value(u"runs"_s).toArray()) {
        auto run = ownRun(entry.toObject(), name);
        if (!run)
            return tl::unexpected(run.error());
        recording.runs.append(*run);
    }
    return recording;
}

} // namespace obstat::sim
