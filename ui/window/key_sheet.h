// SPDX-License-Identifier: GPL-3.0-or-later
// All actions with their keys on one sheet.
#pragma once

#include <QDialog>

namespace decodescope {

class Actions;

class KeySheet : public QDialog
{
    Q_OBJECT
public:
    KeySheet(const Actions& actions, QWidget* parent);
};

} // namespace decodescope
