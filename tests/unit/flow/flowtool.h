#pragma once

#include "ledger/types.h"
#include "policy/registry.h"

#include <QTest>

namespace obstat::tests {

/// The entry `pay` of a tools.toml of one owner and one tool, or the end of the program. `owner` and `tool` are further
/// lines of their tables.
inline policy::ToolEntry payTool(const QByteArray &owner = {}, const QByteArray &tool = {})
{
    const QByteArray text = "[owner.bank]\nkind = \"http\"\nurl = \"http://bank.example:8080/base/\"\n" + owner +
                            "\n[tool.pay]\neffect = \"write\"\nundo = \"no\"\napprover = \"policy\"\n"
                            "on_repeat = \"doubles\"\nnatural_key = [\"record\"]\nowner = \"bank\"\n" +
                            tool + "\n";
    const auto registry = policy::Registry::parse(text, QStringLiteral("tools.toml"));
    if (!registry)
        qFatal("tools.toml: %s %s", qPrintable(registry.error().message), qPrintable(registry.error().detail));
    return *registry->find(QStringLiteral("pay"));
}

/// Lines of [tool.pay] that a request and its answer need.
inline QByteArray payAnswers()
{
    return "commit = { method = \"POST\", path = \"/pay\" }\nreference = \"id\"\n"
           "success = { status = [200, 201], body = { \"status\" = \"done\" } }\n"
           "no_effect = { status = 422, body_has = [\"error\"] }\n";
}

} // namespace obstat::tests
