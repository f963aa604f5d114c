// SPDX-License-Identifier: GPL-3.0-or-later
// One sentence at the top of the window, never a box in the way: errors and notes stay until they are closed, what was
// done goes by itself.
#pragma once

#include <QWidget>

class QLabel;
class QTimer;

namespace decodescope {

class MessageBar : public QWidget
{
    Q_OBJECT
public:
    explicit MessageBar(QWidget* parent = nullptr);

    void showError(const QString& sentence);
    void showNote(const QString& sentence);
    // What the user asked for has been done; goes after a while.
    void showDone(const QString& sentence);
    void clear();
    QString text() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    enum class Kind { error, note, done };
    void showSentence(const QString& sentence, Kind kind);
    void updateIcon();

    QLabel* m_icon;
    QLabel* m_text;
    QTimer* m_end;
    Kind m_kind = Kind::note;
};

} // namespace decodescope
