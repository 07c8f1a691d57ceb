#include "console/translation.h"

#include <QTranslator>

namespace obstat::console {

using namespace Qt::StringLiterals;

bool loadTranslation(QTranslator &translator, const QLocale &locale, const QString &folder)
{
    return translator.load(locale, u"obstat"_s, u"_"_s, folder) ||
           translator.load(QLocale(QLocale::English), u"obstat"_s, u"_"_s, folder);
}

} // namespace obstat::console
