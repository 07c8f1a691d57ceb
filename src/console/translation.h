#pragma once

#include <QLocale>
#include <QString>

class QTranslator;

namespace obstat::console {

/// Loads the console's own texts for the locale. Whoever reads a language that the console does not have, or the locale
/// "C", gets English: the texts in the sources have no plurals of their own. False when not even that is in the folder.
[[nodiscard]] bool loadTranslation(QTranslator &translator, const QLocale &locale, const QString &folder);

} // namespace obstat::console
