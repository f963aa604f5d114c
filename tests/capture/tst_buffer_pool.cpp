// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/buffer_pool.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <thread>

using namespace decodescope;

class BufferPoolTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void lendsClearedAlignedBlocks();
    void refusesBeyondItsBound();
    void ignoresForeignBlocks();
    void cutsLengthsThatAreTooLong();
    void trimGivesMemoryBack();
    void survivesManyThreads();
};

void BufferPoolTest::lendsClearedAlignedBlocks()
{
    BufferPool pool(1000, 4);
    QVERIFY(pool.blockBytes() >= 1000);
    std::uint8_t* block = pool.acquire();
    QCOMPARE(reinterpret_cast<std::uintptr_t>(block) % 8, std::uintptr_t{0});
    std::fill_n(block, 100, std::uint8_t{0xee});
    pool.complete(block, 100);
    const auto filled = pool.takeFilled();
    QCOMPARE(filled.size(), std::size_t{1});
    QCOMPARE(filled[0].bytes, std::size_t{100});
    QCOMPARE(filled[0].data[99], std::uint8_t{0xee});
    pool.release(filled[0]);
    std::uint8_t* again = pool.acquire();
    QCOMPARE(again, block);
    QVERIFY(std::all_of(again, again + pool.blockBytes(), [](std::uint8_t byte) { return byte == 0; }));
    pool.complete(again, 0);
}

void BufferPoolTest::refusesBeyondItsBound()
{
    BufferPool pool(64, 2);
    std::uint8_t* first = pool.acquire();
    std::uint8_t* second = pool.acquire();
    QVERIFY(first && second && first != second);
    QCOMPARE(pool.acquire(), nullptr);
    QCOMPARE(pool.refused(), std::uint64_t{1});
    QCOMPARE(pool.lent(), std::size_t{2});
    pool.complete(first, 8);
    QCOMPARE(pool.acquire(), nullptr); // filled, not free
    pool.release(pool.takeFilled().at(0));
    QCOMPARE(pool.acquire(), first);
    pool.complete(first, 0);
    pool.complete(second, 0);
}

void BufferPoolTest::ignoresForeignBlocks()
{
    BufferPool pool(64, 2);
    std::uint8_t foreign[64];
    pool.complete(foreign, 64);
    pool.complete(nullptr, 64);
    QVERIFY(pool.takeFilled().empty());
    std::uint8_t* block = pool.acquire();
    pool.complete(block, 1);
    pool.complete(block, 1); // twice
    QCOMPARE(pool.takeFilled().size(), std::size_t{1});
    std::free(block);
}

void BufferPoolTest::cutsLengthsThatAreTooLong()
{
    BufferPool pool(64, 1);
    pool.complete(pool.acquire(), 100'000);
    const auto filled = pool.takeFilled();
    QCOMPARE(filled.at(0).bytes, pool.blockBytes());
    pool.release(filled[0]);
}

void BufferPoolTest::trimGivesMemoryBack()
{
    BufferPool pool(64, 8);
    pool.prepare(5);
    std::uint8_t* lent = pool.acquire();
    QCOMPARE(pool.allocatedBytes(), 5 * pool.blockBytes());
    pool.trim();
    QCOMPARE(pool.allocatedBytes(), pool.blockBytes());
    pool.complete(lent, 0);
    pool.release(pool.takeFilled().at(0));
    pool.trim();
    QCOMPARE(pool.allocatedBytes(), std::size_t{0});
}

// Writers fill blocks with a pattern, one reader checks that each block holds one writer's pattern only. Run it under
// ThreadSanitizer (-DSANITIZE=thread).
void BufferPoolTest::survivesManyThreads()
{
    constexpr int kWriters = 6;
    constexpr int kBlocksEach = 3000;
    constexpr std::size_t kBytes = 256;
    BufferPool pool(kBytes, 16);
    std::atomic<int> done = 0;
    std::atomic<std::uint64_t> refusals = 0;
    std::vector<std::thread> writers;
    for (int writer = 1; writer <= kWriters; ++writer) {
        writers.emplace_back([&, writer] {
            for (int sent = 0; sent < kBlocksEach;) {
                std::uint8_t* block = pool.acquire();
                if (block == nullptr) {
                    ++refusals;
                    std::this_thread::yield();
                    continue;
                }
                std::fill_n(block, kBytes, static_cast<std::uint8_t>(writer));
                pool.complete(block, kBytes);
                ++sent;
            }
            ++done;
        });
    }
    std::vector<int> received(kWriters + 1);
    bool isClean = true;
    const auto drain = [&] {
        for (const auto& block : pool.takeFilled()) {
            const std::uint8_t writer = block.data[0];
            isClean = isClean && writer >= 1 && writer <= kWriters &&
                      std::all_of(block.data, block.data + kBytes, [=](std::uint8_t byte) { return byte == writer; });
            ++received[writer <= kWriters ? writer : 0];
            pool.release(block);
        }
    };
    while (done < kWriters) {
        drain();
        std::this_thread::yield();
    }
    drain();
    for (std::thread& thread : writers)
        thread.join();
    QVERIFY(isClean);
    for (int writer = 1; writer <= kWriters; ++writer)
        QCOMPARE(received[static_cast<std::size_t>(writer)], kBlocksEach);
    QCOMPARE(pool.refused(), refusals.load());
    QCOMPARE(pool.lent(), std::size_t{0});
}

QTEST_APPLESS_MAIN(BufferPoolTest)
#include "tst_buffer_pool.moc"
