#pragma once

#include "console/widgets/notice.h"

#include <QString>

namespace obstat::console {

class Session;

/// Reminds whoever unlocked a key to keep a copy of its file elsewhere, until that person says that there is one.
/// Remembered by the key's id.
class BackupNotice : public Notice
{
    Q_OBJECT

public:
    explicit BackupNotice(QWidget *parent = nullptr);

    void setSession(Session *session);

private:
    void look();
    void confirm();

    Session *m_session = nullptr;
};

} // namespace obstat::console
