// SPDX-License-Identifier: GPL-3.0-or-later
// One sentence at the top of the window that stays until it is closed: errors and notes, never a box in the way.
#pragma once

#include <QWidget>

class QLabel;

namespace decodescope {

class MessageBar : public QWidget
{
    Q_OBJECT
public:
    explicit MessageBar(QWidget* parent = nullptr);

    void showError(const QString& sentence);
    void showNote(const QString& sentence);
    void clear();
    QString text() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void showSentence(const QString& sentence, bool isError);
    void updateIcon();

    QLabel* m_icon;
    QLabel* m_text;
    bool m_isError = false;
};

} // namespace decodescope
