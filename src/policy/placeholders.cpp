#include "policy/placeholders.h"

#include "policy/argumentpath.h"

#include "base/visibletext.h"

namespace obstat::policy {

using namespace Qt::StringLiterals;

namespace {

QString nameProblem(QStringView name, const PlaceholderRule &rule)
{
    if (name == "key"_L1 || name == "tenant"_L1 || name == "operation"_L1)
        return {};
    if (name == "reference"_L1)
        return rule.reference ? QString() : u"'{reference}' is not known before the first answer"_s;
    if (name.startsWith("args."_L1) && isArgumentPath(name.sliced(5))) {
        if (rule.lists || !isCollectingPath(name))
            return {};
        return u"'{%1}' is a list, which only a body can hold"_s.arg(base::visibleText(name));
    }
    return u"'{%1}' is not one of {args.PATH}, {key}, {tenant}, {operation}, {reference}"_s.arg(
        base::visibleText(name));
}

} // namespace

QString placeholderProblem(QStringView text, const PlaceholderRule &rule)
{
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] == u'}')
            return u"'}' closes no placeholder"_s;
        if (text[i] != u'{')
            continue;
        const qsizetype end = text.indexOf(u'}', i);
        if (end < 0)
            return u"'{' is not closed"_s;
        QString problem = nameProblem(text.sliced(i + 1, end - i - 1), rule);
        if (!problem.isEmpty())
            return problem;
        i = end;
    }
    return {};
}

} // namespace obstat::policy
