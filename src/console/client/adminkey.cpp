#include "console/client/adminkey.h"

namespace obstat::console {

using namespace Qt::StringLiterals;

base::Result<approval::SignedAct> AdminKey::sign(const Act &act, base::Random &random)
{
    const approval::SigningKey *signer = usable();
    if (!signer)
        return base::fail(base::ErrorCode::Unauthorized, u"The administrator's key is locked."_s);
    approval::AdminAct body;
    body.origin = act.origin;
    body.act = act.act;
    body.subject = act.subject;
    body.data = act.data;
    body.admin = act.admin;
    body.keyId = keyId();
    body.nonce = QString::fromLatin1(random.bytes(16).toHex());
    body.at = clock().now();
    return approval::signAct(body, *signer);
}

} // namespace obstat::console
