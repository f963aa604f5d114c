// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/table_view.h"

#include "ui/model/table_model.h"
#include "ui/panels/text_saver.h"
#include "ui/style/letter_width.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QToolTip>

#include <algorithm>
#include <numeric>

namespace decodescope {

namespace {

constexpr int kRowsForWidth = 200; // of which a column's width is taken: fixed, however long the table
constexpr int kLongestText = 60;   // characters that a column is made wide for
constexpr int kShortestText = 24;  // that a column keeps which gives way
constexpr int kShortSentence = 36; // that the first one keeps in a table three times as wide

// A kernel or an operator; `whole` is the cell's tip. Names are told apart by their ends, sentences are read from their
// begins.
bool isName(const QString& text, const QString& whole)
{
    const auto isLetter = [](QChar c) { return c.unicode() < 128 && !c.isSpace(); };
    return whole.size() > text.size() || std::all_of(text.begin(), text.end(), isLetter);
}

class CellDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        option->textElideMode =
            isName(option->text, index.data(Qt::ToolTipRole).toString()) ? Qt::ElideMiddle : Qt::ElideRight;
    }
};

} // namespace

TableView::TableView(QWidget* parent)
    : QTableView(parent)
    , m_model(new TableModel(this))
    , m_saver(new TextSaver(this))
{
    setModel(m_model);
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setAlternatingRowColors(true);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setItemDelegate(new CellDelegate(this));
    verticalHeader()->hide();
    takeFont();
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setResizeContentsPrecision(kRowsForWidth);
    horizontalHeader()->setSortIndicatorClearable(true);
    horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);
    setSortingEnabled(true);
    // Figures: the largest first at the first click.
    connect(horizontalHeader(), &QHeaderView::sectionPressed, this, [this](int section) {
        const auto& columns = m_model->columns();
        if (horizontalHeader()->sortIndicatorSection() != section && section < int(columns.size()) &&
            columns[std::size_t(section)].isNumber) {
            const QSignalBlocker quiet(horizontalHeader());
            horizontalHeader()->setSortIndicator(section, Qt::AscendingOrder);
        }
    });
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& current) {
        if (!current.isValid() || !hasFocus() || m_isMarking)
            return;
        m_isPickedByPress = true;
        Q_EMIT rowPicked(m_model->dataRow(current.row()));
    });
    connect(this, &QTableView::clicked, this, [this](const QModelIndex& index) {
        if (!m_isPickedByPress)
            Q_EMIT rowPicked(m_model->dataRow(index.row()));
    });
    connect(this, &QTableView::activated, this,
            [this](const QModelIndex& index) { Q_EMIT rowActivated(m_model->dataRow(index.row())); });
}

void TableView::takeFont()
{
    const int swatch = fontMetrics().xHeight() + 2;
    setIconSize({swatch, swatch});
    verticalHeader()->setMinimumSectionSize(fontMetrics().height() + 2);
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
}

void TableView::fitColumns()
{
    const int padding = letterWidth(fontMetrics()) * 2;
    const int longest = letterWidth(fontMetrics()) * kLongestText;
    m_contentWidths.clear();
    for (int column = 0; column < m_model->columnCount(); ++column) {
        const int content = std::max(sizeHintForColumn(column), horizontalHeader()->sectionSizeHint(column));
        m_contentWidths.push_back(std::min(content + padding, longest));
    }
    shareRoom();
}

void TableView::shareRoom()
{
    if (m_contentWidths.empty() || int(m_contentWidths.size()) != m_model->columnCount())
        return;
    const int needed = std::accumulate(m_contentWidths.begin(), m_contentWidths.end(), 0);
    const int left = viewport()->width() - needed;
    const int others = int(m_contentWidths.size()) - 1;
    const int each = left > 0 && others > 0 ? std::min(left / 2 / others, m_contentWidths[0] / 2) : 0;
    // Too narrow: the first one, which holds names, gives way down to a readable rest, then the widest of the others,
    // which then holds a sentence.
    const int readable = letterWidth(fontMetrics()) * kShortestText;
    const int kept = std::max(readable, std::min(letterWidth(fontMetrics()) * kShortSentence, viewport()->width() / 3));
    const int first = std::max(m_contentWidths[0] + left - each * others, std::min(m_contentWidths[0], kept));
    const int missing = std::max(0, first - (m_contentWidths[0] + left - each * others));
    const auto widest = std::max_element(m_contentWidths.begin() + 1, m_contentWidths.end());
    for (int column = 0; column <= others; ++column) {
        const int content = m_contentWidths[std::size_t(column)];
        const bool givesWay = column > 0 && widest - m_contentWidths.begin() == column && content > 2 * readable;
        const int width = givesWay ? std::max(content - missing, readable) : content;
        setColumnWidth(column, column == 0 ? first : width + each);
    }
}

