#include "console/dialogs/keyfilechoice.h"

#include <QFileDialog>
#include <QLineEdit>

namespace obstat::console {

void KeyFileChoice::open(QLineEdit &field)
{
    auto *dialog = new QFileDialog(field.window(), tr("Choose your key file"), field.text(),
                                   tr("Keys (*.pem *.key);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    QObject::connect(dialog, &QFileDialog::fileSelected, &field, &QLineEdit::setText);
    dialog->open();
}

} // namespace obstat::console
