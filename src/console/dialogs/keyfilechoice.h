#pragma once

#include <QCoreApplication>

class QLineEdit;

namespace obstat::console {

/// Where a key lies, chosen among the files. Never by itself.
class KeyFileChoice
{
    Q_DECLARE_TR_FUNCTIONS(KeyFileChoice)

public:
    /// Opens the system's dialog over the field's window and fills the field.
    static void open(QLineEdit &field);
};

} // namespace obstat::console
