#include "console/models/peoplerows.h"

#include "base/visibletext.h"
#include "console/models/wording.h"

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

QString list(const QStringList &names)
{
    return names.isEmpty() ? u"–"_s : base::visibleText(names.join(u", "_s));
}

} // namespace

QString PeopleRows::event(qint64 number)
{
    return number < 0 ? u"–"_s : tr("event %1").arg(Wording::number(number));
}

QStringList PeopleRows::keyHeadings()
{
    return {tr("Person"), tr("Roles"), tr("Tenants"), tr("Key"), tr("Since"), tr("Revoked")};
}

QStringList PeopleRows::tokenHeadings()
{
    return {tr("Token"), tr("Acts as"), tr("Tenant"), tr("Sponsor"), tr("Scopes"), tr("Since"), tr("Revoked")};
}

QStringList PeopleRows::delegationHeadings()
{
    return {tr("Decides"), tr("For"), tr("From"), tr("Until"), tr("State"), tr("Since"), tr("Revoked")};
}

QList<TextRowsModel::Row> PeopleRows::keys(const LedgerPeople &people)
{
    QList<TextRowsModel::Row> rows;
    for (const ledger::LedgerReader::EnrolmentRow &row : people.keys)
        rows.append({{base::visibleText(row.person), list(row.roles),
                      row.tenants == QStringList{u"*"_s} ? tr("all") : list(row.tenants), base::visibleText(row.keyId),
                      event(row.since), event(row.revokedAt)},
                     !row.revoked});
    return rows;
}

QList<TextRowsModel::Row> PeopleRows::tokens(const LedgerPeople &people)
{
    QList<TextRowsModel::Row> rows;
    for (const ledger::LedgerReader::TokenRow &row : people.tokens)
        rows.append({{base::visibleText(row.id), base::visibleText(row.actor), base::visibleText(row.tenant),
                      base::visibleText(row.sponsor), list(row.scopes), event(row.since), event(row.revoked)},
                     row.revoked < 0});
    return rows;
}

QList<TextRowsModel::Row> PeopleRows::delegations(const LedgerPeople &people, base::Micros now)
{
    QList<TextRowsModel::Row> rows;
    for (const ledger::LedgerReader::DelegationRow &row : people.delegations) {
        const bool over = row.revoked >= 0 || now >= row.until;
        const QString state = row.revoked >= 0   ? tr("revoked")
                              : now >= row.until ? tr("over")
                              : now < row.from   ? tr("not yet")
                                                 : tr("in force");
        rows.append(
            {{base::visibleText(row.delegate), base::visibleText(row.principal), Wording::exactTime(row.from).left(16),
              Wording::exactTime(row.until).left(16), state, event(row.since), event(row.revoked)},
             !over});
    }
    return rows;
}

} // namespace obstat::console
