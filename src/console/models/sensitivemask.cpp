#include "console/models/sensitivemask.h"

#include "base/jsonpath.h"
#include "base/visibletext.h"
#include "policy/argumentpath.h"

#include <algorithm>

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kShortest = 4; // shorter ones would black out half of every text
constexpr qsizetype kMost = 500;   // with more of them looking for each in every text would take minutes

} // namespace

SensitiveMask::SensitiveMask(const policy::ToolEntry &entry, const QList<QJsonObject> &arguments,
                             const QString &rolesText)
    : m_placeholder(rolesText)
{
    for (const QJsonObject &root : arguments) {
        for (const QString &path : entry.sensitive) {
            for (const QString &pointer : base::leafPointers(root, path)) {
                const QString label = base::visibleText(pointer);
                m_labels.insert(label);
                m_labels.insert(QString(label).replace(u':', u"[U+003A]"_s)); // as shown text v1 writes it
                const auto leaf = base::lookUpPointer(root, pointer);
                const QString value = leaf ? policy::scalarText(*leaf).value_or(QString()) : QString();
                if (value.size() >= kShortest)
                    m_values.append(base::visibleText(value));
            }
        }
    }
    m_values.removeDuplicates();
    std::sort(m_values.begin(), m_values.end(), [](const QString &a, const QString &b) { return a.size() > b.size(); });
}

QString SensitiveMask::value(const QString &label, const QString &value) const
{
    return hides(label) ? m_placeholder : text(value);
}

QString SensitiveMask::text(const QString &text) const
{
    if (m_values.size() > kMost)
        return text.isEmpty() ? text : m_placeholder;
    QString shown = text;
    for (const QString &value : m_values)
        shown.replace(value, u"•••"_s);
    return shown;
}

} // namespace obstat::console
