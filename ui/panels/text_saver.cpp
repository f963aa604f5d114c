// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/text_saver.h"

#include <QFileDialog>
#include <QMessageBox>
#include <QSaveFile>

namespace decodescope {

TextSaver::TextSaver(QWidget* owner)
    : QObject(owner)
    , m_owner(owner)
    , m_job(this)
{
}

void TextSaver::ask(const QString& title, const QString& name, const QString& filter,
                    const std::function<QString(const QString& file)>& textFor)
{
    const QString file = QFileDialog::getSaveFileName(m_owner->window(), title, name, filter);
    if (!file.isEmpty())
        write(file, textFor(file));
}

void TextSaver::write(const QString& file, const QString& text)
{
    m_job.start(
        [file, bytes = text.toUtf8()](std::stop_token, Progress&) {
            QSaveFile target(file);
            const bool done =
                target.open(QIODevice::WriteOnly) && target.write(bytes) == bytes.size() && target.commit();
            return done ? QString() : target.errorString();
        },
        [this, file](const QString& problem) {
            if (problem.isEmpty()) {
                Q_EMIT saved(file);
                return;
            }
            auto* box = new QMessageBox(
                QMessageBox::Warning, tr("Not saved"),
                tr("%1 could not be written: %2. Choose another folder, or make room.").arg(file, problem),
                QMessageBox::Close, m_owner->window());
            box->setAttribute(Qt::WA_DeleteOnClose);
            box->open();
        });
}

} // namespace decodescope
