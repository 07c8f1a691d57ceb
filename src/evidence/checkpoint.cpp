#include "evidence/checkpoint.h"

#include "evidence/strictbase64.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace obstat::evidence {
namespace {

using base::ErrorCode;
using base::fail;

std::optional<quint64> decimalSize(QByteArrayView text)
{
    const bool digits = std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (text.isEmpty() || !digits || (text.size() > 1 && text.front() == '0'))
        return std::nullopt;
    bool ok = false;
    const quint64 size = text.toULongLong(&ok);
    return ok ? std::optional(size) : std::nullopt;
}

bool isOrigin(QByteArrayView text)
{
    const bool control =
        std::any_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
    return !text.isEmpty() && !control && text.isValidUtf8();
}

} // namespace

QByteArray Checkpoint::text() const
{
    return origin.toUtf8() + '\n' + QByteArray::number(head.size) + '\n' + head.root.bytes().toBase64() + '\n';
}

base::Result<Checkpoint> Checkpoint::parse(QByteArrayView text)
{
    const QList<QByteArray> lines = text.toByteArray().split('\n');
    if (lines.size() != 4 || !lines.last().isEmpty())
        return fail(ErrorCode::Malformed, u"A checkpoint has exactly three lines."_s);
    if (!isOrigin(lines[0]))
        return fail(ErrorCode::Malformed, u"The checkpoint's first line is not an origin."_s);
    const auto size = decimalSize(lines[1]);
    if (!size)
        return fail(ErrorCode::Malformed, u"The checkpoint's second line is not a size."_s);
    const auto rootBytes = fromStrictBase64(lines[2]);
    const auto root = rootBytes ? Hash::fromBytes(*rootBytes) : std::nullopt;
    if (!root)
        return fail(ErrorCode::Malformed, u"The checkpoint's third line is not a root of 32 bytes in base64."_s);
    return Checkpoint{QString::fromUtf8(lines[0]), {*size, *root}};
}

} // namespace obstat::evidence
