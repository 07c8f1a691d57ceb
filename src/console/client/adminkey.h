#pragma once

#include "approval/adminact.h"
#include "console/client/unlockedkey.h"

namespace obstat::console {

/// An administrator's key while it is unlocked. Administrators are named in the instance's configuration, so whether
/// the name and the key belong together is for the instance to say.
class AdminKey : public UnlockedKey
{
    Q_OBJECT

public:
    using UnlockedKey::UnlockedKey;

    /// What is to be signed; key, nonce and time are filled in by sign().
    struct Act
    {
        QString origin;
        QString admin; ///< the signer's name
        QString act;
        QString subject;
        QJsonObject data;
    };
    /// Unauthorized when locked.
    [[nodiscard]] base::Result<approval::SignedAct> sign(const Act &act, base::Random &random);
};

} // namespace obstat::console
