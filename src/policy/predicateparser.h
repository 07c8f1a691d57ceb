#pragma once

#include "policy/predicate.h"

namespace obstat::policy {

/// Reads the text of one predicate, left to right.
class PredicateParser
{
public:
    PredicateParser(const QString &text, const Predicate::Lists &lists);

    [[nodiscard]] base::Result<Predicate> parse();

private:
    [[nodiscard]] base::Result<> readOperand();
    [[nodiscard]] base::Result<> readOperation();
    [[nodiscard]] base::Result<> readRight();
    [[nodiscard]] base::Result<> readList();
    [[nodiscard]] base::Result<> readLiteral();
    [[nodiscard]] bool readAmount();
    [[nodiscard]] bool takeWord(QStringView word);
    [[nodiscard]] tl::unexpected<base::Error> refused(const QString &expected) const;

    const Predicate::Lists &m_lists;
    Predicate m_predicate;
    QStringView m_rest;
};

/// True for a list that `in` can be asked about: not empty, texts only or numbers only, no hidden characters.
[[nodiscard]] bool isComparableList(const QJsonArray &values);

/// True when the text is NFC and has no code point that a person could not see: only such text is compared.
[[nodiscard]] bool isPlainText(const QString &text);

} // namespace obstat::policy
