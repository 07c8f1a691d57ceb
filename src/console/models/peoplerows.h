#pragma once

#include "console/client/ledgertypes.h"
#include "console/models/textrowsmodel.h"

#include <QCoreApplication>

namespace obstat::console {

/// What the People page lists: keys of people, tokens, delegations; as rows of escaped texts. Pure.
class PeopleRows
{
    Q_DECLARE_TR_FUNCTIONS(PeopleRows)

public:
    [[nodiscard]] static QStringList keyHeadings();
    [[nodiscard]] static QStringList tokenHeadings();
    [[nodiscard]] static QStringList delegationHeadings();
    [[nodiscard]] static QList<TextRowsModel::Row> keys(const LedgerPeople &people);
    [[nodiscard]] static QList<TextRowsModel::Row> tokens(const LedgerPeople &people);
    [[nodiscard]] static QList<TextRowsModel::Row> delegations(const LedgerPeople &people, base::Micros now);

private:
    [[nodiscard]] static QString event(qint64 number);
};

} // namespace obstat::console
