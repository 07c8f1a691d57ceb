#include "ledger/actrefusal.h"

#include <algorithm>

namespace obstat::ledger {

using namespace Qt::StringLiterals;

QString actRefusal(qint64 event, const approval::SignedAct &act, const base::Error &error,
                   const QList<approval::Administrator> &administrators)
{
    const auto content = approval::AdminAct::parse(act.body);
    if (!content) {
        return u"The administrator's act of event %1 cannot be accepted: %2"_s.arg(event).arg(error.message);
    }
    const QString subject = content->subject.isEmpty() ? QString() : QString(u" of '"_s + content->subject + u'\'');
    const QString name = u"The administrator's act '%1'%2 (event %3) cannot be accepted: "_s.arg(
        content->act, subject, QString::number(event));
    const bool isKnown = std::any_of(administrators.begin(), administrators.end(), [&content](const auto &one) {
        return one.name == content->admin && one.key.id() == content->keyId;
    });
    if (isKnown) {
        return name + error.message;
    }
    return name + u"obstatd.toml does not name its signer, the administrator '%1' with the key %2. Put that "
                  "[[administrator]] (name and public_key) back: what an administrator signed counts only while "
                  "obstatd.toml names the key."_s.arg(content->admin, content->keyId);
}

} // namespace obstat::ledger
