#pragma once

#include <QList>
#include <QStringList>

namespace obstat::base {

/// A word whose letters are of scripts that are not written together, so that some may only look like others.
struct MixedWord
{
    qsizetype position = 0; ///< UTF-16 index
    qsizetype length = 0;
    QStringList scripts; ///< English names of ISO 15924 as ICU has them, in the order met: Latin, Cyrillic
};

/// All such words (UTS 39, restriction level above "highly restrictive"; so Japanese, Chinese and Korean with Latin are
/// none). A word is a run of identifier characters (UAX 31). Plain ASCII costs one pass.
[[nodiscard]] QList<MixedWord> mixedWords(QStringView text);

} // namespace obstat::base
