// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a text to a file that the user names.
#pragma once

#include "ui/model/job_runner.h"

#include <QString>

#include <functional>

class QWidget;

namespace decodescope {

// Writes on a worker; a box says when that fails, and an existing file then stays as it was. `owner` outlives this.
class TextSaver : public QObject
{
    Q_OBJECT
public:
    explicit TextSaver(QWidget* owner);

    // Asks where to; `textFor` makes the text for the file's name that was chosen.
    void ask(const QString& title, const QString& name, const QString& filter,
             const std::function<QString(const QString& file)>& textFor);
    void write(const QString& file, const QString& text);

Q_SIGNALS:
    void saved(const QString& file);

private:
    QWidget* m_owner;
    JobRunner m_job;
};

} // namespace decodescope
