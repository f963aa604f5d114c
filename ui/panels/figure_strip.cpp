// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/figure_strip.h"

#include "ui/style/letter_width.h"
#include "ui/style/theme.h"

#include <QEvent>
#include <QLabel>

namespace decodescope {

FigureStrip::FigureStrip(QWidget* parent)
    : QWidget(parent)
{
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum); // not Fixed: that is the hint's one row
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void FigureStrip::setFigures(std::vector<Figure> figures)
{
    if (figures == m_figures)
        return;
    m_figures = std::move(figures);
    while (m_labels.size() > m_figures.size()) {
        delete m_labels.back();
        m_labels.pop_back();
    }
    while (m_labels.size() < m_figures.size()) {
        auto* label = new QLabel(this);
        label->setTextFormat(Qt::RichText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->show();
        m_labels.push_back(label);
    }
    write();
}

void FigureStrip::write()
{
    const Theme& theme = Theme::of(palette());
    for (std::size_t i = 0; i < m_figures.size(); ++i) {
        const Figure& figure = m_figures[i];
        const QColor& number = figure.deservesALook ? theme.warning : theme.text;
        m_labels[i]->setText(QStringLiteral("<span style='font-size:small; color:%1'>%2</span><br>"
                                            "<span style='font-size:x-large; font-weight:600; color:%3'>%4</span>"
                                            "<span style='color:%1'>&nbsp;%5</span>")
                                 .arg(theme.textDim.name(), figure.caption.toHtmlEscaped(), number.name(),
                                      figure.value.number.toHtmlEscaped(), figure.value.unit.toHtmlEscaped()));
        m_labels[i]->setToolTip(figure.explanation);
        m_labels[i]->setAccessibleName(figure.caption + QStringLiteral(": ") + figure.value.text());
    }
    setMinimumHeight(arrange(width(), true));
    updateGeometry();
}

int FigureStrip::arrange(int width, bool place) const
{
    const int spacing = letterWidth(fontMetrics()) * 3;
    int x = 0;
    int y = 0;
    int rowHeight = 0;
    for (QLabel* label : m_labels) {
        const QSize size = label->sizeHint();
        if (x > 0 && x + size.width() > width) {
            x = 0;
            y += rowHeight + spacing / 3;
            rowHeight = 0;
        }
        if (place)
            label->setGeometry(QRect(QPoint(x, y), size));
        x += size.width() + spacing;
        rowHeight = std::max(rowHeight, size.height());
    }
    return y + rowHeight;
}

int FigureStrip::heightForWidth(int width) const
{
    return arrange(width, false);
}

QSize FigureStrip::sizeHint() const
{
    const int width = letterWidth(fontMetrics()) * 70;
    return {width, arrange(width, false)};
}

QSize FigureStrip::minimumSizeHint() const
{
    return {letterWidth(fontMetrics()) * 20, fontMetrics().height() * 3};
}

void FigureStrip::resizeEvent(QResizeEvent*)
{
    setMinimumHeight(arrange(width(), true)); // a scroll area does not ask for the height that a width needs
}

void FigureStrip::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        write();
}

} // namespace decodescope
