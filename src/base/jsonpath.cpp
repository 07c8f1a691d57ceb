#include "base/jsonpath.h"

#include "base/canonicaljson.h"
#include "base/jsonmembers.h"

#include <QJsonArray>
#include <QJsonObject>

#include <algorithm>

namespace obstat::base {

using namespace Qt::StringLiterals;

namespace {

QString child(const QString &pointer, const QString &name)
{
    QString escaped = name;
    escaped.replace(u'~', "~0"_L1).replace(u'/', "~1"_L1);
    return QString(pointer + u'/' + escaped);
}

QString child(const QString &pointer, qsizetype index)
{
    return QString(pointer + u'/' + QString::number(index));
}

void collectLeaves(const QJsonValue &value, const QString &pointer, std::vector<JsonLeaf> &into)
{
    if (value.isObject() && !value.toObject().isEmpty()) {
        for (const auto &[name, member] : sortedMembers(value.toObject())) {
            collectLeaves(member, child(pointer, name), into);
        }
    } else if (value.isArray() && !value.toArray().isEmpty()) {
        const QJsonArray array = value.toArray();
        for (qsizetype i = 0; i < array.size(); ++i) {
            collectLeaves(array.at(i), child(pointer, i), into);
        }
    } else {
        into.push_back({pointer, value});
    }
}

/// One part of a dotted path.
struct Step
{
    enum class Kind { Name, Index, Each };
    Kind kind = Kind::Name;
    QString name;
    qsizetype index = 0;
};

/// Reads the text of a dotted path; nothing when it is not one.
class PathReader
{
public:
    explicit PathReader(QStringView text) : m_rest(text) {}

    std::optional<std::vector<Step>> read()
    {
        std::vector<Step> steps;
        bool good = m_rest.startsWith(u'[') ? readBrackets(steps) : readName(steps) && readBrackets(steps);
        while (good && !m_rest.isEmpty()) {
            good = take(u'.') && readName(steps) && readBrackets(steps);
        }
        return good && !steps.empty() ? std::make_optional(std::move(steps)) : std::nullopt;
    }

private:
    bool take(QChar c)
    {
        if (!m_rest.startsWith(c)) {
            return false;
        }
        m_rest = m_rest.sliced(1);
        return true;
    }

    bool readName(std::vector<Step> &steps)
    {
        Step step;
        if (take(u'"')) {
            while (!m_rest.isEmpty() && m_rest.front() != u'"') {
                if (m_rest.front() == u'\\') {
                    m_rest = m_rest.sliced(1);
                }
                step.name += m_rest.isEmpty() ? QString() : QString(m_rest.front());
                m_rest = m_rest.isEmpty() ? m_rest : m_rest.sliced(1);
            }
            steps.push_back(step);
            return take(u'"');
        }
        while (!m_rest.isEmpty() && m_rest.front() != u'.' && m_rest.front() != u'[') {
            step.name += m_rest.front();
            m_rest = m_rest.sliced(1);
        }
        steps.push_back(step);
        return !step.name.isEmpty();
    }

    bool readBrackets(std::vector<Step> &steps)
    {
        while (take(u'[')) {
            const qsizetype close = m_rest.indexOf(u']');
            if (close < 0) {
                return false;
            }
            Step step;
            step.kind = Step::Kind::Each;
            if (close > 0) {
                const QStringView digits = m_rest.first(close);
                bool good = std::all_of(digits.begin(), digits.end(), [](QChar c) { return c >= u'0' && c <= u'9'; });
                step.kind = Step::Kind::Index;
                step.index = good ? digits.toInt(&good) : 0;
                if (!good) {
                    return false;
                }
            }
            steps.push_back(step);
            m_rest = m_rest.sliced(close + 1);
        }
        return true;
    }

