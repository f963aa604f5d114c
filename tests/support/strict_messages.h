// SPDX-License-Identifier: GPL-3.0-or-later
// Makes Qt's warnings fail tests.
#pragma once

namespace decodescope::test {

// From now on a qWarning() or worse ends the test program with that text, unless it is on the allow-list (messages
// about the machine, not about this program) or QTest::ignoreMessage() expects it. Call first thing in initTestCase().
void makeWarningsFatal();

} // namespace decodescope::test