void TableView::setEmptyText(const QString& text)
{
    m_emptyText = text;
    setAccessibleDescription(m_model->rowCount() == 0 ? text : QString());
    viewport()->update();
}

void TableView::paintEvent(QPaintEvent* event)
{
    QTableView::paintEvent(event);
    if (m_emptyText.isEmpty() || m_model->rowCount() > 0)
        return;
    QPainter painter(viewport());
    painter.setPen(palette().color(QPalette::PlaceholderText));
    const int margin = letterWidth(fontMetrics());
    painter.drawText(viewport()->rect().adjusted(margin, margin, -margin, -margin),
                     Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, m_emptyText);
}

QString TableView::tipOf(const QModelIndex& index) const
{
    const QString text = index.data(Qt::DisplayRole).toString();
    const QString whole = index.data(Qt::ToolTipRole).toString();
    return whole.isEmpty() || whole == text ? whole : text + QLatin1Char('\n') + whole;
}

bool TableView::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QTableView::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QModelIndex index = indexAt(help->pos());
    const QString tip = tipOf(index);
    if (tip.isEmpty()) // that of the table, if it has one
        return QTableView::viewportEvent(event);
    QToolTip::showText(help->globalPos(), tip, viewport(), visualRect(index));
    return true;
}

void TableView::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    shareRoom();
}

std::vector<int> TableView::rowsToCopy() const
{
    std::vector<int> rows;
    for (const QModelIndex& index : selectionModel()->selectedRows())
        rows.push_back(index.row());
    std::sort(rows.begin(), rows.end());
    if (rows.empty())
        for (int row = 0; row < m_model->rowCount(); ++row)
            rows.push_back(row);
    return rows;
}

void TableView::copyToClipboard() const
{
    copyAs(TableFormat::tsv);
}

void TableView::copyAs(TableFormat format) const
{
    QGuiApplication::clipboard()->setText(tableText(*m_model, rowsToCopy(), format));
}

void TableView::saveRows()
{
    m_saver->ask(tr("Save the table"), QStringLiteral("table.csv"),
                 tr("Comma-separated (*.csv);;Tab-separated (*.tsv);;Markdown (*.md)"),
                 [this](const QString& file) { return tableText(*m_model, rowsToCopy(), tableFormatOf(file)); });
}

void TableView::fillExportMenu(QMenu& menu)
{
    const bool some = selectionModel()->hasSelection();
    menu.addAction(some ? tr("Copy selected rows") : tr("Copy all rows"), QKeySequence::Copy, this,
                   &TableView::copyToClipboard);
    menu.addAction(tr("Copy as CSV"), this, [this] { copyAs(TableFormat::csv); });
    menu.addAction(tr("Copy as Markdown"), this, [this] { copyAs(TableFormat::markdown); });
    menu.addSeparator();
    menu.addAction(tr("Save as CSV, TSV or Markdown\u2026"), this, &TableView::saveRows);
}

void TableView::markRow(std::optional<std::size_t> dataRow)
{
    m_isMarking = true;
    const int row = dataRow ? m_model->rowOf(*dataRow) : -1;
    if (row < 0) {
        clearSelection();
        setCurrentIndex({});
    } else {
        setCurrentIndex(m_model->index(row, 0));
        scrollTo(m_model->index(row, 0));
    }
    m_isMarking = false;
}

// Up and Down are commands of the timeline as well; a table that has the focus keeps them.
bool TableView::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool isBare = (key->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) == 0;
        if (isBare && (key->key() == Qt::Key_Up || key->key() == Qt::Key_Down)) {
            event->accept();
            return true;
        }
    }
    return QTableView::event(event);
}

void TableView::mousePressEvent(QMouseEvent* event)
{
    m_isPickedByPress = false;
    QTableView::mousePressEvent(event);
}

void TableView::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        takeFont();
        if (!m_contentWidths.empty())
            fitColumns();
    }
}

void TableView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy)) {
        copyToClipboard();
        return;
    }
    QTableView::keyPressEvent(event);
}

// Qt makes the first row the current one. Nobody has picked it, and Down is to go there first.
void TableView::focusInEvent(QFocusEvent* event)
{
    const bool hadCurrent = currentIndex().isValid();
    m_isMarking = true;
    QTableView::focusInEvent(event);
    if (!hadCurrent)
        selectionModel()->setCurrentIndex({}, QItemSelectionModel::NoUpdate);
    m_isMarking = false;
}

void TableView::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu(this);
    fillExportMenu(menu);
    menu.exec(event->globalPos());
}

} // namespace decodescope
