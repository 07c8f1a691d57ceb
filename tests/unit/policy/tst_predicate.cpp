#include "policy/predicate.h"

#include "base/canonicaljson.h"

#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using Outcome = policy::PredicateTrace::Outcome;
Q_DECLARE_METATYPE(obstat::policy::PredicateTrace::Outcome)

class PredicateTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void evaluate_overOnePlan_isTrueFalseOrNeither_data();
    void evaluate_overOnePlan_isTrueFalseOrNeither();
    void evaluate_money_onlyInTheSameCurrency_data();
    void evaluate_money_onlyInTheSameCurrency();
    void evaluate_trace_saysWhatItSaw();
    void parse_notAPredicate_isRefused_data();
    void parse_notAPredicate_isRefused();
};

namespace {

QJsonObject object(const QByteArray &json)
{
    const auto parsed = base::parseCanonical(json);
    if (!parsed)
        qFatal("%s", qPrintable(parsed.error().message));
    return parsed->value.toObject();
}

const policy::Predicate::Lists &lists()
{
    static const policy::Predicate::Lists all{{u"trusted"_s, QJsonArray{u"DE89"_s, u"FR76"_s}},
                                              {u"sizes"_s, QJsonArray{1, 2.5}}};
    return all;
}

policy::PlanView plan()
{
    policy::PlanView view;
    view.tool = u"pay"_s;
    view.currency = u"USD"_s;
    view.args =
        object("{\"amount\":\"499.99\",\"fee\":5,\"iban\":\"DE89\",\"hidden\":\"DE\xe2\x80\x8b"
               "89\",\"decomposed\":\"e\xcc\x81\",\"note\":null,\"express\":true,\"list\":[\"DE89\"],\"size\":2.5,"
               "\"kyc_complete\":true,\"items\":[{\"sku\":\"a\"}],\"a b\":1,\"big\":\"1e3\",\"empty\":\"\","
               "\"vast\":\"900719925474099.30\"}");
    view.facts = object(R"({"kyc_complete":true,"frozen":false,"level":3,"word":"true","country":"DE"})");
    view.run = object(R"({"operations":6})");
    return view;
}

} // namespace

