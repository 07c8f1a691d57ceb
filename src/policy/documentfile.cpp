#include "policy/documentfile.h"

#include "base/digest.h"
#include "base/textfile.h"

namespace obstat::policy {

DocumentFile compareFile(const QString &path, const QString &digestInForce)
{
    const auto text = base::readTextFile(path);
    if (!text)
        return DocumentFile::Unreadable;
    return base::digestHex(*text) == digestInForce ? DocumentFile::Same : DocumentFile::Differs;
}

} // namespace obstat::policy