    QStringView m_rest;
};

using Steps = std::vector<Step>;
using StepAt = Steps::const_iterator;

/// Appends what lies at the steps; false when a part is missing.
bool follow(const QJsonValue &value, StepAt at, StepAt end, QJsonArray &found)
{
    if (at == end) {
        found.append(value);
        return true;
    }
    if (at->kind == Step::Kind::Name) {
        const QJsonObject object = value.toObject();
        const auto member = object.constFind(at->name);
        return member != object.constEnd() && follow(member.value(), at + 1, end, found);
    }
    if (!value.isArray()) {
        return false;
    }
    const QJsonArray array = value.toArray();
    if (at->kind == Step::Kind::Index) {
        return at->index < array.size() && follow(array.at(at->index), at + 1, end, found);
    }
    return std::all_of(array.begin(), array.end(),
                       [&](const QJsonValue &element) { return follow(element, at + 1, end, found); });
}

/// Appends the leaves of what lies at the steps, wherever it does.
void collectAt(const QJsonValue &value, const QString &pointer, StepAt at, StepAt end, std::vector<JsonLeaf> &into)
{
    if (at == end) {
        collectLeaves(value, pointer, into);
    } else if (at->kind == Step::Kind::Name) {
        const QJsonObject object = value.toObject();
        if (const auto member = object.constFind(at->name); member != object.constEnd()) {
            collectAt(member.value(), child(pointer, at->name), at + 1, end, into);
        }
    } else {
        const QJsonArray array = value.toArray();
        const qsizetype first = at->kind == Step::Kind::Index ? at->index : 0;
        const qsizetype last = at->kind == Step::Kind::Index ? std::min(at->index + 1, array.size()) : array.size();
        for (qsizetype i = first; i < last; ++i) {
            collectAt(array.at(i), child(pointer, i), at + 1, end, into);
        }
    }
}

QJsonValue without(const QJsonValue &value, StepAt at, StepAt end)
{
    const bool last = at + 1 == end;
    if (at->kind == Step::Kind::Name) {
        QJsonObject object = value.toObject();
        const auto member = object.find(at->name);
        if (member == object.end()) {
            return value;
        }
        if (last) {
            object.erase(member);
        } else {
            object.insert(at->name, without(member.value(), at + 1, end));
        }
        return object;
    }
    QJsonArray array = value.toArray();
    if (at->kind == Step::Kind::Each || at->index >= array.size()) {
        return value;
    }
    if (last) {
        array.removeAt(at->index);
    } else {
        array.replace(at->index, without(array.at(at->index), at + 1, end));
    }
    return array;
}

/// Collects the pointers of all places where two values differ.
class Comparison
{
public:
    void compare(const QJsonValue &before, const QJsonValue &after, const QString &pointer)
    {
        if (before.isObject() && after.isObject() && !before.toObject().isEmpty() && !after.toObject().isEmpty()) {
            compareObjects(before.toObject(), after.toObject(), pointer);
        } else if (before.isArray() && after.isArray() && !before.toArray().isEmpty() && !after.toArray().isEmpty()) {
            compareArrays(before.toArray(), after.toArray(), pointer);
        } else if (canonicalBytes(before) != canonicalBytes(after)) {
            listBoth(before, after, pointer);
        }
    }
    [[nodiscard]] QStringList take() { return std::move(m_pointers); }

private:
    void compareObjects(const QJsonObject &before, const QJsonObject &after, const QString &pointer)
    {
        const std::vector<JsonMember> left = sortedMembers(before);
        const std::vector<JsonMember> right = sortedMembers(after);
        auto a = left.begin();
        auto b = right.begin();
        while (a != left.end() || b != right.end()) {
            if (b == right.end() || (a != left.end() && a->first < b->first)) {
                listAll(a->second, child(pointer, a->first));
                ++a;
            } else if (a == left.end() || b->first < a->first) {
                listAll(b->second, child(pointer, b->first));
                ++b;
            } else {
                compare(a->second, b->second, child(pointer, a->first));
                ++a;
                ++b;
            }
        }
    }