namespace {

struct Evaluation
{
    const char *text;
    Outcome outcome;
    QString why = {};
};

const Evaluation kEvaluations[] = {
    {"args.amount < 500 USD", Outcome::True},
    {"args.amount<500 USD", Outcome::True},
    {"  args.amount   <   500   USD  ", Outcome::True},
    {"args.amount <= 499.99 USD", Outcome::True},
    {"args.amount == 499.990 USD", Outcome::True},
    {"args.amount != 499.99 USD", Outcome::False},
    {"args.amount < 499.99 USD", Outcome::False},
    {"args.amount >= 500 USD", Outcome::False},
    {"args.amount > 499.98999999 USD", Outcome::True},
    {"args.vast > 900719925474099.29 USD", Outcome::True}, // one and the same as a double
    {"args.vast == 900719925474099.29 USD", Outcome::False},
    {"args.fee < 10 USD", Outcome::True},
    {"args.amount < 500 EUR", Outcome::NotEvaluated, u"other currency"_s},
    {"args.missing < 500 USD", Outcome::NotEvaluated, u"missing"_s},
    {"args.big < 5000 USD", Outcome::NotEvaluated, u"not an amount"_s},
    {"args.empty < 5000 USD", Outcome::NotEvaluated, u"not an amount"_s},
    {"args.express < 500 USD", Outcome::NotEvaluated, u"not an amount"_s},
    {"args.note < 500 USD", Outcome::NotEvaluated, u"missing"_s},
    {"args.list < 500 USD", Outcome::NotEvaluated, u"not a single value"_s},
    {"args.amount < 500", Outcome::NotEvaluated, u"not a number"_s},

    {"run.operations > 5", Outcome::True},
    {"run.operations > 6", Outcome::False},
    {"run.operations >= 6", Outcome::True},
    {"run.operations == 6", Outcome::True},
    {"run.operations != 6", Outcome::False},
    {"run.operations <= 5.5", Outcome::False},
    {"run.operations > -1", Outcome::True},
    {"run.other > 5", Outcome::NotEvaluated, u"missing"_s},
    {"args.size == 2.5", Outcome::True},

    {"facts.kyc_complete", Outcome::True},
    {"facts.frozen", Outcome::False},
    {"facts.missing", Outcome::NotEvaluated, u"missing"_s},
    {"facts.word", Outcome::NotEvaluated, u"not true or false"_s},
    {"facts.level", Outcome::NotEvaluated, u"not true or false"_s},
    {"facts.kyc_complete == true", Outcome::True},
    {"facts.frozen == true", Outcome::False},
    {"facts.frozen != true", Outcome::True},
    {"facts.word == true", Outcome::NotEvaluated, u"not true or false"_s},
    {"facts.word == \"true\"", Outcome::True},

    {"facts.country == \"DE\"", Outcome::True},
    {"facts.country == \"de\"", Outcome::False},
    {"facts.country != \"KP\"", Outcome::True},
    {"facts.level == \"3\"", Outcome::NotEvaluated, u"not text"_s},
    {"facts.level != \"3\"", Outcome::NotEvaluated, u"not text"_s},
    {"facts.missing != \"KP\"", Outcome::NotEvaluated, u"missing"_s},

    {"args.iban in trusted", Outcome::True},
    {"args.iban not in trusted", Outcome::False},
    {"args.iban in [\"XX\", \"DE89\"]", Outcome::True},
    {"args.iban in[\"XX\"]", Outcome::False},
    {"args.iban not in [\"XX\"]", Outcome::True},
    {"args.size in sizes", Outcome::True},
    {"args.size not in [1, 2]", Outcome::True},
    {"args.iban in sizes", Outcome::NotEvaluated, u"not a number"_s},
    {"args.size in trusted", Outcome::NotEvaluated, u"not text"_s},
    {"args.missing in trusted", Outcome::NotEvaluated, u"missing"_s},
    {"args.missing not in trusted", Outcome::NotEvaluated, u"missing"_s},
    {"args.note not in trusted", Outcome::NotEvaluated, u"missing"_s},
    {"args.list in trusted", Outcome::NotEvaluated, u"not a single value"_s},
    {"args.hidden in trusted", Outcome::NotEvaluated, u"hidden characters"_s},
    {"args.hidden not in trusted", Outcome::NotEvaluated, u"hidden characters"_s},
    {"args.decomposed == \"x\"", Outcome::NotEvaluated, u"hidden characters"_s},
    {"args.items[].sku in [\"a\"]", Outcome::NotEvaluated, u"not a single value"_s},
    {"args.items[0].sku in [\"a\"]", Outcome::True},
    {"args.\"a b\" == 1", Outcome::True},

    {"args.iban exists", Outcome::True},
    {"args.list exists", Outcome::True},
    {"args.note exists", Outcome::False},
    {"args.missing exists", Outcome::False},
    {"facts.iban exists", Outcome::False}, // an argument is not a fact
};

} // namespace

void PredicateTest::evaluate_overOnePlan_isTrueFalseOrNeither_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<Outcome>("expected");
    QTest::addColumn<QString>("why");
    for (const Evaluation &row : kEvaluations)
        QTest::newRow(row.text) << QString::fromLatin1(row.text) << row.outcome << row.why;
}

void PredicateTest::evaluate_overOnePlan_isTrueFalseOrNeither()
{
    QFETCH(QString, text);
    QFETCH(Outcome, expected);
    QFETCH(QString, why);
    const auto predicate = policy::Predicate::parse(text, lists());
    QVERIFY2(predicate.has_value(), predicate ? "" : qPrintable(predicate.error().message));
    const policy::PredicateTrace trace = predicate->evaluate(plan());
    QCOMPARE(trace.text, text.trimmed());
    QCOMPARE(trace.outcome, expected);
    QCOMPARE(trace.why, why);
}

