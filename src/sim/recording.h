#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QList>
#include <QString>

namespace obstat::sim {

/// What a recorded owner does beside answering, for recordings of our own.
enum class OwnerBehaviour {
    Answer,
    LoseAnswer,  ///< commits, then closes without an answer
    LoseRequest, ///< closes without doing anything
    ServerError, ///< commits, then answers 500
};

/// One tool call of a recorded agent run, identified by run, message index and position (call ids are re-used).
struct RecordedCall
{
    int message = 0;  ///< index in the run's messages
    int position = 0; ///< within the message
    QString tool;
    QByteArray arguments; ///< JSON text of an object, as the model wrote it
    QByteArray facts;     ///< recordings of our own: JSON text of what the orchestrator vouches for, "" = nothing
    QString rationale;
    QString named;         ///< recordings of our own: the orchestrator's name for tools without a natural key
    bool byUser = false;   ///< tau2: a call of the simulated customer on their phone, never submitted
    bool answered = false; ///< there is a tool message for it
    bool error = false;    ///< by the format's own rule
    QString answer;        ///< content of the tool message
    OwnerBehaviour behaviour = OwnerBehaviour::Answer;
    int times = 1; ///< recordings of our own: how often the agent sent this call
};

struct RecordedRun
{
    QString id;    ///< stable: file, task and trial, or the simulation's id
    QString actor; ///< the model
    QList<RecordedCall> calls;
};

struct Recording
{
    QString name; ///< the file's name
    QList<RecordedRun> runs;

    /// `tau-bench`, `tau2` (../docs/integrating.md names the fields) or `obstat` (recordings of our own). Malformed
    /// says which run, message and call.
    [[nodiscard]] static base::Result<Recording> load(const QString &path, const QString &format);
};

[[nodiscard]] base::Result<Recording> parseTauBench(const QByteArray &json, const QString &name);
[[nodiscard]] base::Result<Recording> parseTau2(const QByteArray &json, const QString &name);
[[nodiscard]] base::Result<Recording> parseObstat(const QByteArray &json, const QString &name);

} // namespace obstat::sim
