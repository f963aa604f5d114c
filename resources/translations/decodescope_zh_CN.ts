<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>ActionTable</name>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>Open a trace: .json, .json.gz, or several ranks of one job.</source>
        <translation>打开 trace：.json、.json.gz，或同一作业的多个 rank。</translation>
    </message>
    <message>
        <source>Open the sample</source>
        <translation>打开示例</translation>
    </message>
    <message>
        <source>Three decode steps of TinyLlama on an H200.</source>
        <translation>TinyLlama 在 H200 上的三步解码。</translation>
    </message>
    <message>
        <source>&amp;Reload</source>
        <translation>重新加载(&amp;R)</translation>
    </message>
    <message>
        <source>Read the file again.</source>
        <translation>重新读取文件。</translation>
    </message>
    <message>
        <source>Export the trace…</source>
        <translation>导出 trace…</translation>
    </message>
    <message>
        <source>As a JSON that Perfetto and chrome://tracing open.</source>
        <translation>导出为 Perfetto 和 chrome://tracing 能打开的 JSON。</translation>
    </message>
    <message>
        <source>Export the selected range…</source>
        <translation>导出所选区间…</translation>
    </message>
    <message>
        <source>What lies in the selected range, as JSON.</source>
        <translation>把所选区间内的内容导出为 JSON。</translation>
    </message>
    <message>
        <source>Save the view as a picture…</source>
        <translation>将视图存为图片…</translation>
    </message>
    <message>
        <source>Copy the view as a picture</source>
        <translation>将视图复制为图片</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Capture…</source>
        <translation>采集(&amp;C)…</translation>
    </message>
    <message>
        <source>Decode with a model here and record it.</source>
        <translation>在本机用模型解码并记录下来。</translation>
    </message>
    <message>
        <source>&amp;Stop the capture</source>
        <translation>停止采集(&amp;S)</translation>
    </message>
    <message>
        <source>After the step that is running; what was recorded stays.</source>
        <translation>等当前这一步结束后停止；已记录的内容保留。</translation>
    </message>
    <message>
        <source>&amp;Follow the live end</source>
        <translation>跟随最新数据(&amp;F)</translation>
    </message>
    <message>
        <source>Keep the newest events in view.</source>
        <translation>让最新的事件始终可见。</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>放大(&amp;I)</translation>
    </message>
    <message>
        <source>At the pointer.</source>
        <translation>以指针处为中心。</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>缩小(&amp;O)</translation>
    </message>
    <message>
        <source>Move &amp;left</source>
        <translation>左移(&amp;L)</translation>
    </message>
    <message>
        <source>Move &amp;right</source>
        <translation>右移(&amp;R)</translation>
    </message>
    <message>
        <source>Fit the &amp;selection</source>
        <translation>缩放到所选(&amp;S)</translation>
    </message>
    <message>
        <source>The selected range, else the selected slice, fills the view.</source>
        <translation>让所选区间（没有时为所选片段）占满视图。</translation>
    </message>
    <message>
        <source>Fit &amp;all</source>
        <translation>显示全部(&amp;A)</translation>
    </message>
    <message>
        <source>All of the trace.</source>
        <translation>显示整个 trace。</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>后退(&amp;B)</translation>
    </message>
    <message>
        <source>To the view before.</source>
        <translation>回到上一个视图。</translation>
    </message>
    <message>
        <source>For&amp;ward</source>
        <translation>前进(&amp;W)</translation>
    </message>
    <message>
        <source>Colour by model part</source>
        <translation>按模型部件着色</translation>
    </message>
    <message>
        <source>Colour by name</source>
        <translation>按名称着色</translation>
    </message>
    <message>
        <source>Colour by category</source>
        <translation>按类别着色</translation>
    </message>
    <message>
        <source>Colour by duration</source>
        <translation>按时长着色</translation>
    </message>
    <message>
        <source>Python functions</source>
        <translation>Python 函数</translation>
    </message>
    <message>
        <source>Show or hide the rows of Python functions.</source>
        <translation>显示或隐藏 Python 函数所在的行。</translation>
    </message>
    <message>
        <source>Theme of the desktop</source>
        <translation>跟随桌面主题</translation>
    </message>
    <message>
        <source>Light theme</source>
        <translation>浅色主题</translation>
    </message>
    <message>
        <source>Dark theme</source>
        <translation>深色主题</translation>
    </message>
    <message>
        <source>Language of the desktop</source>
        <translation>跟随桌面语言</translation>
    </message>
    <message>
        <source>&amp;Details</source>
        <translation>详情(&amp;D)</translation>
    </message>
    <message>
        <source>D&amp;rawer</source>
        <translation>下方面板(&amp;R)</translation>
    </message>
    <message>
        <source>To the timeline</source>
        <translation>转到时间线</translation>
    </message>
    <message>
        <source>Gives the keyboard to the timeline.</source>
        <translation>把键盘焦点交给时间线。</translation>
    </message>
    <message>
        <source>Find a &amp;command…</source>
        <translation>查找命令(&amp;C)…</translation>
    </message>
    <message>
        <source>Type a few letters of what you want to do.</source>
        <translation>输入几个字，找到想做的操作。</translation>
    </message>
    <message>
        <source>&amp;Keys</source>
        <translation>快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>All keys on one sheet.</source>
        <translation>一页列出所有快捷键。</translation>
    </message>
    <message>
        <source>Open the menu</source>
        <translation>打开菜单</translation>
    </message>
    <message>
        <source>&amp;About Decodescope</source>
        <translation>关于 Decodescope(&amp;A)</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Shows and selects the next ProfilerStep.</source>
        <translation>显示并选中下一个 ProfilerStep。</translation>
    </message>
    <message>
        <source>Previous step</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>Next kernel</source>
        <translation>下一个 kernel</translation>
    </message>
    <message>
        <source>Previous kernel</source>
        <translation>上一个 kernel</translation>
    </message>
    <message>
        <source>Next gap</source>
        <translation>下一个间隙</translation>
    </message>
    <message>
        <source>The next idle stretch of the stream that can be seen at this zoom.</source>
        <translation>当前缩放下可见的、该流的下一段空闲。</translation>
    </message>
    <message>
        <source>Previous gap</source>
        <translation>上一个间隙</translation>
    </message>
    <message>
        <source>Next of the same name</source>
        <translation>下一个同名片段</translation>
    </message>
    <message>
        <source>Previous of the same name</source>
        <translation>上一个同名片段</translation>
    </message>
    <message>
        <source>Next slice of the lane</source>
        <translation>同层的下一个片段</translation>
    </message>
    <message>
        <source>Previous slice of the lane</source>
        <translation>同层的上一个片段</translation>
    </message>
    <message>
        <source>Slice around</source>
        <translation>外层片段</translation>
    </message>
    <message>
        <source>First slice inside</source>
        <translation>内层第一个片段</translation>
    </message>
    <message>
        <source>To the launch</source>
        <translation>转到启动处</translation>
    </message>
    <message>
        <source>From a kernel to its launch, to the operator, to the one around it.</source>
        <translation>从 kernel 到启动它的调用，再到算子，再到外层算子。</translation>
    </message>
    <message>
        <source>To the kernel</source>
        <translation>转到 kernel</translation>
    </message>
    <message>
        <source>From an operator or a launch to what it put on the GPU.</source>
        <translation>从算子或启动调用转到它放到 GPU 上的操作。</translation>
    </message>
    <message>
        <source>&amp;Search</source>
        <translation>搜索(&amp;S)</translation>
    </message>
    <message>
        <source>Slices, kernels, operators by name; Enter for the next.</source>
        <translation>按名称搜索片段、kernel、算子；回车到下一个。</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>下一个匹配</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>上一个匹配</translation>
    </message>
    <message>
        <source>Select all of the trace</source>
        <translation>选中整个 trace</translation>
    </message>
    <message>
        <source>Range of the selected slice</source>
        <translation>选中片段的区间</translation>
    </message>
    <message>
        <source>The slice&apos;s time becomes the selected range.</source>
        <translation>把该片段的时间范围作为所选区间。</translation>
    </message>
    <message>
        <source>It stays marked on the timeline by a name.</source>
        <translation>以一个名称标记在时间线上。</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Clear the selection</source>
        <translation>清除选择</translation>
    </message>
    <message>
        <source>First the highlight, then the slice or gap, then the range.</source>
        <translation>依次清除高亮、片段或间隙、区间。</translation>
    </message>
    <message>
        <source>S&amp;weep results</source>
        <translation>扫描结果(&amp;W)</translation>
    </message>
    <message>
        <source>Charts and table of captures in several settings.</source>
        <translation>多种设置下各次采集的图表与表格。</translation>
    </message>
    <message>
        <source>The timeline as it is on screen, as PNG or SVG.</source>
        <translation>屏幕上所见的时间线，存为 PNG 或 SVG。</translation>
    </message>
    <message>
        <source>&amp;Filter rows by name</source>
        <translation>按名称筛选行(&amp;F)</translation>
    </message>
    <message>
        <source>Shows the rows whose names hold a text.</source>
        <translation>只显示名称含有该文本的行。</translation>
    </message>
    <message>
        <source>Move the row &amp;up</source>
        <translation>上移该行(&amp;U)</translation>
    </message>
    <message>
        <source>The current row: that of the selected slice, or the one chosen among the row names.</source>
        <translation>当前行：所选片段所在的行，或在行名称中选定的行。</translation>
    </message>
    <message>
        <source>Move the row &amp;down</source>
        <translation>下移该行(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Pin the row to the top</source>
        <translation>将该行固定到顶部(&amp;P)</translation>
    </message>
    <message>
        <source>Or let it go.</source>
        <translation>或取消固定。</translation>
    </message>
    <message>
        <source>&amp;Collapse or expand the row</source>
        <translation>折叠或展开该行(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Hide the row</source>
        <translation>隐藏该行(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Taller row</source>
        <translation>加高该行(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Shorter row</source>
        <translation>压低该行(&amp;S)</translation>
    </message>
    <message>
        <source>Rows as they were at &amp;first</source>
        <translation>恢复最初的行(&amp;F)</translation>
    </message>
    <message>
        <source>Order, heights, pins; hidden rows come back.</source>
        <translation>顺序、高度、固定；隐藏的行会重新出现。</translation>
    </message>
    <message>
        <source>&amp;Mark a time…</source>
        <translation>标记一个时刻(&amp;M)…</translation>
    </message>
    <message>
        <source>With a text: at the pointer, else at the selected slice.</source>
        <translation>附带文字：在指针处，否则在所选片段处。</translation>
    </message>
    <message>
        <source>&amp;Keep the selected range</source>
        <translation>保留所选区间(&amp;K)</translation>
    </message>
    <message>
        <source>Next mark</source>
        <translation>下一个标记</translation>
    </message>
    <message>
        <source>Of times and kept ranges.</source>
        <translation>包括时刻和保留的区间。</translation>
    </message>
    <message>
        <source>Previous mark</source>
        <translation>上一个标记</translation>
    </message>
    <message>
        <source>&amp;Rename the mark…</source>
        <translation>重命名标记(&amp;R)…</translation>
    </message>
    <message>
        <source>The kept range that is selected, else the mark made or gone to last.</source>
        <translation>所选的保留区间，否则为最后建立或前往的标记。</translation>
    </message>
    <message>
        <source>&amp;Delete the mark</source>
        <translation>删除标记(&amp;D)</translation>
    </message>
    <message>
        <source>Takes back what was done to marks and rows.</source>
        <translation>撤销对标记和行所做的更改。</translation>
    </message>
    <message>
        <source>Show &amp;only what is lit</source>
        <translation>只显示高亮的片段(&amp;O)</translation>
    </message>
    <message>
        <source>Other slices are left out rather than dimmed.</source>
        <translation>其他片段不再变暗，而是不显示。</translation>
    </message>
    <message>
        <source>Range on the slice&apos;s row only</source>
        <translation>区间只限该片段所在的行</translation>
    </message>
    <message>
        <source>The selected range, or else the slice&apos;s time, counts this row alone. Alt+drag takes several rows.</source>
        <translation>所选区间（或该片段的时间）只统计这一行。Alt+拖动可选多行。</translation>
    </message>
</context>
<context>
    <name>EventDetails</name>
    <message>
        <source>operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>annotation</source>
        <translation>标注</translation>
    </message>
    <message>
        <source>annotation on the GPU</source>
        <translation>GPU 上的标注</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>kernel</translation>
    </message>
    <message>
        <source>copy on the GPU</source>
        <translation>GPU 上的拷贝</translation>
    </message>
    <message>
        <source>memset on the GPU</source>
        <translation>GPU 上的 memset</translation>
    </message>
    <message>
        <source>CUDA runtime call</source>
        <translation>CUDA 运行时调用</translation>
    </message>
    <message>
        <source>CUDA driver call</source>
        <translation>CUDA 驱动调用</translation>
    </message>
    <message>
        <source>synchronization</source>
        <translation>同步</translation>
    </message>
    <message>
        <source>Python function</source>
        <translation>Python 函数</translation>
    </message>
    <message>
        <source>profiler overhead</source>
        <translation>profiler 开销</translation>
    </message>
    <message>
        <source>memory event</source>
        <translation>内存事件</translation>
    </message>
    <message>
        <source>module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>slice</source>
        <translation>片段</translation>
    </message>
    <message>
        <source>instant</source>
        <translation>瞬时事件</translation>
    </message>
    <message>
        <source>counter sample</source>
        <translation>计数器采样</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source>module scope of the capture</source>
        <translation>采集时的模块作用域</translation>
    </message>
    <message>
        <source>nn.Module in the Python stack</source>
        <translation>Python 调用栈中的 nn.Module</translation>
    </message>
    <message>
        <source>module hierarchy of the operator</source>
        <translation>算子的模块层级</translation>
    </message>
    <message>
        <source>inferred from names, shapes and place</source>
        <translation>由名称、形状和位置推断</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Serves</source>
        <translation>用途</translation>
    </message>
    <message>
        <source>part</source>
        <translation>部件</translation>
    </message>
    <message>
        <source>found by</source>
        <translation>判定依据</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>[%1 × %2], %3</source>
        <translation>[%1 × %2]，%3</translation>
    </message>
    <message>
        <source>%1 GB/s</source>
        <translation>%1 GB/s</translation>
    </message>
    <message>
        <source> of %1</source>
        <translation>，峰值 %1</translation>
    </message>
    <message>
        <source>: more than the card&apos;s memory gives, so from its cache</source>
        <translation>：超过显存带宽，说明来自缓存</translation>
    </message>
    <message>
        <source>bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>start</source>
        <translation>起点</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Its end is not in the trace.</source>
        <translation>它的终点不在 trace 中。</translation>
    </message>
    <message>
        <source>Not plausible; left out of all totals.</source>
        <translation>不合理；不计入任何合计。</translation>
    </message>
    <message>
        <source>launch delay</source>
        <translation>启动延迟</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>grid</source>
        <translation>grid</translation>
    </message>
    <message>
        <source>block</source>
        <translation>block</translation>
    </message>
    <message>
        <source>stream</source>
        <translation>流</translation>
    </message>
    <message>
        <source>%1 on GPU %2</source>
        <translation>%1，在 GPU %2 上</translation>
    </message>
    <message>
        <source>launched by</source>
        <translation>启动者</translation>
    </message>
    <message>
        <source>not in the trace</source>
        <translation>不在 trace 中</translation>
    </message>
    <message>
        <source>shapes</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Name in words</source>
        <translation>名称解读</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>inside</source>
        <translation>外层</translation>
    </message>
    <message>
        <source>On the GPU</source>
        <translation>在 GPU 上</translation>
    </message>
    <message>
        <source>operations</source>
        <translation>操作数</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
</context>
<context>
    <name>GapText</name>
    <message>
        <source>profiler</source>
        <translation>profiler</translation>
    </message>
    <message>
        <source>synchronize</source>
        <translation>同步</translation>
    </message>
    <message>
        <source>allocation</source>
        <translation>分配内存</translation>
    </message>
    <message>
        <source>copy call</source>
        <translation>拷贝调用</translation>
    </message>
    <message>
        <source>between steps</source>
        <translation>两步之间</translation>
    </message>
    <message>
        <source>before launch</source>
        <translation>启动之前</translation>
    </message>
    <message>
        <source>other operators</source>
        <translation>其他算子</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>launch latency</source>
        <translation>启动延时</translation>
    </message>
    <message>
        <source>in the queue</source>
        <translation>在队列中</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>in %1, before its launch</source>
        <translation>在 %1 内，启动之前</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>在 %1 内</translation>
    </message>
    <message>
        <source>%1, in %2</source>
        <translation>%1，在 %2 内</translation>
    </message>
    <message>
        <source>in Python, between operators</source>
        <translation>在 Python 中，算子之间</translation>
    </message>
</context>
<context>
    <name>GapTip</name>
    <message>
        <source>idle %1   at %2</source>
        <translation>空闲 %1   位于 %2</translation>
    </message>
    <message>
        <source>why: %1</source>
        <translation>原因：%1</translation>
    </message>
    <message>
        <source>the CPU was in %1</source>
        <translation>CPU 当时在 %1</translation>
    </message>
    <message>
        <source>launched %1 after the stream fell idle</source>
        <translation>在流空闲之后 %1 才启动</translation>
    </message>
    <message>
        <source>launched %1 before the stream fell idle</source>
        <translation>在流空闲之前 %1 已启动</translation>
    </message>
    <message>
        <source>then %1</source>
        <translation>随后 %1</translation>
    </message>
</context>
<context>
    <name>Panels</name>
    <message>
        <source>Selection</source>
        <translation>选区</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Model parts</source>
        <translation>模型部件</translation>
    </message>
    <message>
        <source>Gaps</source>
        <translation>间隙</translation>
    </message>
    <message>
        <source>Record sheet</source>
        <translation>记录表</translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Marks</source>
        <translation>标记</translation>
    </message>
</context>
<context>
    <name>RangeTables</name>
    <message>
        <source>Model part</source>
        <translation>模型部件</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>GPU time in the range, over all streams.</source>
        <translation>区间内所有流上的 GPU 时间。</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Of the GPU time.</source>
        <translation>占 GPU 时间的比例。</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>GPU operations: kernels, copies, memsets.</source>
        <translation>GPU 操作：kernel、拷贝、memset。</translation>
    </message>
    <message>
        <source>Of count</source>
        <translation>次数占比</translation>
    </message>
    <message>
        <source>Share of the number of GPU operations.</source>
        <translation>占 GPU 操作总数的比例。</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>Time per operation.</source>
        <translation>每个操作的时间。</translation>
    </message>
    <message>
        <source>P50</source>
        <translation>P50</translation>
    </message>
    <message>
        <source>Median of the whole durations.</source>
        <translation>完整时长的中位数。</translation>
    </message>
    <message>
        <source>P99</source>
        <translation>P99</translation>
    </message>
    <message>
        <source>99 of 100 whole durations are not longer.</source>
        <translation>100 个完整时长中有 99 个不超过它。</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>In the range, over all streams.</source>
        <translation>区间内，所有流。</translation>
    </message>
    <message>
        <source>Of the whole durations.</source>
        <translation>按完整时长计算。</translation>
    </message>
    <message>
        <source>Min</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>P90</source>
        <translation>P90</translation>
    </message>
    <message>
        <source>Max</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Launch delay</source>
        <translation>启动延迟</translation>
    </message>
    <message>
        <source>From the begin of the launching call to the begin of the kernel; median.</source>
        <translation>从启动调用开始到 kernel 开始的时间；中位数。</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>流</translation>
    </message>
    <message>
        <source>GPU %1, %2</source>
        <translation>GPU %1，%2</translation>
    </message>
    <message>
        <source>Kernel sum</source>
        <translation>Kernel 合计</translation>
    </message>
    <message>
        <source>Sum of the kernels&apos; durations; more than busy where kernels overlap.</source>
        <translation>kernel 时长之和；kernel 重叠时大于忙碌时间。</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>忙碌</translation>
    </message>
    <message>
        <source>While at least one kernel, copy or memset runs.</source>
        <translation>至少有一个 kernel、拷贝或 memset 在运行的时间。</translation>
    </message>
    <message>
        <source>Of range</source>
        <translation>占区间</translation>
    </message>
    <message>
        <source>Busy time as a share of the range.</source>
        <translation>忙碌时间占区间的比例。</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>The rest of the range.</source>
        <translation>区间的其余部分。</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>All operations</source>
        <translation>全部操作</translation>
    </message>
    <message>
        <source>Kernels, copies, memsets.</source>
        <translation>kernel、拷贝、memset。</translation>
    </message>
</context>
<context>
    <name>SliceRenderer</name>
    <message>
        <source>layer %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source>L%1</source>
        <comment>layer, where there is little room</comment>
        <translation>L%1</translation>
    </message>
</context>
<context>
    <name>SliceTip</name>
    <message>
        <source>layer %1, %2</source>
        <translation>第 %1 层，%2</translation>
    </message>
    <message>
        <source>%1 after the selected one</source>
        <translation>在所选片段之后 %1</translation>
    </message>
    <message>
        <source>%1 before the selected one</source>
        <translation>在所选片段之前 %1</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>位于 %1</translation>
    </message>
    <message>
        <source>launch delay %1</source>
        <translation>启动延迟 %1</translation>
    </message>
    <message numerus="yes">
        <source>longest of %1 slices here: zoom in</source>
        <translation>
            <numerusform>此处 %1 个片段中最长的一个：请放大</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TraceDetails</name>
    <message>
        <source>none: the profiler&apos;s step() was not called</source>
        <translation>无：未调用 profiler 的 step()</translation>
    </message>
    <message>
        <source>1: #%1</source>
        <translation>1：#%1</translation>
    </message>
    <message>
        <source>%1: #%2 to #%3</source>
        <translation>%1：#%2 至 #%3</translation>
    </message>
    <message>
        <source>trace</source>
        <translation>trace</translation>
    </message>
    <message>
        <source>Recorded</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>a step</source>
        <translation>一步</translation>
    </message>
    <message>
        <source>(median)</source>
        <translation>（中位数）</translation>
    </message>
    <message>
        <source>length</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>GPU work</source>
        <translation>GPU 工作</translation>
    </message>
    <message>
        <source>none: only the CPU was recorded</source>
        <translation>无：只记录了 CPU</translation>
    </message>
    <message>
        <source>events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Where to begin</source>
        <translation>从这里开始</translation>
    </message>
    <message>
        <source>Page Down</source>
        <translation>Page Down</translation>
    </message>
    <message>
        <source>a step and its numbers</source>
        <translation>一个步及其数字</translation>
    </message>
    <message>
        <source>click</source>
        <translation>单击</translation>
    </message>
    <message>
        <source>what a slice is, what launched it, which part of the model it serves</source>
        <translation>片段是什么、由谁启动、服务于模型的哪个部件</translation>
    </message>
    <message>
        <source>drag</source>
        <translation>拖动</translation>
    </message>
    <message>
        <source>a range and its numbers</source>
        <translation>一段区间及其数字</translation>
    </message>
    <message>
        <source>Ctrl+wheel, W, S</source>
        <translation>Ctrl+滚轮、W、S</translation>
    </message>
    <message>
        <source>zoom at the pointer</source>
        <translation>在指针处缩放</translation>
    </message>
    <message>
        <source>search; “part:attention dur&gt;10us”</source>
        <translation>搜索；“part:attention dur&gt;10us”</translation>
    </message>
    <message>
        <source>all keys</source>
        <translation>全部按键</translation>
    </message>
    <message numerus="yes">
        <source>%1 operations</source>
        <translation>
            <numerusform>%1 个操作</numerusform>
        </translation>
    </message>
    <message>
        <source>streams</source>
        <translation>流</translation>
    </message>
</context>
<context>
    <name>TrackRows</name>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>Process %1</source>
        <translation>进程 %1</translation>
    </message>
    <message>
        <source>%1   process %2</source>
        <translation>%1   进程 %2</translation>
    </message>
    <message>
        <source>thread %1</source>
        <translation>线程 %1</translation>
    </message>
    <message>
        <source>CPU operators</source>
        <translation>CPU 算子</translation>
    </message>
    <message>
        <source>Python functions</source>
        <translation>Python 函数</translation>
    </message>
    <message>
        <source>modules</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>kernels</source>
        <translation>kernel</translation>
    </message>
    <message>
        <source>annotations</source>
        <translation>标注</translation>
    </message>
    <message>
        <source>async</source>
        <translation>异步</translation>
    </message>
    <message>
        <source>profiler</source>
        <translation>profiler</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Model on %1</source>
        <translation>%1 上的模型</translation>
    </message>
    <message>
        <source>layer, part</source>
        <translation>层、部件</translation>
    </message>
    <message>
        <source>GPU busy</source>
        <translation>GPU 忙碌</translation>
    </message>
    <message>
        <source>% per pixel column</source>
        <translation>每像素列 %</translation>
    </message>
    <message>
        <source>Launch delay</source>
        <translation>启动延迟</translation>
    </message>
    <message>
        <source>launch to start</source>
        <translation>启动到开始</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>stream %1</source>
        <translation>流 %1</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Launch queue</source>
        <translation>启动队列</translation>
    </message>
    <message>
        <source>launched, not begun</source>
        <translation>已启动、未开始</translation>
    </message>
</context>
<context>
    <name>Verdict</name>
    <message>
        <source>Nothing ran on a GPU in %1. Its CPU operators are in the tab Kernels.</source>
        <translation>%1内没有任何 GPU 操作。CPU 算子见 Kernel 标签页。</translation>
    </message>
    <message>
        <source>Launch-bound: the GPU worked for %1 % of %2.</source>
        <translation>启动受限（launch-bound）：GPU 在%2中只工作了 %1 % 的时间。</translation>
    </message>
    <message>
        <source>Between launch-bound and GPU-bound: the GPU worked for %1 % of %2.</source>
        <translation>介于启动受限与 GPU 受限之间：GPU 在%2中工作了 %1 % 的时间。</translation>
    </message>
    <message>
        <source>GPU-bound: the GPU worked for %1 % of %2.</source>
        <translation>GPU 受限（GPU-bound）：GPU 在%2中工作了 %1 % 的时间。</translation>
    </message>
    <message>
        <source>Small operations (all but matrix products and attention) are %1 % of the launches and %2 % of the GPU time.</source>
        <translation>小操作（除矩阵乘和注意力之外的全部）占启动次数的 %1 %，占 GPU 时间的 %2 %。</translation>
    </message>
</context>
<context>
    <name>core</name>
    <message>
        <source>embedding</source>
        <translation>词嵌入</translation>
    </message>
    <message>
        <source>position</source>
        <translation>位置编码</translation>
    </message>
    <message>
        <source>norm</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>q_proj</source>
        <translation>q_proj</translation>
    </message>
    <message>
        <source>k_proj</source>
        <translation>k_proj</translation>
    </message>
    <message>
        <source>v_proj</source>
        <translation>v_proj</translation>
    </message>
    <message>
        <source>qkv_proj</source>
        <translation>qkv_proj</translation>
    </message>
    <message>
        <source>o_proj</source>
        <translation>o_proj</translation>
    </message>
    <message>
        <source>rope</source>
        <translation>RoPE</translation>
    </message>
    <message>
        <source>kv_cache</source>
        <translation>KV cache</translation>
    </message>
    <message>
        <source>mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>gate_proj</source>
        <translation>gate_proj</translation>
    </message>
    <message>
        <source>up_proj</source>
        <translation>up_proj</translation>
    </message>
    <message>
        <source>gate_up_proj</source>
        <translation>gate_up_proj</translation>
    </message>
    <message>
        <source>down_proj</source>
        <translation>down_proj</translation>
    </message>
    <message>
        <source>fc_in</source>
        <translation>fc_in</translation>
    </message>
    <message>
        <source>fc_out</source>
        <translation>fc_out</translation>
    </message>
    <message>
        <source>router</source>
        <translation>路由</translation>
    </message>
    <message>
        <source>experts</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>gate_mul</source>
        <translation>门控乘</translation>
    </message>
    <message>
        <source>residual</source>
        <translation>残差</translation>
    </message>
    <message>
        <source>lm_head</source>
        <translation>lm_head</translation>
    </message>
    <message>
        <source>sampling</source>
        <translation>采样</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>copy</source>
        <translation>拷贝</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>attn proj</source>
        <translation>注意力投影</translation>
    </message>
    <message>
        <source>FFN in</source>
        <translation>FFN 输入</translation>
    </message>
    <message>
        <source>gemm</source>
        <translation>gemm</translation>
    </message>
    <message>
        <source>gemv</source>
        <translation>gemv</translation>
    </message>
    <message>
        <source>elementwise</source>
        <translation>逐元素</translation>
    </message>
    <message>
        <source>reduction</source>
        <translation>归约</translation>
    </message>
    <message>
        <source>softmax</source>
        <translation>softmax</translation>
    </message>
    <message>
        <source>gather</source>
        <translation>gather</translation>
    </message>
    <message>
        <source>fused</source>
        <translation>融合</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>显存操作</translation>
    </message>
    <message>
        <source>the profiler&apos;s own work</source>
        <translation>profiler 自身的工作</translation>
    </message>
    <message>
        <source>the host waited for the GPU</source>
        <translation>主机在等待 GPU</translation>
    </message>
    <message>
        <source>the host was allocating or freeing memory</source>
        <translation>主机在分配或释放内存</translation>
    </message>
    <message>
        <source>the host was in a call that copies memory</source>
        <translation>主机在执行拷贝内存的调用</translation>
    </message>
    <message>
        <source>between two steps</source>
        <translation>在两步之间</translation>
    </message>
    <message>
        <source>the host was inside the operator that launches next, before its launch</source>
        <translation>主机已进入下一个要启动 kernel 的算子，尚未启动</translation>
    </message>
    <message>
        <source>the host was inside operators that launch nothing here</source>
        <translation>主机在不启动 kernel 的算子里</translation>
    </message>
    <message>
        <source>the host was between operators: Python and dispatch</source>
        <translation>主机在算子之间：Python 与派发</translation>
    </message>
    <message>
        <source>the launch was on its way; the kernel began as soon as it could</source>
        <translation>启动正在途中；kernel 已尽早开始</translation>
    </message>
    <message>
        <source>the kernel was in the queue: dependency, resource, or the change of kernels</source>
        <translation>kernel 在队列中：依赖、资源或 kernel 切换</translation>
    </message>
    <message>
        <source>the launch is not in the trace</source>
        <translation>启动不在 trace 中</translation>
    </message>
    <message>
        <source>truncated_input</source>
        <translation>输入被截断</translation>
    </message>
    <message>
        <source>invalid_json</source>
        <translation>无效 JSON</translation>
    </message>
    <message>
        <source>non_standard_json</source>
        <translation>非标准 JSON</translation>
    </message>
    <message>
        <source>invalid_utf8</source>
        <translation>无效 UTF-8</translation>
    </message>
    <message>
        <source>missing_field</source>
        <translation>缺少字段</translation>
    </message>
    <message>
        <source>bad_field</source>
        <translation>字段有误</translation>
    </message>
    <message>
        <source>negative_length</source>
        <translation>负时长</translation>
    </message>
    <message>
        <source>implausible_length</source>
        <translation>时长不合理</translation>
    </message>
    <message>
        <source>stray_time</source>
        <translation>时间离群</translation>
    </message>
    <message>
        <source>missing_length</source>
        <translation>缺少时长</translation>
    </message>
    <message>
        <source>unknown_phase</source>
        <translation>未知 phase</translation>
    </message>
    <message>
        <source>unknown_metadata</source>
        <translation>未知元数据</translation>
    </message>
    <message>
        <source>unmatched_end</source>
        <translation>结束无对应开始</translation>
    </message>
    <message>
        <source>unfinished_slice</source>
        <translation>片段未结束</translation>
    </message>
    <message>
        <source>overlap</source>
        <translation>片段交叉</translation>
    </message>
    <message>
        <source>too_deep</source>
        <translation>嵌套过深</translation>
    </message>
    <message>
        <source>ambiguous_correlation</source>
        <translation>关联 id 不唯一</translation>
    </message>
    <message>
        <source>launch_not_recorded</source>
        <translation>启动未记录</translation>
    </message>
    <message>
        <source>kernel_before_launch</source>
        <translation>kernel 早于启动</translation>
    </message>
    <message>
        <source>covered_kernel</source>
        <translation>kernel 被覆盖</translation>
    </message>
    <message>
        <source>dangling_flow</source>
        <translation>流箭头悬空</translation>
    </message>
    <message>
        <source>no_timed_events</source>
        <translation>无带时间的事件</translation>
    </message>
    <message>
        <source>limit_reached</source>
        <translation>达到上限</translation>
    </message>
    <message>
        <source>dropped_records</source>
        <translation>记录丢失</translation>
    </message>
</context>
<context>
    <name>decodescope::Actions</name>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Capture</source>
        <translation>采集(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>转到(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Select</source>
        <translation>选择(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Panels</source>
        <translation>面板(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>&amp;Rows</source>
        <translation>行(&amp;R)</translation>
    </message>
</context>
<context>
    <name>decodescope::AveragesPanel</name>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Operators by shape</source>
        <translation>按形状分的算子</translation>
    </message>
    <message>
        <source>Averages by name</source>
        <translation>按名称的平均值</translation>
    </message>
    <message>
        <source>whole trace</source>
        <translation>整个 trace</translation>
    </message>
    <message numerus="yes">
        <source>%n names, %1</source>
        <translation>
            <numerusform>%n 个名称，%1</numerusform>
        </translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Per call.</source>
        <translation>每次调用。</translation>
    </message>
    <message>
        <source>Self CUDA</source>
        <translation>Self CUDA</translation>
    </message>
    <message>
        <source>Time on the GPU.</source>
        <translation>GPU 上的时间。</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Of all GPU time in this table.</source>
        <translation>占本表全部 GPU 时间的比例。</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用次数</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>Input shapes</source>
        <translation>输入形状</translation>
    </message>
    <message>
        <source>Self CPU</source>
        <translation>Self CPU</translation>
    </message>
    <message>
        <source>Without the operators inside.</source>
        <translation>不含内部算子。</translation>
    </message>
    <message>
        <source>CPU total</source>
        <translation>CPU total</translation>
    </message>
    <message>
        <source>With the operators inside: from entering to leaving. No GPU time.</source>
        <translation>含内部算子：从进入到离开。不是 GPU 时间。</translation>
    </message>
    <message>
        <source>Kernels that this operator itself launched.</source>
        <translation>该算子自己启动的 kernel。</translation>
    </message>
    <message>
        <source>CUDA total</source>
        <translation>CUDA total</translation>
    </message>
    <message>
        <source>With those of the operators inside.</source>
        <translation>含内部算子启动的 kernel。</translation>
    </message>
    <message>
        <source>Mean CPU</source>
        <translation>CPU 均值</translation>
    </message>
</context>
<context>
    <name>decodescope::CaptureDialog</name>
    <message>
        <source>Capture a decode</source>
        <translation>采集一次解码</translation>
    </message>
    <message>
        <source>Start capture</source>
        <translation>开始采集</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>TinyLlama 1.1B, random weights</source>
        <translation>TinyLlama 1.1B，随机权重</translation>
    </message>
    <message>
        <source>Tiny Llama for a quick look, random weights</source>
        <translation>极小的 Llama，用于快速查看，随机权重</translation>
    </message>
    <message>
        <source>A preset, or a folder in Hugging Face&apos;s layout (config.json, *.safetensors)</source>
        <translation>预设，或 Hugging Face 布局的文件夹（config.json、*.safetensors）</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>文件夹…</translation>
    </message>
    <message>
        <source>GPU if there is one</source>
        <translation>有 GPU 就用 GPU</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>GPU (CUDA)</source>
        <translation>GPU (CUDA)</translation>
    </message>
    <message>
        <source>fp16 on a GPU, fp32 on a CPU</source>
        <translation>GPU 上 fp16，CPU 上 fp32</translation>
    </message>
    <message>
        <source>What LibTorch picks</source>
        <translation>由 LibTorch 选择</translation>
    </message>
    <message>
        <source>FlashAttention</source>
        <translation>FlashAttention</translation>
    </message>
    <message>
        <source>Memory-efficient</source>
        <translation>Memory-efficient</translation>
    </message>
    <message>
        <source>Math</source>
        <translation>Math</translation>
    </message>
    <message>
        <source>cuDNN</source>
        <translation>cuDNN</translation>
    </message>
    <message>
        <source>Concatenated each step (DynamicCache)</source>
        <translation>每步拼接（DynamicCache）</translation>
    </message>
    <message>
        <source>Allocated before</source>
        <translation>预先分配</translation>
    </message>
    <message>
        <source>Eager</source>
        <translation>Eager</translation>
    </message>
    <message>
        <source>CUDA graph</source>
        <translation>CUDA graph</translation>
    </message>
    <message>
        <source>Prompt (optional; needs a tokenizer in the model&apos;s folder)</source>
        <translation>提示词（可选；需要模型文件夹中有 tokenizer）</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Number type</source>
        <translation>数值类型</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV cache</translation>
    </message>
    <message>
        <source>Launching</source>
        <translation>启动方式</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>Prompt tokens</source>
        <translation>提示词 token 数</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Decoded, not recorded</source>
        <translation>解码，但不记录</translation>
    </message>
    <message>
        <source>Recorded and thrown away, so that the recorder itself has warmed up</source>
        <translation>记录后丢弃，让记录器自身完成预热</translation>
    </message>
    <message>
        <source>Recorded</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>How often wait, warm-up and active follow each other</source>
        <translation>“等待、预热、记录”重复的次数</translation>
    </message>
    <message>
        <source>until stopped</source>
        <translation>直到停止</translation>
    </message>
    <message>
        <source>Timed before recording, with nothing attached: the TPOT to trust</source>
        <translation>记录之前、不挂任何工具时计时：可信的 TPOT</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>预热</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>Repeat</source>
        <translation>重复</translation>
    </message>
    <message>
        <source>Timed first</source>
        <translation>先计时</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>Input shapes</source>
        <translation>输入形状</translation>
    </message>
    <message>
        <source>Tells which projection a matrix product is</source>
        <translation>用来分辨矩阵乘属于哪个投影</translation>
    </message>
    <message>
        <source>Synchronize after each step</source>
        <translation>每步之后同步</translation>
    </message>
    <message>
        <source>Keeps steps apart on the GPU</source>
        <translation>让各步在 GPU 上互相分开</translation>
    </message>
    <message>
        <source>Record the prefill too</source>
        <translation>也记录预填充</translation>
    </message>
    <message numerus="yes">
        <source>%n steps are timed, then </source>
        <translation>
            <numerusform>先计时 %n 步，然后</numerusform>
        </translation>
    </message>
    <message>
        <source>Folder of a model</source>
        <translation>模型文件夹</translation>
    </message>
    <message>
        <source>Static, with a mask (StaticCache)</source>
        <translation>静态，带掩码（StaticCache）</translation>
    </message>
    <message>
        <source>A CUDA graph always uses the static one</source>
        <translation>CUDA graph 总是用静态 cache</translation>
    </message>
    <message>
        <source>Both, one after the other</source>
        <translation>两种都采，先后进行</translation>
    </message>
    <message>
        <source>Sequences decoded together; several with commas make a sweep: 1, 2, 4, 8</source>
        <translation>一起解码的序列数；用逗号分隔多个即为扫描：1, 2, 4, 8</translation>
    </message>
    <message>
        <source>Tokens in the cache before the first decode step; several with commas make a sweep: 128, 1024</source>
        <translation>第一步解码前缓存中的 token 数；用逗号分隔多个即为扫描：128, 1024</translation>
    </message>
    <message>
        <source>Made where it is missing; it gets a trace for each setting, and their table</source>
        <translation>不存在时会创建；每个设置存一个 trace，另存一张汇总表</translation>
    </message>
    <message>
        <source>&amp;Traces go to</source>
        <translation>Trace 存到(&amp;T)</translation>
    </message>
    <message>
        <source>The batch is a whole number from 1 to %1, or several with commas between them.</source>
        <translation>batch 是 1 到 %1 的整数，或用逗号分隔的多个整数。</translation>
    </message>
    <message>
        <source>The prompt length is a whole number from 1 to %1, or several with commas between them.</source>
        <translation>提示词长度是 1 到 %1 的整数，或用逗号分隔的多个整数。</translation>
    </message>
    <message>
        <source>A prompt as text has a length of its own: give one prompt length, or no text.</source>
        <translation>文本提示词自有长度：请只给一个提示词长度，或不填文本。</translation>
    </message>
    <message>
        <source>These lists make more than %1 settings.</source>
        <translation>这些列表组合出的设置超过 %1 个。</translation>
    </message>
    <message>
        <source>A setting of a sweep must end by itself: choose how often the steps repeat.</source>
        <translation>扫描中的每个设置必须自行结束：请选择步的重复次数。</translation>
    </message>
    <message>
        <source>Name a folder for the traces of the sweep.</source>
        <translation>请指定存放扫描 trace 的文件夹。</translation>
    </message>
    <message>
        <source>Start the sweep</source>
        <translation>开始扫描</translation>
    </message>
    <message numerus="yes">
        <source>A sweep of %n settings, a trace each. In each: </source>
        <translation>
            <numerusform>扫描 %n 个设置，各存一个 trace。每个设置：</numerusform>
        </translation>
    </message>
    <message>
        <source>Several batches or prompt lengths, with commas, make a sweep.</source>
        <translation>用逗号分隔多个 batch 或提示词长度即为扫描。</translation>
    </message>
    <message>
        <source>Folder for the traces of the sweep</source>
        <translation>存放扫描 trace 的文件夹</translation>
    </message>
    <message numerus="yes">
        <source>cycles of %n steps run until you stop, %1 of each recorded.</source>
        <translation>
            <numerusform>以 %n 步为一轮反复运行直到停止，每轮记录 %1 步。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n steps run, %1 of them recorded.</source>
        <translation>
            <numerusform>运行 %n 步，其中记录 %1 步。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>decodescope::CaptureStrip</name>
    <message>
        <source>Loading the model</source>
        <translation>正在加载模型</translation>
    </message>
    <message>
        <source>Prefill</source>
        <translation>预填充</translation>
    </message>
    <message>
        <source>Timing, nothing attached</source>
        <translation>计时，不挂任何工具</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Warming up</source>
        <translation>预热</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>正在记录</translation>
    </message>
    <message>
        <source>Fetching the last records</source>
        <translation>正在取回最后的记录</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Progress of the capture</source>
        <translation>采集进度</translation>
    </message>
    <message>
        <source>Loading LibTorch</source>
        <translation>正在加载 LibTorch</translation>
    </message>
    <message>
        <source>Stopping after this step</source>
        <translation>这一步之后停止</translation>
    </message>
    <message>
        <source>, step %1 of %2</source>
        <translation>，第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>, step %1</source>
        <translation>，第 %1 步</translation>
    </message>
    <message numerus="yes">
        <source>%1 records were lost.</source>
        <translation>
            <numerusform>丢失了 %1 条记录。</numerusform>
        </translation>
    </message>
    <message>
        <source>Memory is full: the oldest steps are gone (%1).</source>
        <translation>内存已满：最早的步已丢弃（%1）。</translation>
    </message>
    <message>
        <source>Saving</source>
        <translation>正在保存</translation>
    </message>
</context>
<context>
    <name>decodescope::CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Type what you want to do</source>
        <translation>输入想做的事</translation>
    </message>
</context>
<context>
    <name>decodescope::DetailsPanel</name>
    <message>
        <source>Details of the selected slice</source>
        <translation>所选片段的详情</translation>
    </message>
</context>
<context>
    <name>decodescope::FileCommands</name>
    <message>
        <source>Open a trace</source>
        <translation>打开 trace</translation>
    </message>
    <message>
        <source>Traces (*.json *.json.gz *.gz *.tar *.tgz);;All files (*)</source>
        <translation>Trace (*.json *.json.gz *.gz *.tar *.tgz);;所有文件 (*)</translation>
    </message>
    <message>
        <source>The sample trace is not installed beside this program.</source>
        <translation>示例 trace 没有随本程序安装。</translation>
    </message>
    <message>
        <source>Export the selected range</source>
        <translation>导出所选区间</translation>
    </message>
    <message>
        <source>Export the trace</source>
        <translation>导出 trace</translation>
    </message>
    <message>
        <source>Traces (*.json.gz *.json)</source>
        <translation>Trace (*.json.gz *.json)</translation>
    </message>
    <message>
        <source>Writing %1</source>
        <translation>正在写入 %1</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message numerus="yes">
        <source>Wrote %1 events to %2</source>
        <translation>
            <numerusform>已将 %1 个事件写入 %2</numerusform>
        </translation>
    </message>
    <message>
        <source>Save the view as a picture</source>
        <translation>将视图存为图片</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>%1 could not be written; is there room, and may you write there?</source>
        <translation>无法写入 %1；磁盘还有空间吗，有写入权限吗？</translation>
    </message>
    <message>
        <source>The view is in the clipboard.</source>
        <translation>视图已复制到剪贴板。</translation>
    </message>
    <message>
        <source>Pictures (*.png);;Pictures that can be scaled (*.svg)</source>
        <translation>图片 (*.png);;可缩放的图片 (*.svg)</translation>
    </message>
    <message>
        <source>The trace is still being read. Export it when all of it is there.</source>
        <translation>trace 仍在读取，请在读完后导出。</translation>
    </message>
</context>
<context>
    <name>decodescope::GapsPanel</name>
    <message>
        <source>By cause</source>
        <translation>按原因</translation>
    </message>
    <message>
        <source>One by one</source>
        <translation>逐个</translation>
    </message>
    <message>
        <source>Idle stretches of the GPU</source>
        <translation>GPU 的空闲段</translation>
    </message>
    <message>
        <source>What the GPU waited for</source>
        <translation>GPU 在等什么</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Over all streams.</source>
        <translation>所有流合计。</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Of all idle time.</source>
        <translation>占全部空闲时间的比例。</translation>
    </message>
    <message>
        <source>Gaps</source>
        <translation>间隙</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>Per gap.</source>
        <translation>每个间隙。</translation>
    </message>
    <message numerus="yes">
        <source>%1 idle in %2 gaps, whole trace</source>
        <translation>
            <numerusform>整个 trace：%2 个间隙，共空闲 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>From the time origin.</source>
        <translation>从时间原点算起。</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>流</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>The operation that ran before.</source>
        <translation>间隙之前运行的操作。</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>The operation that ended it.</source>
        <translation>结束该间隙的操作。</translation>
    </message>
    <message>
        <source>Busiest operator</source>
        <translation>最忙的算子</translation>
    </message>
    <message>
        <source>What the host spent most of it in.</source>
        <translation>主机在该间隙内花时间最多的算子。</translation>
    </message>
</context>
<context>
    <name>decodescope::KeySheet</name>
    <message>
        <source>Zoom at the pointer</source>
        <translation>在指针处缩放</translation>
    </message>
    <message>
        <source>Ctrl+wheel, pinch</source>
        <translation>Ctrl+滚轮，双指捏合</translation>
    </message>
    <message>
        <source>Move through time</source>
        <translation>沿时间移动</translation>
    </message>
    <message>
        <source>Shift+wheel, Shift+drag, middle drag</source>
        <translation>Shift+滚轮，Shift+拖动，中键拖动</translation>
    </message>
    <message>
        <source>Scroll the rows</source>
        <translation>滚动各行</translation>
    </message>
    <message>
        <source>wheel</source>
        <translation>滚轮</translation>
    </message>
    <message>
        <source>Select a range</source>
        <translation>选取区间</translation>
    </message>
    <message>
        <source>drag; edges snap to slices, Ctrl frees them</source>
        <translation>拖动；边缘吸附到片段，按 Ctrl 取消吸附</translation>
    </message>
    <message>
        <source>Details of a slice</source>
        <translation>片段详情</translation>
    </message>
    <message>
        <source>click; double click zooms to it</source>
        <translation>单击；双击缩放到该片段</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Mouse</source>
        <translation>鼠标</translation>
    </message>
    <message>
        <source>Range of some rows</source>
        <translation>几行的区间</translation>
    </message>
    <message>
        <source>Alt+drag over the rows</source>
        <translation>Alt+拖过这些行</translation>
    </message>
    <message>
        <source>Move a row</source>
        <translation>移动一行</translation>
    </message>
    <message>
        <source>drag its name</source>
        <translation>拖动其名称</translation>
    </message>
</context>
<context>
    <name>decodescope::ListPanel</name>
    <message>
        <source>Filter</source>
        <translation>过滤</translation>
    </message>
    <message>
        <source>Filter the table</source>
        <translation>过滤表格</translation>
    </message>
</context>
<context>
    <name>decodescope::LiveController</name>
    <message>
        <source>Live capture</source>
        <translation>实时采集</translation>
    </message>
</context>
<context>
    <name>decodescope::LoadingOverlay</name>
    <message>
        <source>Progress of reading</source>
        <translation>读取进度</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>正在读取 %1</translation>
    </message>
    <message>
        <source>Reading %1: %2 %</source>
        <translation>正在读取 %1：%2 %</translation>
    </message>
</context>
<context>
    <name>decodescope::LoadingStrip</name>
    <message>
        <source>Progress of reading</source>
        <translation>读取进度</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>Stop reading and go back to what was shown before</source>
        <translation>停止读取，回到之前显示的内容</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 及另外 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>正在读取 %1</translation>
    </message>
    <message>
        <source>Reading %1: %2 %</source>
        <translation>正在读取 %1：%2 %</translation>
    </message>
    <message numerus="yes">
        <source>numbers are of %1 events so far</source>
        <translation>
            <numerusform>数字来自目前的 %1 个事件</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>decodescope::MainWindow</name>
    <message>
        <source>model part</source>
        <translation>模型部件</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>category</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Decodescope</source>
        <translation>Decodescope</translation>
    </message>
    <message>
        <source>%1 – Decodescope</source>
        <translation>%1 – Decodescope</translation>
    </message>
    <message>
        <source>About Decodescope</source>
        <translation>关于 Decodescope</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Decodescope %1&lt;/h3&gt;&lt;p&gt;A timeline of what an LLM&apos;s decode does, recorded here or by torch.profiler. GPL-3.0-or-later.&lt;/p&gt;&lt;p style=&quot;white-space: pre-wrap&quot;&gt;%2&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Decodescope %1&lt;/h3&gt;&lt;p&gt;展示 LLM 解码过程的时间线，由本程序或 torch.profiler 记录。GPL-3.0-or-later。&lt;/p&gt;&lt;p style=&quot;white-space: pre-wrap&quot;&gt;%2&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Setting %1 of %2</source>
        <translation>第 %1 个设置，共 %2 个</translation>
    </message>
    <message>
        <source>The capture was stopped before it recorded anything.</source>
        <translation>采集在记录任何内容之前已停止。</translation>
    </message>
</context>
<context>
    <name>decodescope::MarkCommands</name>
    <message>
        <source>Mark %1</source>
        <translation>标记 %1</translation>
    </message>
    <message>
        <source>What is there?</source>
        <translation>此处是什么？</translation>
    </message>
    <message>
        <source>Rename the kept range</source>
        <translation>重命名保留的区间</translation>
    </message>
    <message>
        <source>Change the marker</source>
        <translation>更改标记</translation>
    </message>
    <message>
        <source>Its text:</source>
        <translation>文字：</translation>
    </message>
</context>
<context>
    <name>decodescope::MarksPanel</name>
    <message>
        <source>Marked times and ranges</source>
        <translation>标记的时刻和区间</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>From the time origin.</source>
        <translation>从时间原点算起。</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Those that a range is limited to.</source>
        <translation>区间所限的行。</translation>
    </message>
    <message>
        <source>M marks a time, Shift+M keeps the selected range.</source>
        <translation>M 标记时刻，Shift+M 保留所选区间。</translation>
    </message>
    <message>
        <source>F2 renames, Delete takes away, Ctrl+Z brings back.</source>
        <translation>F2 重命名，Delete 删除，Ctrl+Z 恢复。</translation>
    </message>
</context>
<context>
    <name>decodescope::MessageBar</name>
    <message>
        <source>Close this message</source>
        <translation>关闭此消息</translation>
    </message>
</context>
<context>
    <name>decodescope::PartsPanel</name>
    <message>
        <source>By part</source>
        <translation>按部件</translation>
    </message>
    <message>
        <source>By kernel family</source>
        <translation>按 kernel 类别</translation>
    </message>
    <message>
        <source>By layer</source>
        <translation>按层</translation>
    </message>
    <message>
        <source>GPU time by model part</source>
        <translation>按模型部件的 GPU 时间</translation>
    </message>
    <message>
        <source>Kernel family</source>
        <translation>Kernel 类别</translation>
    </message>
    <message>
        <source>Model part</source>
        <translation>模型部件</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>GPU time in the whole trace.</source>
        <translation>整个 trace 的 GPU 时间。</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Of the GPU time.</source>
        <translation>占 GPU 时间的比例。</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>GPU operations.</source>
        <translation>GPU 操作。</translation>
    </message>
    <message>
        <source>Of count</source>
        <translation>次数占比</translation>
    </message>
    <message>
        <source>Share of the number of operations.</source>
        <translation>占操作总数的比例。</translation>
    </message>
    <message>
        <source>Count per step</source>
        <translation>每步次数</translation>
    </message>
    <message numerus="yes">
        <source>%1 of GPU time in %2 operations, whole trace</source>
        <translation>
            <numerusform>整个 trace：%2 个操作，GPU 时间共 %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>decodescope::ReportPanel</name>
    <message>
        <source>Record sheet</source>
        <translation>记录表</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>复制为 Markdown</translation>
    </message>
</context>
<context>
    <name>decodescope::SceneSetter</name>
    <message>
        <source>There is no panel &quot;%1&quot;.</source>
        <translation>没有名为“%1”的面板。</translation>
    </message>
    <message>
        <source>There is no step &quot;%1&quot; in this trace.</source>
        <translation>此 trace 中没有步“%1”。</translation>
    </message>
    <message>
        <source>There is no kernel with the correlation id %1 in this trace.</source>
        <translation>此 trace 中没有关联 id 为 %1 的 kernel。</translation>
    </message>
    <message>
        <source>%1 could not be written.</source>
        <translation>无法写入 %1。</translation>
    </message>
</context>
<context>
    <name>decodescope::SearchBox</name>
    <message>
        <source>Search slices, kernels, operators</source>
        <translation>搜索片段、kernel、算子</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>/  Search, or part:attention dur&gt;10us</source>
        <translation>/  搜索，或 part:attention dur&gt;10us</translation>
    </message>
    <message>
        <source>Words of a name, and what else must hold: part:attention, layer:7, cat:kernel, dur&gt;10us, dur&lt;1ms.
Quotes keep words together. Enter goes to the next match, Esc ends the search.</source>
        <translation>名称中的词，以及其他条件：part:attention、layer:7、cat:kernel、dur&gt;10us、dur&lt;1ms。
引号使多个词保持在一起。Enter 转到下一个匹配，Esc 结束搜索。</translation>
    </message>
    <message>
        <source>not understood</source>
        <translation>无法理解</translation>
    </message>
</context>
<context>
    <name>decodescope::SelectionPanel</name>
    <message>
        <source>Share of GPU time</source>
        <translation>GPU 时间占比</translation>
    </message>
    <message>
        <source>Share of GPU operations</source>
        <translation>GPU 操作数占比</translation>
    </message>
    <message>
        <source>By model part</source>
        <translation>按模型部件</translation>
    </message>
    <message>
        <source>By kernel</source>
        <translation>按 kernel</translation>
    </message>
    <message>
        <source>By stream</source>
        <translation>按流</translation>
    </message>
    <message>
        <source>Figures of the selection</source>
        <translation>选区的数据</translation>
    </message>
    <message>
        <source>whole trace</source>
        <translation>整个 trace</translation>
    </message>
    <message>
        <source>selection</source>
        <translation>选区</translation>
    </message>
    <message numerus="yes">
        <source>%n streams</source>
        <translation>
            <numerusform>%n 个流</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, kernel sum</source>
        <translation>%1，kernel 合计</translation>
    </message>
    <message>
        <source>Sum of the kernels&apos; durations within the range: %1</source>
        <translation>区间内 kernel 时长之和：%1</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>忙碌</translation>
    </message>
    <message>
        <source>At least one GPU operation ran for %1 of the range.</source>
        <translation>区间中有 %1 至少有一个 GPU 操作在运行。</translation>
    </message>
    <message>
        <source>gap</source>
        <translation>间隙</translation>
    </message>
    <message>
        <source>No GPU operation ran: %1</source>
        <translation>没有任何 GPU 操作在运行：%1</translation>
    </message>
    <message>
        <source>kernels</source>
        <translation>kernel 数</translation>
    </message>
    <message numerus="yes">
        <source>%1 GPU operations with copies and memsets</source>
        <translation>
            <numerusform>含拷贝和 memset 共 %1 个 GPU 操作</numerusform>
        </translation>
    </message>
    <message>
        <source>timer TPOT</source>
        <translation>计时器 TPOT</translation>
    </message>
    <message numerus="yes">
        <source>Time per output token by a timer, over %n steps with nothing attached.</source>
        <translation>
            <numerusform>计时器测得的每个输出 token 的时间，共 %n 步，未挂任何工具。</numerusform>
        </translation>
    </message>
    <message>
        <source>the step</source>
        <translation>这一步</translation>
    </message>
    <message>
        <source>the trace</source>
        <translation>整个 trace </translation>
    </message>
    <message>
        <source>the selection</source>
        <translation>所选区间</translation>
    </message>
    <message numerus="yes">
        <source>%n rows</source>
        <translation>
            <numerusform>%n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>Only of: %1</source>
        <translation>仅限：%1</translation>
    </message>
</context>
<context>
    <name>decodescope::StartPage</name>
    <message>
        <source>See where a decode step spends its time</source>
        <translation>看清一步解码的时间花在哪里</translation>
    </message>
    <message>
        <source>Record one here, or open what torch.profiler wrote.</source>
        <translation>在这里记录一次，或打开 torch.profiler 写出的文件。</translation>
    </message>
    <message>
        <source>Decode with a Llama model on this machine and watch its operators and kernels arrive.</source>
        <translation>在本机用 Llama 模型解码，实时看到算子和 kernel 出现。</translation>
    </message>
    <message>
        <source>A .pt.trace.json or .json.gz from torch.profiler. Or drop one on this window.</source>
        <translation>torch.profiler 的 .pt.trace.json 或 .json.gz。也可以拖到本窗口上。</translation>
    </message>
    <message>
        <source>Three decode steps of TinyLlama on an H200, to look around in.</source>
        <translation>TinyLlama 在 H200 上的三步解码，供随意浏览。</translation>
    </message>
    <message>
        <source>Press ? for all keys, Ctrl+Shift+P to find any command.</source>
        <translation>按 ? 查看所有快捷键，按 Ctrl+Shift+P 查找任意命令。</translation>
    </message>
    <message>
        <source>Opened last</source>
        <translation>最近打开</translation>
    </message>
</context>
<context>
    <name>decodescope::StatusLine</name>
    <message numerus="yes">
        <source>%1 CPU slices</source>
        <translation>
            <numerusform>%1 个 CPU 片段</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 kernels</source>
        <translation>
            <numerusform>%1 个 kernel</numerusform>
        </translation>
    </message>
    <message>
        <source>all linked</source>
        <translation>全部已关联</translation>
    </message>
    <message>
        <source>%1 without a launch</source>
        <translation>%1 个没有启动记录</translation>
    </message>
    <message>
        <source>cursor %1</source>
        <translation>光标 %1</translation>
    </message>
    <message>
        <source>%1/px</source>
        <translation>%1/像素</translation>
    </message>
    <message>
        <source>%1 ns</source>
        <translation>%1 ns</translation>
    </message>
</context>
<context>
    <name>decodescope::StepChips</name>
    <message>
        <source>step #%1</source>
        <translation>步 #%1</translation>
    </message>
    <message>
        <source>Show and select this step</source>
        <translation>显示并选中这一步</translation>
    </message>
    <message>
        <source>Previous step</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>下一步</translation>
    </message>
    <message numerus="yes">
        <source>%n steps</source>
        <translation>
            <numerusform>%n 步</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>decodescope::SweepChart</name>
    <message>
        <source>Step time, gap share and tokens a second by batch</source>
        <translation>按 batch 的步时间、间隙占比与每秒 token 数</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>A step (solid) and GPU busy in it (dashed), ms</source>
        <translation>每步时间（实线）与其中 GPU 忙碌时间（虚线），ms</translation>
    </message>
    <message>
        <source>Gap share, recorded (solid) and by the timer (dashed), %</source>
        <translation>间隙占比：记录（实线）与按计时器（虚线），%</translation>
    </message>
    <message>
        <source>Tokens a second</source>
        <translation>每秒 token 数</translation>
    </message>
    <message>
        <source>%1, prompt %2</source>
        <translation>%1，提示词 %2</translation>
    </message>
    <message>
        <source>eager</source>
        <translation>eager</translation>
    </message>
    <message>
        <source>CUDA graph</source>
        <translation>CUDA graph</translation>
    </message>
</context>
<context>
    <name>decodescope::SweepController</name>
    <message>
        <source>There is no sweep in this folder.</source>
        <translation>此文件夹中没有扫描。</translation>
    </message>
    <message>
        <source>This capture was stopped.</source>
        <translation>此次采集已停止。</translation>
    </message>
</context>
<context>
    <name>decodescope::SweepWindow</name>
    <message>
        <source>Why not</source>
        <translation>缺失原因</translation>
    </message>
    <message>
        <source>Why there is no trace, or why it has fewer steps.</source>
        <translation>为什么没有 trace，或步数偏少。</translation>
    </message>
    <message>
        <source>eager</source>
        <translation>eager</translation>
    </message>
    <message>
        <source>CUDA graph</source>
        <translation>CUDA graph</translation>
    </message>
    <message>
        <source>Decode</source>
        <translation>解码方式</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>Sequences decoded together.</source>
        <translation>一起解码的序列数。</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>Tokens in the cache before the first step.</source>
        <translation>第一步前缓存中的 token 数。</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Recorded step, median.</source>
        <translation>记录到的步时间，中位数。</translation>
    </message>
    <message>
        <source>Spread</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Shortest and longest recorded step.</source>
        <translation>记录到的最短与最长的一步。</translation>
    </message>
    <message>
        <source>GPU busy</source>
        <translation>GPU 忙碌</translation>
    </message>
    <message>
        <source>In a recorded step, median.</source>
        <translation>在记录到的一步中，中位数。</translation>
    </message>
    <message>
        <source>Gap share</source>
        <translation>间隙占比</translation>
    </message>
    <message>
        <source>Part of the recorded step in which the GPU did nothing, median.</source>
        <translation>记录到的一步中 GPU 什么都没做的比例，中位数。</translation>
    </message>
    <message>
        <source>Timer</source>
        <translation>计时器</translation>
    </message>
    <message>
        <source>A step by the timer, with nothing attached: the time to trust.</source>
        <translation>计时器测得的一步，未挂任何工具：可信的时间。</translation>
    </message>
    <message>
        <source>Gap by timer</source>
        <translation>计时器间隙占比</translation>
    </message>
    <message>
        <source>Part of the timer&apos;s step that the recorded GPU work leaves: without the recorder.</source>
        <translation>计时器测得的一步中，除去记录到的 GPU 工作后的比例：不含记录器的开销。</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>Token/s</translation>
    </message>
    <message>
        <source>Batch over the timer&apos;s step, or over the recorded one where there is no timer.</source>
        <translation>batch 除以计时器测得的步时间；没有计时器时除以记录到的步时间。</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>A step, median.</source>
        <translation>每步，中位数。</translation>
    </message>
    <message>
        <source>Launches</source>
        <translation>启动次数</translation>
    </message>
    <message>
        <source>Calls a step that put work on the GPU, median.</source>
        <translation>每步向 GPU 提交工作的调用数，中位数。</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>扫描</translation>
    </message>
    <message>
        <source>Settings of the sweep</source>
        <translation>扫描的各个设置</translation>
    </message>
    <message>
        <source>Double click or Enter opens the setting&apos;s trace.</source>
        <translation>双击或回车打开该设置的 trace。</translation>
    </message>
    <message>
        <source>Stop the sweep</source>
        <translation>停止扫描</translation>
    </message>
    <message>
        <source>Open a sweep…</source>
        <translation>打开扫描…</translation>
    </message>
    <message>
        <source>Save the charts…</source>
        <translation>保存图表…</translation>
    </message>
    <message>
        <source>Copy the table</source>
        <translation>复制表格</translation>
    </message>
    <message numerus="yes">
        <source>%n settings, traces in %1</source>
        <translation>
            <numerusform>%n 个设置，trace 在 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Setting %1 of %2; traces go to %3</source>
        <translation>第 %1 个设置，共 %2 个；trace 存到 %3</translation>
    </message>
    <message>
        <source>No sweep yet: give lists of batches, prompt lengths or decode modes in the capture dialog, or open one.</source>
        <translation>还没有扫描：请在采集对话框中给出多个 batch、提示词长度或解码方式，或打开已有的扫描。</translation>
    </message>
    <message>
        <source>Folder of a sweep</source>
        <translation>扫描的文件夹</translation>
    </message>
    <message>
        <source>Save the charts</source>
        <translation>保存图表</translation>
    </message>
    <message>
        <source>Pictures (*.png)</source>
        <translation>图片 (*.png)</translation>
    </message>
    <message>
        <source>%1 could not be written.</source>
        <translation>无法写入 %1。</translation>
    </message>
</context>
<context>
    <name>decodescope::TableView</name>
    <message>
        <source>Copy selected rows</source>
        <translation>复制选中的行</translation>
    </message>
    <message>
        <source>Copy all rows</source>
        <translation>复制所有行</translation>
    </message>
</context>
<context>
    <name>decodescope::TimelineCanvas</name>
    <message>
        <source>%1, %2, on %3</source>
        <translation>%1，%2，在 %3 上</translation>
    </message>
    <message>
        <source>idle %1, on %2</source>
        <translation>空闲 %1，在 %2 上</translation>
    </message>
</context>
<context>
    <name>decodescope::TimelineCorner</name>
    <message>
        <source>Lit: %1</source>
        <translation>高亮：%1</translation>
    </message>
    <message>
        <source>Only</source>
        <translation>仅此</translation>
    </message>
    <message>
        <source>Show only what is lit (O)</source>
        <translation>只显示高亮的片段 (O)</translation>
    </message>
    <message>
        <source>Show only what is lit</source>
        <translation>只显示高亮的片段</translation>
    </message>
    <message>
        <source>Light nothing (Esc)</source>
        <translation>取消高亮 (Esc)</translation>
    </message>
    <message>
        <source>Light nothing</source>
        <translation>取消高亮</translation>
    </message>
    <message>
        <source>Filter rows (T)</source>
        <translation>筛选行 (T)</translation>
    </message>
    <message>
        <source>Filter rows by name</source>
        <translation>按名称筛选行</translation>
    </message>
    <message numerus="yes">
        <source>%1 slices</source>
        <translation>
            <numerusform>%1 个片段</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>decodescope::TimelineWidget</name>
    <message>
        <source>Overview of the whole trace</source>
        <translation>整个 trace 的概览</translation>
    </message>
    <message>
        <source>Time ruler</source>
        <translation>时间标尺</translation>
    </message>
    <message>
        <source>Row names</source>
        <translation>行名</translation>
    </message>
    <message>
        <source>Timeline rows</source>
        <translation>时间线各行</translation>
    </message>
    <message>
        <source>Scroll the rows</source>
        <translation>滚动各行</translation>
    </message>
</context>
<context>
    <name>decodescope::TopBar</name>
    <message>
        <source>Menu (F10)</source>
        <translation>菜单 (F10)</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>Export ▾</source>
        <translation>导出 ▾</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Capture</source>
        <translation>采集</translation>
    </message>
    <message>
        <source>Colour: %1 ▾</source>
        <translation>着色：%1 ▾</translation>
    </message>
    <message>
        <source>What the colour of a slice says</source>
        <translation>片段颜色的含义</translation>
    </message>
</context>
<context>
    <name>decodescope::TraceDocument</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 及另外 %n 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>decodescope::TrackHeaders</name>
    <message>
        <source>Unpin</source>
        <translation>取消固定</translation>
    </message>
    <message>
        <source>Pin to the top</source>
        <translation>固定到顶部</translation>
    </message>
    <message>
        <source>Hide &quot;%1&quot;</source>
        <translation>隐藏“%1”</translation>
    </message>
    <message>
        <source>Usual height</source>
        <translation>默认高度</translation>
    </message>
    <message>
        <source>Python functions</source>
        <translation>Python 函数</translation>
    </message>
    <message>
        <source>GPU annotations</source>
        <translation>GPU 标注</translation>
    </message>
    <message>
        <source>Rows of the profiler itself</source>
        <translation>profiler 自身的行</translation>
    </message>
    <message>
        <source>Hidden rows</source>
        <translation>已隐藏的行</translation>
    </message>
</context>
<context>
    <name>decodescope::ViewEditor</name>
    <message>
        <source>Range %1</source>
        <translation>区间 %1</translation>
    </message>
    <message>
        <source>Step #%1</source>
        <translation>步 #%1</translation>
    </message>
</context>
<context>
    <name>decodescope::WarningsPanel</name>
    <message>
        <source>What was odd in the input</source>
        <translation>输入中的异常</translation>
    </message>
    <message>
        <source>What, with an example</source>
        <translation>内容与示例</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>First at byte</source>
        <translation>首次出现的字节</translation>
    </message>
    <message>
        <source>In the unpacked file.</source>
        <translation>在解压后的文件中。</translation>
    </message>
    <message>
        <source>Nothing was odd; every event could be used.</source>
        <translation>没有异常；所有事件都可用。</translation>
    </message>
    <message>
        <source>Counted and kept where possible; see each row.</source>
        <translation>已计数并尽可能保留；见各行。</translation>
    </message>
</context>
</TS>
