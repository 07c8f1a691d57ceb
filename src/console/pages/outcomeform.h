#pragma once

#include "base/result.h"
#include "console/models/outcomeaction.h"

#include <QFrame>
#include <QThreadPool>

class QLineEdit;

namespace obstat::console {

class KeyButton;
class PlainTextLabel;
class ReasonBar;

/// What a person says to settle something: a reason, and as the action asks for it the owner's reference, a file that
/// shows it, or the name of other work. It decides nothing by itself: confirmed() carries a reason that is not empty.
/// Escape ends it. Hidden until it is opened.
class OutcomeForm : public QFrame
{
    Q_OBJECT

public:
    explicit OutcomeForm(QWidget *parent = nullptr);
    ~OutcomeForm() override;

    /// `about` says what is signed, above the fields.
    void open(OutcomeAction action, const QString &about);
    void close();
    [[nodiscard]] bool isOpen() const { return !isHidden(); }
    [[nodiscard]] OutcomeAction action() const { return m_action; }
    /// The owner's reference, or the name of the other work.
    [[nodiscard]] QString reference() const;
    /// SHA-256 of the file that shows it, "" = none.
    [[nodiscard]] QString evidenceDigest() const { return m_digest; }

    /// Reads a file in the background; only its digest is kept.
    void attach(const QString &file);
    /// What is wrong with the fields, said below them; "" = nothing, and it can be signed.
    void setProblem(const QString &problem);

Q_SIGNALS:
    void changed(); ///< what is in the fields
    void confirmed(const QString &reason);
    void cancelled();

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void chooseFile();
    void takeEvidence(quint64 request, const QString &file, const base::Result<QString> &digest);
    void forgetEvidence();
    void updateReady();

    OutcomeAction m_action = OutcomeAction::Happened;
    PlainTextLabel *m_about = nullptr;
    QLineEdit *m_reference = nullptr;
    QWidget *m_evidence = nullptr;
    KeyButton *m_attach = nullptr;
    KeyButton *m_remove = nullptr;
    PlainTextLabel *m_file = nullptr;
    PlainTextLabel *m_problemLabel = nullptr;
    ReasonBar *m_reason = nullptr;
    QThreadPool m_disk;
    QString m_problem;
    QString m_digest;
    quint64 m_request = 0;
    bool m_reading = false;
};

} // namespace obstat::console
