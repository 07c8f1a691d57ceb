#include "policy/predicateparser.h"

#include "policy/argumentpath.h"

#include "base/canonicaljson.h"
#include "base/visibletext.h"

#include <algorithm>
#include <utility>

namespace obstat::policy {

using namespace Qt::StringLiterals;

namespace {

using Operation = Predicate::Operation;

bool isOrder(Operation operation)
{
    return operation == Operation::Less || operation == Operation::LessEqual || operation == Operation::Greater ||
           operation == Operation::GreaterEqual;
}

/// Length of the operand at the front: up to a space or comparison outside quotes.
qsizetype operandLength(QStringView text)
{
    bool quoted = false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (quoted && text[i] == u'\\')
            ++i;
        else if (text[i] == u'"')
            quoted = !quoted;
        else if (!quoted && (text[i].isSpace() || QStringView(u"<>=!").indexOf(text[i]) >= 0))
            return i;
    }
    return text.size();
}

bool isScalarLiteral(const QJsonValue &value)
{
    return value.isBool() || value.isDouble() || (value.isString() && isPlainText(value.toString()));
}

} // namespace

PredicateParser::PredicateParser(const QString &text, const Predicate::Lists &lists) : m_lists(lists)
{
    m_predicate.m_text = text.trimmed();
    m_rest = m_predicate.m_text;
}

base::Result<Predicate> PredicateParser::parse()
{
    for (const auto step :
         {&PredicateParser::readOperand, &PredicateParser::readOperation, &PredicateParser::readRight}) {
        const base::Result<> read = (this->*step)();
        if (!read)
            return tl::unexpected(read.error());
    }
    return m_predicate;
}

base::Result<> PredicateParser::readOperand()
{
    const qsizetype length = operandLength(m_rest);
    const QStringView operand = m_rest.first(length);
    m_rest = m_rest.sliced(length).trimmed();
    const std::pair<QLatin1StringView, Predicate::Root> roots[] = {
        {"args."_L1, Predicate::Root::Args}, {"facts."_L1, Predicate::Root::Facts}, {"run."_L1, Predicate::Root::Run}};
    for (const auto &[prefix, root] : roots) {
        if (!operand.startsWith(prefix))
            continue;
        m_predicate.m_root = root;
        m_predicate.m_path = operand.sliced(prefix.size()).toString();
        if (isArgumentPath(m_predicate.m_path))
            return {};
    }
    return refused(u"it must begin with args.PATH, facts.PATH or run.PATH"_s);
}

base::Result<> PredicateParser::readOperation()
{
    const std::pair<QLatin1StringView, Operation> signs[] = {
        {"<="_L1, Operation::LessEqual}, {">="_L1, Operation::GreaterEqual}, {"=="_L1, Operation::Equal},
        {"!="_L1, Operation::NotEqual},  {"<"_L1, Operation::Less},          {">"_L1, Operation::Greater}};
    for (const auto &[sign, operation] : signs) {
        if (m_rest.startsWith(sign)) {
            m_predicate.m_operation = operation;
            m_rest = m_rest.sliced(sign.size()).trimmed();
            return {};
        }
    }
    if (m_rest.isEmpty())
        m_predicate.m_operation = Operation::IsTrue;
    else if (takeWord(u"exists"))
        m_predicate.m_operation = Operation::Exists;
    else if (takeWord(u"in"))
        m_predicate.m_operation = Operation::In;
    else if (takeWord(u"not") && takeWord(u"in"))
        m_predicate.m_operation = Operation::NotIn;
    else
        return refused(u"expected <, <=, >, >=, ==, !=, in, not in or exists after the path"_s);
    return {};
}

base::Result<> PredicateParser::readRight()
{
    switch (m_predicate.m_operation) {
    case Operation::IsTrue:
    case Operation::Exists:
        if (!m_rest.isEmpty())
            return refused(u"nothing may follow"_s);
        return {};
    case Operation::In:
    case Operation::NotIn:
        return readList();
    default:
        return readLiteral();
    }
}

base::Result<> PredicateParser::readList()
{
    if (!m_rest.startsWith(u'[')) {
        const auto found = m_lists.constFind(m_rest.toString());
        if (found == m_lists.constEnd())
            return refused(u"expected the name of a list of [lists], or a list such as [\"a\", \"b\"]"_s);
        m_predicate.m_values = *found;
        return {};
    }
    const base::Result<base::CanonicalJson> list = base::parseCanonical(m_rest.toUtf8());
    if (!list || !list->value.isArray() || !isComparableList(list->value.toArray()))
        return refused(u"expected a list of texts or of numbers such as [\"a\", \"b\"], without hidden characters"_s);
    m_predicate.m_values = list->value.toArray();
    return {};
}

base::Result<> PredicateParser::readLiteral()
{
    if (readAmount())
        return {};
    const base::Result<base::CanonicalJson> literal = base::parseCanonical(m_rest.toUtf8());
    if (!literal || !isScalarLiteral(literal->value))
        return refused(u"expected an amount such as 500 USD, a number, a \"text\", true or false"_s);
    if (isOrder(m_predicate.m_operation) && !literal->value.isDouble())
        return refused(u"only amounts and numbers have an order"_s);
    m_predicate.m_values = QJsonArray{literal->value};
    return {};
}

bool PredicateParser::readAmount()
{
    if (m_rest.size() < 5 || !isCurrencyCode(m_rest.last(3)) || !m_rest[m_rest.size() - 4].isSpace())
        return false;
    const std::optional<base::Decimal> amount = base::Decimal::parse(m_rest.chopped(3).trimmed());
    if (!amount)
        return false;
    m_predicate.m_amount = *amount;
    m_predicate.m_currency = m_rest.last(3).toString();
    return true;
}

bool PredicateParser::takeWord(QStringView word)
{
    if (!m_rest.startsWith(word))
        return false;
    const QStringView after = m_rest.sliced(word.size());
    if (!after.isEmpty() && !after.front().isSpace() && after.front() != u'[')
        return false;
    m_rest = after.trimmed();
    return true;
}

tl::unexpected<base::Error> PredicateParser::refused(const QString &expected) const
{
    return base::fail(base::ErrorCode::Malformed, u"the predicate '%1' is not understood: %2"_s.arg(
                                                      base::visibleText(m_predicate.m_text), expected));
}

bool isComparableList(const QJsonArray &values)
{
    const bool texts = std::all_of(values.begin(), values.end(), [](const QJsonValue &value) {
        return value.isString() && isPlainText(value.toString());
    });
    const bool numbers =
        std::all_of(values.begin(), values.end(), [](const QJsonValue &value) { return value.isDouble(); });
    return !values.isEmpty() && (texts || numbers);
}

bool isPlainText(const QString &text)
{
    const QList<uint> codePoints = text.toUcs4();
    return text.normalized(QString::NormalizationForm_C) == text &&
           std::none_of(codePoints.begin(), codePoints.end(), [](uint c) { return base::isEscaped(c); });
}

} // namespace obstat::policy