void PredicateTest::evaluate_money_onlyInTheSameCurrency_data()
{
    QTest::addColumn<QString>("currency");
    QTest::addColumn<Outcome>("expected");
    QTest::addColumn<QString>("why");
    QTest::newRow("same") << u"USD"_s << Outcome::True << QString();
    QTest::newRow("other") << u"KWD"_s << Outcome::NotEvaluated << u"other currency"_s;
    QTest::newRow("none") << QString() << Outcome::NotEvaluated << u"no currency"_s;
}

void PredicateTest::evaluate_money_onlyInTheSameCurrency()
{
    QFETCH(QString, currency);
    policy::PlanView view = plan();
    view.currency = currency;
    const auto predicate = policy::Predicate::parse(u"args.amount < 500 USD"_s, lists());
    QVERIFY(predicate.has_value());
    QTEST(predicate->evaluate(view).outcome, "expected");
    QTEST(predicate->evaluate(view).why, "why");
}

void PredicateTest::evaluate_trace_saysWhatItSaw()
{
    const auto seen = [](const QString &text) {
        return policy::Predicate::parse(text, lists()).value().evaluate(plan()).seen;
    };
    QCOMPARE(seen(u"args.amount < 500 USD"_s), u"\"499.99\""_s);
    QCOMPARE(seen(u"args.fee < 500 USD"_s), u"5"_s);
    QCOMPARE(seen(u"facts.kyc_complete"_s), u"true"_s);
    QCOMPARE(seen(u"args.list in trusted"_s), u"[\"DE89\"]"_s);
    QCOMPARE(seen(u"args.missing exists"_s), QString());
}

void PredicateTest::parse_notAPredicate_isRefused_data()
{
    QTest::addColumn<QString>("text");
    const auto row = [](const char *name, const QString &text) { QTest::newRow(name) << text; };
    row("empty", u""_s);
    row("other root", u"env.HOME == \"x\""_s);
    row("root without path", u"args < 5"_s);
    row("root with a point only", u"facts."_s);
    row("root misspelled", u"fact.kyc_complete"_s);
    row("root in capitals", u"Facts.kyc_complete"_s);
    row("negation", u"!facts.kyc_complete"_s);
    row("two at once", u"facts.a and facts.b"_s);
    row("one equals sign", u"args.a = 5"_s);
    row("no value", u"args.amount <"_s);
    row("path on the right", u"args.a == facts.a"_s);
    row("money with separators", u"args.amount < 1,000 USD"_s);
    row("money with sign", u"args.amount < -5 USD"_s);
    row("money with exponent", u"args.amount < 5e2 USD"_s);
    row("money in small letters", u"args.amount < 500 usd"_s);
    row("money without space", u"args.amount < 500USD"_s);
    row("number that is rounded", u"args.a == 333333333.33333329"_s);
    row("null", u"args.a == null"_s);
    row("list compared", u"args.a == [1]"_s);
    row("order of texts", u"args.a < \"b\""_s);
    row("order of flags", u"args.a < true"_s);
    row("text not closed", u"args.a == \"b"_s);
    row("text with a hidden character", u"args.a == \"b\u200b\""_s);
    row("list unknown", u"args.a in friends"_s);
    row("list empty", u"args.a in []"_s);
    row("list mixed", u"args.a in [1, \"a\"]"_s);
    row("list of flags", u"args.a in [true]"_s);
    row("list without name", u"args.a in"_s);
    row("not alone", u"args.a not"_s);
    row("in as part of a word", u"args.a inside trusted"_s);
    row("something after exists", u"args.a exists now"_s);
    row("bad path", u"args.a..b exists"_s);
    row("bad brackets", u"args.a[x] exists"_s);
}

void PredicateTest::parse_notAPredicate_isRefused()
{
    QFETCH(QString, text);
    const auto predicate = policy::Predicate::parse(text, lists());
    QVERIFY(!predicate.has_value());
    QCOMPARE(predicate.error().code, base::ErrorCode::Malformed);
    QVERIFY2(predicate.error().message.contains("is not understood: "_L1), qPrintable(predicate.error().message));
}

QTEST_APPLESS_MAIN(PredicateTest)
#include "tst_predicate.moc"
