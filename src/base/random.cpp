#include "base/random.h"

#include <openssl/rand.h>

namespace obstat::base {

QByteArray SystemRandom::bytes(qsizetype count)
{
    QByteArray out(count, Qt::Uninitialized);
    if (RAND_bytes(reinterpret_cast<unsigned char *>(out.data()), static_cast<int>(count)) != 1) {
        qFatal("the random generator has no entropy");
    }
    return out;
}

QString randomUuid(Random &random)
{
    QByteArray raw = random.bytes(16);
    raw[6] = static_cast<char>((static_cast<unsigned char>(raw[6]) & 0x0FU) | 0x40U); // version 4
    raw[8] = static_cast<char>((static_cast<unsigned char>(raw[8]) & 0x3FU) | 0x80U); // RFC 9562 variant
    QString text = QString::fromLatin1(raw.toHex());
    for (const qsizetype dash : {20, 16, 12, 8}) {
        text.insert(dash, u'-');
    }
    return text;
}

} // namespace obstat::base
