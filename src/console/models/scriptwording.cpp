#include "console/models/scriptwording.h"

#include "base/mixedscript.h"

namespace obstat::console {

using namespace Qt::StringLiterals;

QString ScriptWording::names(const QStringList &scripts)
{
    QStringList words;
    for (const QString &script : scripts) {
        words.append(script == "Latin"_L1      ? tr("Latin")
                     : script == "Cyrillic"_L1 ? tr("Cyrillic")
                     : script == "Greek"_L1    ? tr("Greek")
                                               : script);
    }
    return words.join(u", "_s);
}

QString ScriptWording::tag(const QStringList &scripts)
{
    return scripts.isEmpty() ? QString() : tr("mixed scripts: %1").arg(names(scripts));
}

QString ScriptWording::tag(const QString &shown)
{
    QStringList scripts;
    for (const base::MixedWord &word : base::mixedWords(shown))
        scripts += word.scripts;
    scripts.removeDuplicates();
    return tag(scripts);
}

} // namespace obstat::console
