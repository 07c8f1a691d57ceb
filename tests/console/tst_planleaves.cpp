#include "console/pages/planpanel.h"
#include "console/theme/theme.h"
#include "console/widgets/linesview.h"
#include "support/sampleconsole.h"

#include <QApplication>
#include <QJsonArray>
#include <QSettings>
#include <QStandardPaths>
#include <QTest>

#include <rapidcheck.h>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::LinesView;
using console::PlanPanel;

namespace {

/// One leaf of a payload as the panel has to show it, made here without the code that the panel uses.
struct Leaf
{
    QString label;
    QString value;

    friend bool operator==(const Leaf &a, const Leaf &b) = default;
    friend bool operator<(const Leaf &a, const Leaf &b)
    {
        return a.label == b.label ? a.value < b.value : a.label < b.label;
    }
};

/// The texts that payloads are made of, and how each is shown.
const QList<std::pair<QString, QString>> &words()
{
    static const QList<std::pair<QString, QString>> list{
        {u""_s, u""_s},
        {u"a"_s, u"a"_s},
        {u"amount"_s, u"amount"_s},
        {u"a/b"_s, u"a/b"_s},
        {u"~"_s, u"~"_s},
        {u"~1/"_s, u"~1/"_s},
        {u"0"_s, u"0"_s},
        {u"x y"_s, u"x y"_s},
        {u"Zürich"_s, u"Zürich"_s},
        {u"名前"_s, u"名前"_s},
        {u"\U0001F4B6"_s, u"\U0001F4B6"_s},
        {u"<b>"_s, u"<b>"_s},
        {u"line\nbreak"_s, u"line[U+000A]break"_s},
        {u"\u202Egpj"_s, u"[U+202E]gpj"_s},
        {u"zero\u200B"_s, u"zero[U+200B]"_s},
        {QString(QChar(u'\0')), u"[U+0000]"_s},
        {u"[U+202E]"_s, u"[U+005B]U+202E]"_s},
        {u"no\u00A0break"_s, u"no[U+00A0]break"_s},
        {u"tag\U000E0041"_s, u"tag[U+E0041]"_s},
    };
    return list;
}

int anyWord()
{
    return *rc::gen::inRange(0, static_cast<int>(words().size()));
}

/// Values that read like something else than a text, with the quotes that keep them apart.
std::pair<QJsonValue, QString> anyScalar()
{
    const auto word = words().at(anyWord());
    const auto number = *rc::gen::inRange<qint64>(-9007199254740991, 9007199254740992);
    switch (*rc::gen::inRange(0, 9)) {
    case 0:
        return {QJsonValue::Null, u"null"_s};
    case 1:
        return {true, u"true"_s};
    case 2:
        return {number, QString::number(number)};
    case 3:
        return {QString::number(number), u'"' + QString::number(number) + u'"'};
    case 4: // money is a text of digits
        return {u"1250.00"_s, u"\"1250.00\""_s};
    case 5:
        return {u"null"_s, u"\"null\""_s};
    case 6:
        return {QJsonArray(), u"[]"_s};
    case 7:
        return {u"{}"_s, u"\"{}\""_s};
    default:
        break;
    }
    const bool quoted = word.first.isEmpty() || word.first == u"0";
    return {word.first, quoted ? QString(u'"' + word.second + u'"') : word.second};
}

/// A random value; what it adds to `leaves` is known without looking at it again.
QJsonValue anyValue(int depth, const QString &path, QList<Leaf> &leaves)
{
    const int count = depth > 0 ? *rc::gen::inRange(0, 4) : 0;
    if (count == 0) {
        const auto scalar = anyScalar();
        leaves.append({path, scalar.second});
        return scalar.first;
    }
    if (*rc::gen::arbitrary<bool>()) {
        QJsonArray array;
        for (int at = 0; at < count; ++at)
            array.append(anyValue(depth - 1, path + u'/' + QString::number(at), leaves));
        return array;
    }
    QJsonObject object;
    for (int i = 0; i < count; ++i) {
        const auto word = words().at(anyWord());
        if (object.contains(word.first))
            continue;
        const QString name = QString(word.second).replace(u"~"_s, u"~0"_s).replace(u"/"_s, u"~1"_s);
        // An escape holds no colon, tilde or slash, so replacing afterwards is the same.
        object.insert(word.first, anyValue(depth - 1, path + u'/' + name, leaves));
    }
    return object;
}

} // namespace

/// C2: nothing executes that is not shown.
class TestPlanLeaves : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyLeaf_ofAnyPayload_standsInThePanel();
};

void TestPlanLeaves::initTestCase()
{
    QCoreApplication::setOrganizationName(u"ObstatTests"_s);
    QStandardPaths::setTestModeEnabled(true);
    QSettings().clear();
    console::Theme::apply(*qApp, console::Scheme::Light);
}

void TestPlanLeaves::everyLeaf_ofAnyPayload_standsInThePanel()
{
    tests::SampleConsole sample(false);
    PlanPanel panel;
    panel.resize(450, 700);
    panel.setSession(sample.session.get());
    const auto *view = panel.findChild<LinesView *>(u"argumentLines"_s);
    QVERIFY(view);
    const bool held = rc::check("every leaf has a line with its path and its value, and there are no others", [&] {
        QList<Leaf> leaves{{u"withdrawal_id"_s, u"WD-1"_s}, {u"amount"_s, u"\"700.00\""_s}, {u"currency"_s, u"USD"_s}};
        tests::SampleBook::Plan plan;
        plan.arguments = {{u"withdrawal_id"_s, u"WD-1"_s},
                          {u"amount"_s, u"700.00"_s},
                          {u"currency"_s, u"USD"_s},
                          {u"any"_s, anyValue(4, u"any"_s, leaves)}};
        const console::OperationDetail detail = sample.book.add(plan);
        panel.showPlan(detail);
        RC_ASSERT(panel.operation() == detail.row.id);
        RC_ASSERT(view->count() == leaves.size());
        QList<Leaf> shown;
        for (const console::DisplayLine &line : view->lines())
            shown.append({line.label, line.value});
        std::sort(shown.begin(), shown.end());
        std::sort(leaves.begin(), leaves.end());
        RC_ASSERT(shown == leaves);
        const QString accessible = u'\n' + view->accessibleDescription();
        for (const Leaf &leaf : std::as_const(leaves))
            RC_ASSERT(accessible.contains(u'\n' + leaf.label + u": "_s + leaf.value));
    });
    panel.setSession(nullptr);
    QVERIFY(held);
}

QTEST_MAIN(TestPlanLeaves)
#include "tst_planleaves.moc"