    void compareArrays(const QJsonArray &before, const QJsonArray &after, const QString &pointer)
    {
        for (qsizetype i = 0; i < std::max(before.size(), after.size()); ++i) {
            if (i >= before.size()) {
                listAll(after.at(i), child(pointer, i));
            } else if (i >= after.size()) {
                listAll(before.at(i), child(pointer, i));
            } else {
                compare(before.at(i), after.at(i), child(pointer, i));
            }
        }
    }

    void listAll(const QJsonValue &value, const QString &pointer)
    {
        std::vector<JsonLeaf> found;
        collectLeaves(value, pointer, found);
        for (const JsonLeaf &leaf : found) {
            m_pointers.append(leaf.pointer);
        }
    }

    /// Two values of different shape: the leaves of both, each place once ([1] and {"0":1} share "/0").
    void listBoth(const QJsonValue &before, const QJsonValue &after, const QString &pointer)
    {
        const qsizetype start = m_pointers.size();
        listAll(before, pointer);
        listAll(after, pointer);
        QStringList both = m_pointers.sliced(start);
        both.removeDuplicates();
        m_pointers.resize(start);
        m_pointers += both;
    }

    QStringList m_pointers;
};

} // namespace

std::vector<JsonLeaf> leaves(const QJsonValue &value)
{
    std::vector<JsonLeaf> found;
    collectLeaves(value, QString(), found);
    return found;
}

std::optional<QJsonValue> lookUp(const QJsonValue &root, QStringView path)
{
    const auto steps = PathReader(path).read();
    QJsonArray found;
    if (!steps || !follow(root, steps->begin(), steps->end(), found)) {
        return std::nullopt;
    }
    const bool collects =
        std::any_of(steps->begin(), steps->end(), [](const Step &step) { return step.kind == Step::Kind::Each; });
    return collects ? QJsonValue(found) : found.first();
}

QStringList leafPointers(const QJsonValue &root, QStringView path)
{
    const auto steps = PathReader(path).read();
    std::vector<JsonLeaf> found;
    if (steps) {
        collectAt(root, QString(), steps->begin(), steps->end(), found);
    }
    QStringList pointers;
    for (const JsonLeaf &leaf : found) {
        pointers.append(leaf.pointer);
    }
    return pointers;
}

std::optional<QJsonValue> lookUpPointer(const QJsonValue &root, QStringView pointer)
{
    QJsonValue value = root;
    while (!pointer.isEmpty()) {
        if (pointer.front() != u'/') {
            return std::nullopt;
        }
        pointer = pointer.sliced(1);
        const qsizetype slash = pointer.indexOf(u'/');
        QString name = (slash < 0 ? pointer : pointer.first(slash)).toString();
        pointer = slash < 0 ? QStringView() : pointer.sliced(slash);
        if (value.isObject()) {
            name.replace("~1"_L1, "/"_L1).replace("~0"_L1, "~"_L1);
            const QJsonObject object = value.toObject();
            const auto member = object.constFind(name);
            if (member == object.constEnd()) {
                return std::nullopt;
            }
            value = member.value();
        } else {
            bool good = false;
            const qsizetype index = name.toInt(&good);
            if (!value.isArray() || !good || index < 0 || QString::number(index) != name ||
                index >= value.toArray().size()) {
                return std::nullopt;
            }
            value = QJsonValue(value.toArray().at(index));
        }
    }
    return value;
}

QJsonObject withoutPath(const QJsonObject &root, QStringView path)
{
    const auto steps = PathReader(path).read();
    return steps ? without(root, steps->begin(), steps->end()).toObject() : root;
}

QStringList differingPointers(const QJsonValue &before, const QJsonValue &after)
{
    Comparison comparison;
    comparison.compare(before, after, QString());
    return comparison.take();
}

} // namespace obstat::base
