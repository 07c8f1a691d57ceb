#pragma once

#include "base/canonicaljson.h"
#include "base/jsonstringreader.h"

#include <vector>

namespace obstat::base {

/// One reading of one strict JSON text (contract 3.3). Writes the canonical bytes while it reads, so that a value is
/// walked once. Not reusable.
class JsonReader
{
public:
    JsonReader(QByteArrayView text, const JsonLimits &limits);

    JsonReader(const JsonReader &) = delete;
    JsonReader &operator=(const JsonReader &) = delete;
    ~JsonReader() = default;

    [[nodiscard]] Result<CanonicalJson> read();

private:
    struct Member;

    bool readValue(int depth, QJsonValue &into);
    bool readObject(int depth, QJsonValue &into);
    bool readMember(int depth, Member &into);
    bool closeObject(qsizetype start, std::vector<Member> &members);
    bool readArray(int depth, QJsonValue &into);
    bool readNumber(QJsonValue &into);
    bool skipNumber(bool &plainInteger);
    bool skipDigits();
    bool acceptNumber(QByteArrayView text, QJsonValue &into);
    bool readWord(QByteArrayView word);
    void skipSpace();
    bool refuse(ErrorCode code, const QString &what);
    void prependPlace(const QString &segment);

    const char *m_begin;
    const char *m_at;
    const char *m_end;
    JsonLimits m_limits;
    QByteArray m_out;
    JsonRefusal m_refusal;
    QString m_place; // JSON pointer, built outwards while the calls return
    JsonStringReader m_strings;
};

} // namespace obstat::base
