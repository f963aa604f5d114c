// SPDX-License-Identifier: GPL-3.0-or-later
// A bar for each step, stacked of its parts' GPU time.
#pragma once

#include "core/query/parts.h"
#include "ui/panels/chart.h"

#include <memory>
#include <optional>

namespace decodescope {

// A point is row * columns + column of StepParts.
class StepBars : public Chart
{
    Q_OBJECT
public:
    explicit StepBars(QWidget* parent = nullptr);

    // `names`: of the rows. `selected`: a row that is marked.
    void setSteps(std::shared_ptr<const StepParts> steps, const QStringList& names,
                  std::optional<std::size_t> selected);
    // This part stands out; nullopt: none.
    void setHighlighted(std::optional<Part> part);

    QSize minimumSizeHint() const override;

protected:
    void restyle() override;
    int pointAt(const QPointF& place) const override;
    QString tipOf(int point) const override;
    int neighbour(int point, int key) const override;
    void showCurrent(int point) override;

private:
    struct Place
    {
        std::size_t row = 0;
        std::size_t column = 0;
    };
    Place placeOf(int point) const;
    Ns totalOf(std::size_t row) const;
    void addSegments();

    std::shared_ptr<const StepParts> m_steps;
    QStringList m_names;
    std::optional<std::size_t> m_selected;
    std::optional<Part> m_highlighted;
};

} // namespace decodescope
