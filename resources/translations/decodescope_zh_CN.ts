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
        <translation>按名称过滤行(&amp;F)</translation>
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
    <message>
        <source>Load &amp;rules for labels…</source>
        <translation>加载标签规则(&amp;R)…</translation>
    </message>
    <message>
        <source>Files of your own that tell families of kernels or model parts, ahead of the built-in rules.</source>
        <translation>你自己的规则文件，用于判定 kernel 类别或模型部件，优先于内置规则。</translation>
    </message>
    <message>
        <source>Use the &amp;built-in rules only</source>
        <translation>只用内置规则(&amp;B)</translation>
    </message>
    <message>
        <source>Forget the rules that were loaded.</source>
        <translation>不再使用已加载的规则。</translation>
    </message>
    <message>
        <source>&amp;Compare with…</source>
        <translation>与其他 trace 比较(&amp;C)…</translation>
    </message>
    <message>
        <source>This trace beside another one; also by a drop with Ctrl held.</source>
        <translation>此 trace 与另一个并排；也可按住 Ctrl 拖放文件。</translation>
    </message>
    <message>
        <source>Compare steps of this trace</source>
        <translation>比较此 trace 的各步</translation>
    </message>
    <message>
        <source>The first half of its steps beside the second one; others can be chosen there.</source>
        <translation>前一半的步与后一半并排；也可在那里另选。</translation>
    </message>
    <message>
        <source>Open &amp;recent…</source>
        <translation>打开最近文件(&amp;R)…</translation>
    </message>
    <message>
        <source>One of the traces that were opened last.</source>
        <translation>最近打开过的 trace 之一。</translation>
    </message>
    <message>
        <source>&amp;New window</source>
        <translation>新窗口(&amp;N)</translation>
    </message>
    <message>
        <source>For another trace, beside this one.</source>
        <translation>在此窗口之外查看另一个 trace。</translation>
    </message>
    <message>
        <source>&amp;Preferences…</source>
        <translation>首选项(&amp;P)…</translation>
    </message>
    <message>
        <source>Theme, size of text, folders.</source>
        <translation>主题、字号、文件夹。</translation>
    </message>
</context>
<context>
    <name>CompareTables</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>vanished</source>
        <translation>消失</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>相等</translation>
    </message>
    <message>
        <source>noise not known</source>
        <translation>噪声未知</translation>
    </message>
    <message>
        <source>within noise</source>
        <translation>在噪声之内</translation>
    </message>
    <message>
        <source>faster</source>
        <translation>变快</translation>
    </message>
    <message>
        <source>slower</source>
        <translation>变慢</translation>
    </message>
    <message>
        <source>renamed, %1</source>
        <translation>改名，%1</translation>
    </message>
    <message>
        <source>Operations a step, median.</source>
        <translation>每步操作数，中位数。</translation>
    </message>
    <message>
        <source>%1 low</source>
        <translation>%1 最低</translation>
    </message>
    <message>
        <source>The step with the least.</source>
        <translation>最少的一步。</translation>
    </message>
    <message>
        <source>%1 high</source>
        <translation>%1 最高</translation>
    </message>
    <message>
        <source>The step with the most.</source>
        <translation>最多的一步。</translation>
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
        <source>The innermost one around the launch.</source>
        <translation>启动外面最内层的算子。</translation>
    </message>
    <message>
        <source>Model part</source>
        <translation>模型部件</translation>
    </message>
    <message>
        <source>Name in A</source>
        <translation>A 中的名称</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Within noise: what the steps of A and of B took overlaps, so the difference may be chance.</source>
        <translation>在噪声之内：A 与 B 各步的时间范围重叠，差异可能是偶然。</translation>
    </message>
    <message>
        <source>A, a step</source>
        <translation>A 每步</translation>
    </message>
    <message>
        <source>GPU time a step, median.</source>
        <translation>每步 GPU 时间，中位数。</translation>
    </message>
    <message>
        <source>B, a step</source>
        <translation>B 每步</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差</translation>
    </message>
    <message>
        <source>B less A.</source>
        <translation>B 减 A。</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>比值</translation>
    </message>
    <message>
        <source>B by A.</source>
        <translation>B 除以 A。</translation>
    </message>
    <message>
        <source>Count A</source>
        <translation>A 次数</translation>
    </message>
    <message>
        <source>Count B</source>
        <translation>B 次数</translation>
    </message>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>no steps</source>
        <translation>没有步</translation>
    </message>
    <message>
        <source>one step, %1</source>
        <translation>一步，%1</translation>
    </message>
    <message>
        <source>%1 steps, median %2</source>
        <translation>%1 步，中位数 %2</translation>
    </message>
    <message>
        <source>, GPU busy %1, %2 kernels</source>
        <translation>，GPU 忙碌 %1，%2 个 kernel</translation>
    </message>
    <message>
        <source>At least one of the traces has no steps: all of it counts as one.</source>
        <translation>至少有一个 trace 没有步：整个算作一步。</translation>
    </message>
    <message>
        <source>A step takes as long in B as in A, %1.</source>
        <translation>B 的一步与 A 一样长，%1。</translation>
    </message>
    <message>
        <source>A step: %1.</source>
        <translation>一步：%1。</translation>
    </message>
    <message>
        <source>That is within noise: the steps of both overlap.</source>
        <translation>这在噪声之内：两边的步有重叠。</translation>
    </message>
    <message>
        <source>That is more than the steps of either differ.</source>
        <translation>这超过了任一边各步之间的差异。</translation>
    </message>
    <message>
        <source>With one step on a side nobody knows how much of that is noise.</source>
        <translation>有一边只有一步，无法知道其中多少是噪声。</translation>
    </message>
    <message>
        <source>GPU busy: %1. Kernels: %2 → %3.</source>
        <translation>GPU 忙碌：%1。Kernel：%2 → %3。</translation>
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
    <message>
        <source>Name in full</source>
        <translation>完整名称</translation>
    </message>
</context>
<context>
    <name>GapDetails</name>
    <message>
        <source>Made of</source>
        <translation>组成</translation>
    </message>
    <message>
        <source>The launch that ended it</source>
        <translation>结束它的启动</translation>
    </message>
    <message>
        <source>It is not in the trace.</source>
        <translation>不在 trace 中。</translation>
    </message>
    <message>
        <source>call</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>came</source>
        <translation>到来</translation>
    </message>
    <message>
        <source>%1 after the stream fell idle</source>
        <translation>stream 空闲后 %1</translation>
    </message>
    <message>
        <source>%1 before the stream fell idle</source>
        <translation>stream 空闲前 %1</translation>
    </message>
    <message>
        <source>took</source>
        <translation>耗时</translation>
    </message>
    <message>
        <source>%1 to the kernel&apos;s begin</source>
        <translation>到 kernel 开始 %1</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>longest operator</source>
        <translation>最长的算子</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>on</source>
        <translation>位于</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>then</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>cause</source>
        <translation>原因</translation>
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
    <message>
        <source>the CPU was in %1</source>
        <translation>CPU 在 %1 中</translation>
    </message>
    <message>
        <source>the longest operator meanwhile: %1</source>
        <translation>其间最长的算子：%1</translation>
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
    <name>ModelBlocks</name>
    <message>
        <source>layer %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source>layer %1, %2</source>
        <translation>第 %1 层，%2</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>位于 %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 operations</source>
        <translation>
            <numerusform>%1 个操作</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>longest of %1 blocks here: zoom in</source>
        <translation>
            <numerusform>此处 %1 个块中最长的一个：请放大</numerusform>
        </translation>
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
    <message>
        <source>Launches</source>
        <translation>启动</translation>
    </message>
</context>
<context>
    <name>PartsTables</name>
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
        <source>GPU time.</source>
        <translation>GPU 时间。</translation>
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
        <source>A step</source>
        <translation>每步</translation>
    </message>
    <message>
        <source>Operations launched in a step, on average.</source>
        <translation>平均每步启动的操作数。</translation>
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
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Many steps are put together: then times are means.</source>
        <translation>步数很多时合并显示：此时为均值。</translation>
    </message>
    <message>
        <source>GPU time of what the step launched.</source>
        <translation>这一步所启动操作的 GPU 时间。</translation>
    </message>
    <message>
        <source>Of the step&apos;s GPU time.</source>
        <translation>占这一步 GPU 时间的比例。</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>预期</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Of the share of GPU time.</source>
        <translation>针对 GPU 时间占比。</translation>
    </message>
    <message>
        <source>Expected a step</source>
        <translation>每步预期</translation>
    </message>
    <message>
        <source>By the number of layers of a Llama: 7 x layers + 1 matrix products.</source>
        <translation>按 Llama 的层数：7 × 层数 + 1 个矩阵乘。</translation>
    </message>
    <message>
        <source>To ask</source>
        <translation>要追问的</translation>
    </message>
    <message>
        <source>Where the share is out of the range.</source>
        <translation>占比超出范围时。</translation>
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
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Self</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>In the range, without the slices within each.</source>
        <translation>区间内的时间，不含各自内部的片段。</translation>
    </message>
    <message>
        <source>Of the time in which the rows have slices.</source>
        <translation>占这些行有片段的时间的比例。</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>In the range, with the slices within each; of nested ones each counts.</source>
        <translation>区间内的时间，含各自内部的片段；嵌套的片段各计一次。</translation>
    </message>
    <message>
        <source>Of the total.</source>
        <translation>按合计计算。</translation>
    </message>
</context>
<context>
    <name>ScopeText</name>
    <message>
        <source>selected range of %1</source>
        <translation>所选区间 %1</translation>
    </message>
    <message>
        <source>whole trace</source>
        <translation>整个 trace</translation>
    </message>
    <message>
        <source>part of %1</source>
        <translation>%1 的一部分</translation>
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
        <translation>trace 概要</translation>
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
        <translation>看一步及其数据</translation>
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
        <translation>看一段区间及其数据</translation>
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
    <message>
        <source>none so far</source>
        <translation>目前还没有</translation>
    </message>
    <message>
        <source>search; “part:attention dur&gt;4us”</source>
        <translation>搜索；“part:attention dur&gt;4us”</translation>
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
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
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
    <message>
        <source>The GPU operations of %1 are recorded without a duration: how busy the GPU was cannot be told.</source>
        <translation>%1的 GPU 操作没有记录时长：无法判断 GPU 的忙碌程度。</translation>
    </message>
    <message>
        <source>The trace is still being read: how busy the GPU was can be told when all of it is there.</source>
        <translation>trace 仍在读取：读完后才能判断 GPU 有多忙。</translation>
    </message>
    <message>
        <source>the part of %1 that is in the file</source>
        <translation>%1收录于文件的部分</translation>
    </message>
    <message>
        <source>The file holds a part of a recording; what is not in it is not counted.</source>
        <translation>文件只含一次记录的一部分；不在其中的不计入。</translation>
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
        <source>clocks_not_aligned</source>
        <translation>时钟未对齐</translation>
    </message>
    <message>
        <source>dropped_records</source>
        <translation>记录丢失</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>card</source>
        <translation>显卡</translation>
    </message>
    <message>
        <source>driver&apos;s CUDA / CUDA runtime</source>
        <translation>驱动的 CUDA / CUDA 运行时</translation>
    </message>
    <message>
        <source>trace file</source>
        <translation>trace 文件</translation>
    </message>
    <message>
        <source>ProfilerStep, one step of decode</source>
        <translation>ProfilerStep，一步解码</translation>
    </message>
    <message>
        <source>kernels on the stream, a step</source>
        <translation>流上的 kernel，每步</translation>
    </message>
    <message>
        <source>gap</source>
        <translation>间隙</translation>
    </message>
    <message>
        <source>linear operators a step</source>
        <translation>每步线性算子数</translation>
    </message>
    <message>
        <source>top %1 kernel</source>
        <translation>第 %1 名 kernel</translation>
    </message>
    <message>
        <source>matrix products on the GPU, a step</source>
        <translation>GPU 上的矩阵乘，每步</translation>
    </message>
    <message>
        <source>bandwidth floor</source>
        <translation>带宽下限</translation>
    </message>
    <message>
        <source>floor / matrix products</source>
        <translation>下限 / 矩阵乘</translation>
    </message>
    <message>
        <source>attention backend</source>
        <translation>注意力后端</translation>
    </message>
    <message>
        <source>kernels a step</source>
        <translation>每步 kernel 数</translation>
    </message>
    <message>
        <source>launch calls a step</source>
        <translation>每步启动调用数</translation>
    </message>
    <message>
        <source>TPOT by the timer</source>
        <translation>计时器的 TPOT</translation>
    </message>
    <message>
        <source>step while recording / TPOT</source>
        <translation>记录时的步 / TPOT</translation>
    </message>
    <message>
        <source>what sets the pace</source>
        <translation>瓶颈所在</translation>
    </message>
    <message>
        <source>%1, %2 multiprocessors, %3 of memory</source>
        <translation>%1，%2 个 SM，显存 %3</translation>
    </message>
    <message>
        <source>%1 steps, %2 events, shapes recorded</source>
        <translation>%1 步，%2 个事件，已记录形状</translation>
    </message>
    <message>
        <source>%1 steps, %2 events, shapes not recorded</source>
        <translation>%1 步，%2 个事件，未记录形状</translation>
    </message>
    <message>
        <source>median of %1</source>
        <translation>%1 的中位数</translation>
    </message>
    <message>
        <source>median of %1, ...</source>
        <translation>中位数，取自 %1…</translation>
    </message>
    <message>
        <source>median of %1 steps</source>
        <translation>%1 步的中位数</translation>
    </message>
    <message>
        <source>no steps</source>
        <translation>没有步</translation>
    </message>
    <message>
        <source>sum of the kernels launched in it</source>
        <translation>其中启动的 kernel 之和</translation>
    </message>
    <message>
        <source>%1 of the step</source>
        <translation>占这一步的 %1</translation>
    </message>
    <message>
        <source>%1 of the step: the GPU did nothing</source>
        <translation>占这一步的 %1：GPU 什么都没做</translation>
    </message>
    <message>
        <source>aten::linear, or mm and addmm outside of one</source>
        <translation>aten::linear，或其外的 mm、addmm</translation>
    </message>
    <message>
        <source>%1 x %2 layers + %3 = %4 in a Llama</source>
        <translation>Llama 中为 %1 × %2 层 + %3 = %4</translation>
    </message>
    <message>
        <source>%1 in all, %2, %3 calls a step</source>
        <translation>共 %1，%2，每步 %3 次</translation>
    </message>
    <message>
        <source>families gemm and gemv</source>
        <translation>gemm 与 gemv 两类</translation>
    </message>
    <message>
        <source>%1 of weights, read once a step at %2 (%3)</source>
        <translation>权重 %1，每步以 %2 读一遍（%3）</translation>
    </message>
    <message>
        <source>needs shapes of the linear operators and a card that the table knows</source>
        <translation>需要线性算子的形状，以及带宽表中有的显卡</translation>
    </message>
    <message>
        <source>how much of the card&apos;s bandwidth the matrix products use</source>
        <translation>矩阵乘用到了显卡带宽的多少</translation>
    </message>
    <message>
        <source>flash needs %1 or later, this card is %2</source>
        <translation>flash 需要 %1 及以上，此卡为 %2</translation>
    </message>
    <message>
        <source>flash needs %1 or later and this card is %2</source>
        <translation>flash 需要 %1 及以上，而此卡为 %2</translation>
    </message>
    <message>
        <source>the card (%1) could run flash: look at mask, type and head size</source>
        <translation>此卡（%1）能跑 flash：请检查掩码、类型和 head 大小</translation>
    </message>
    <message>
        <source>flash would run on this card (%1) too</source>
        <translation>此卡（%1）也能跑 flash</translation>
    </message>
    <message>
        <source>no kernel or operator of attention is known in this trace</source>
        <translation>此 trace 中没有认出注意力的 kernel 或算子</translation>
    </message>
    <message>
        <source>each takes the host %1 on average</source>
        <translation>每次平均占用主机 %1</translation>
    </message>
    <message>
        <source>a kernel begins %1 after its launch (median)</source>
        <translation>kernel 在启动后 %1 开始（中位数）</translation>
    </message>
    <message>
        <source>this recording holds no measurement by a timer</source>
        <translation>此记录中没有计时器的测量</translation>
    </message>
    <message>
        <source>the recorder&apos;s overhead: take proportions from the trace, absolute times from the timer</source>
        <translation>记录器的开销：比例看 trace，绝对时间看计时器</translation>
    </message>
    <message>
        <source>launch-bound</source>
        <translation>启动受限</translation>
    </message>
    <message>
        <source>bandwidth-bound</source>
        <translation>带宽受限</translation>
    </message>
    <message>
        <source>compute-bound</source>
        <translation>算力受限</translation>
    </message>
    <message>
        <source>mixed</source>
        <translation>混合</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Launch-bound: of a step of %1 the GPU works %2 (%3) and waits for launches %4 (%5)</source>
        <translation>启动受限：一步 %1 中，GPU 工作 %2（%3），等待启动 %4（%5）</translation>
    </message>
    <message>
        <source>Launch-bound: of a step of %1 the GPU works %2 (%3) and waits for launches %4 (%5).</source>
        <translation>启动受限：一步 %1 中，GPU 工作 %2（%3），等待启动 %4（%5）。</translation>
    </message>
    <message>
        <source>Bandwidth-bound: of a step of %1 the GPU works %2 (%3) and waits for launches %4 (%5)</source>
        <translation>带宽受限：一步 %1 中，GPU 工作 %2（%3），等待启动 %4（%5）</translation>
    </message>
    <message>
        <source>Bandwidth-bound: of a step of %1 the GPU works %2 (%3) and waits for launches %4 (%5).</source>
        <translation>带宽受限：一步 %1 中，GPU 工作 %2（%3），等待启动 %4（%5）。</translation>
    </message>
    <message>
        <source>Compute-bound: of a step of %1 the GPU works %2 (%3) and waits for launches %4 (%5)</source>
        <translation>算力受限：一步 %1 中，GPU 工作 %2（%3），等待启动 %4（%5）</translation>
    </message>
    <message>
        <source>Compute-bound: of a step of %1 the GPU works %2 (%3) and waits for launches %4 (%5).</source>
        <translation>算力受限：一步 %1 中，GPU 工作 %2（%3），等待启动 %4（%5）。</translation>
    </message>
    <message>
        <source>Mixed: of a step of %1 the GPU works %2 (%3) and waits for launches %4 (%5)</source>
        <translation>混合：一步 %1 中，GPU 工作 %2（%3），等待启动 %4（%5）</translation>
    </message>
    <message>
        <source>Mixed: of a step of %1 the GPU works %2 (%3) and waits for launches %4 (%5).</source>
        <translation>混合：一步 %1 中，GPU 工作 %2（%3），等待启动 %4（%5）。</translation>
    </message>
    <message>
        <source>reading the weights once takes %1 at least.</source>
        <translation>读一遍权重至少要 %1。</translation>
    </message>
    <message>
        <source>Not known: the trace has no whole step with work on a GPU.</source>
        <translation>未知：trace 中没有完整且在 GPU 上工作的步。</translation>
    </message>
    <message>
        <source>attention calls a step</source>
        <translation>每步注意力调用数</translation>
    </message>
    <message>
        <source>cache appends a step</source>
        <translation>每步 cache 追加数</translation>
    </message>
    <message>
        <source>FFN over attention projections, GPU time</source>
        <translation>FFN / 注意力投影的 GPU 时间</translation>
    </message>
    <message>
        <source>sum of parts</source>
        <translation>各部件之和</translation>
    </message>
    <message>
        <source>launches and operations in steps</source>
        <translation>步内的启动与操作</translation>
    </message>
    <message>
        <source>gaps + busy = step</source>
        <translation>间隙 + 忙碌 = 步</translation>
    </message>
    <message>
        <source>%1 x %2 layers + %3 = %4</source>
        <translation>%1 × %2 层 + %3 = %4</translation>
    </message>
    <message>
        <source>%1 layers</source>
        <translation>%1 层</translation>
    </message>
    <message>
        <source>%1 x %2 layers = %3</source>
        <translation>%1 × %2 层 = %3</translation>
    </message>
    <message>
        <source>%1 by bytes of weights</source>
        <translation>按权重字节数 %1</translation>
    </message>
    <message>
        <source>%1 on all streams</source>
        <translation>所有流上 %1</translation>
    </message>
    <message>
        <source>%1 launches</source>
        <translation>%1 次启动</translation>
    </message>
    <message>
        <source>%1 launches + %2 more that graphs launched</source>
        <translation>%1 次启动 + graph 另启动 %2 次</translation>
    </message>
    <message>
        <source>%1 operations</source>
        <translation>%1 个操作</translation>
    </message>
    <message>
        <source>%1 equal to the ns</source>
        <translation>%1 个精确到 ns 相等</translation>
    </message>
    <message>
        <source>holds</source>
        <translation>成立</translation>
    </message>
    <message>
        <source>fails</source>
        <translation>不成立</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>未核对</translation>
    </message>
    <message>
        <source>no linear operator is recorded in steps (a compiled or replayed model launches none)</source>
        <translation>步内没有记录线性算子（编译或重放的模型不启动它们）</translation>
    </message>
    <message>
        <source>the number of layers is not known</source>
        <translation>层数未知</translation>
    </message>
    <message>
        <source>the step is not one token of the whole model: a step cut short, several tokens, a router or adapters besides the layers&apos; matrices, or an output matrix left out</source>
        <translation>这一步不是整个模型的一个 token：步被截短、多个 token、层矩阵之外有路由或适配器，或少了输出矩阵</translation>
    </message>
    <message>
        <source>no attention operator is recorded in steps, or the number of layers is not known</source>
        <translation>步内没有记录注意力算子，或层数未知</translation>
    </message>
    <message>
        <source>without labels the number of layers is itself read off these calls</source>
        <translation>没有标签时，层数本身就是由这些调用得出的</translation>
    </message>
    <message>
        <source>layers without attention (a mixed model), or several calls a layer</source>
        <translation>有的层没有注意力（混合模型），或每层多次调用</translation>
    </message>
    <message>
        <source>needs labels: which copies serve the cache</source>
        <translation>需要标签：哪些拷贝属于 cache</translation>
    </message>
    <message>
        <source>the cache is written inside of other kernels (paged or fused attention)</source>
        <translation>cache 在其他 kernel 内写入（paged 或融合注意力）</translation>
    </message>
    <message>
        <source>one kernel writes both halves, or the cache is moved or expanded besides</source>
        <translation>一个 kernel 写入两半，或 cache 另被移动、扩展</translation>
    </message>
    <message>
        <source>needs labels: which matrix products are which</source>
        <translation>需要标签：各矩阵乘是哪一个</translation>
    </message>
    <message>
        <source>needs shapes and labels of both</source>
        <translation>需要两者的形状和标签</translation>
    </message>
    <message>
        <source>the small matrices of attention do not fill the card, so they cost more than their bytes: the card is wide for this model and batch</source>
        <translation>注意力的小矩阵填不满显卡，耗时高于其字节数应有的：对此模型和 batch，显卡太宽</translation>
    </message>
    <message>
        <source>the FFN&apos;s kernels use the memory badly, or its products are split in several</source>
        <translation>FFN 的 kernel 显存利用差，或其矩阵乘被拆成几个</translation>
    </message>
    <message>
        <source>a fault of this program: please report it</source>
        <translation>本程序的缺陷：请报告</translation>
    </message>
    <message>
        <source>the trace has no steps</source>
        <translation>trace 中没有步</translation>
    </message>
    <message>
        <source>records of kernels are missing: the recording ended before they ran, or buffers were lost</source>
        <translation>缺少 kernel 记录：记录在它们运行前结束，或缓冲区丢失</translation>
    </message>
    <message>
        <source>operations of launches that are not in the trace</source>
        <translation>有的操作其启动不在 trace 中</translation>
    </message>
    <message>
        <source>steps of one process overlap, so that a gap belongs to several</source>
        <translation>同一进程的步互相重叠，一个间隙属于多步</translation>
    </message>
    <message>
        <source>no launch gaps</source>
        <translation>没有启动间隙</translation>
    </message>
    <message>
        <source>every operation begins when the one before ends, as in a CUDA graph at its best</source>
        <translation>每个操作在前一个结束时就开始，如同最理想的 CUDA graph</translation>
    </message>
    <message>
        <source>elementwise chains fused</source>
        <translation>融合逐元素链</translation>
    </message>
    <message>
        <source>%1 launches less</source>
        <translation>少 %1 次启动</translation>
    </message>
    <message>
        <source>the gaps before them are gone, the kernels&apos; own time and bytes stay</source>
        <translation>它们之前的间隙消失，kernel 自身的时间和字节不变</translation>
    </message>
    <message>
        <source>%1 of weights read once at %2, and nothing else</source>
        <translation>只以 %2 读一遍 %1 的权重，别无其他</translation>
    </message>
    <message>
        <source>Expected of TinyLlama 1.1B in fp16, batch 1, a few hundred tokens, eager, on a T4: from bytes and numbers of kernels, not measured.</source>
        <translation>预期针对 TinyLlama 1.1B、fp16、batch 1、几百个 token、eager、T4：由字节数和 kernel 数推算，并非实测。</translation>
    </message>
    <message>
        <source>matrix products</source>
        <translation>矩阵乘</translation>
    </message>
    <message>
        <source>attention core</source>
        <translation>注意力核心</translation>
    </message>
    <message>
        <source>KV cache append</source>
        <translation>KV cache 追加</translation>
    </message>
    <message>
        <source>the rest</source>
        <translation>其余</translation>
    </message>
    <message>
        <source>as expected</source>
        <translation>符合预期</translation>
    </message>
    <message>
        <source>below</source>
        <translation>偏低</translation>
    </message>
    <message>
        <source>above</source>
        <translation>偏高</translation>
    </message>
    <message>
        <source>gemm and gemv kernels: q, k, v, o, gate, up, down, lm_head</source>
        <translation>gemm 与 gemv kernel：q、k、v、o、gate、up、down、lm_head</translation>
    </message>
    <message>
        <source>add, mul, silu, pow, rsqrt, neg, casts inside of norms and RoPE</source>
        <translation>add、mul、silu、pow、rsqrt、neg，归一化和 RoPE 中的类型转换</translation>
    </message>
    <message>
        <source>flash, mem-efficient or cuDNN attention, or bmm, softmax, bmm</source>
        <translation>flash、mem-efficient 或 cuDNN 注意力，或 bmm、softmax、bmm</translation>
    </message>
    <message>
        <source>cat and copy kernels that append keys and values</source>
        <translation>追加 k、v 的 cat 与 copy kernel</translation>
    </message>
    <message>
        <source>reduce_kernel: the mean of each RMSNorm</source>
        <translation>reduce_kernel：每个 RMSNorm 的 mean</translation>
    </message>
    <message>
        <source>Who took the rest of the time? Look at the groups above their range. On a fast card the weights are read so quickly that the fixed cost of small kernels is what remains.</source>
        <translation>剩下的时间被谁拿走了？看看哪些组偏高。在快的显卡上权重读得很快，剩下的就是小 kernel 的固定开销。</translation>
    </message>
    <message>
        <source>Do the products take longer than their bytes? See floor / matrix products in the record sheet: fp32 weights, no tensor cores, a prefill or a larger batch would show there.</source>
        <translation>矩阵乘的耗时是否超过其字节数应有的？看记录表中的“下限 / 矩阵乘”：fp32 权重、没用 tensor core、预填充或更大的 batch 都会在那里显现。</translation>
    </message>
    <message>
        <source>Is this work fused (torch.compile, a fused norm), or do the products take longer than expected?</source>
        <translation>这部分是否被融合了（torch.compile、融合的归一化），还是矩阵乘比预期更久？</translation>
    </message>
    <message>
        <source>Are these kernels slow on this card, or are they many? Look at count and mean: kernels of few microseconds cost their launch more than their work</source>
        <translation>这些 kernel 在此卡上是慢，还是多？看次数和均值：几微秒的 kernel，启动比工作更贵</translation>
    </message>
    <message>
        <source>fusing is what helps.</source>
        <translation>融合才有用。</translation>
    </message>
    <message>
        <source>Is the sequence very short? The attention core is the one part that grows with it.</source>
        <translation>序列是否很短？注意力核心是唯一随它增长的部分。</translation>
    </message>
    <message>
        <source>How long is the sequence, how large the batch? The core grows with both. Which backend runs (record sheet)? The math backend reads and writes the whole score matrix.</source>
        <translation>序列多长，batch 多大？核心随两者增长。用的是哪个后端（见记录表）？math 后端要读写整个分数矩阵。</translation>
    </message>
    <message>
        <source>Is the cache written in place (preallocated, paged), or inside of the attention kernel?</source>
        <translation>cache 是原地写入（预分配、paged），还是在注意力 kernel 内写入？</translation>
    </message>
    <message>
        <source>How long is the cache? torch.cat copies all of it for each new token</source>
        <translation>cache 有多长？torch.cat 每个新 token 都要把它整个复制一遍</translation>
    </message>
    <message>
        <source>a preallocated cache does not. Are keys and values also expanded (repeat_kv)?</source>
        <translation>预分配的 cache 不会。k、v 是否还被扩展（repeat_kv）？</translation>
    </message>
    <message>
        <source>Are the norms fused kernels, which do their own reduction?</source>
        <translation>归一化是否是自带归约的融合 kernel？</translation>
    </message>
    <message>
        <source>Are there more reductions than two a layer? A fused norm takes one kernel instead of five.</source>
        <translation>每层的归约是否多于两个？融合的归一化用一个 kernel 代替五个。</translation>
    </message>
    <message>
        <source>the host was late with the launch for most of this gap; the way from the launch to the kernel took the rest</source>
        <translation>这段间隙大部分时间是主机启动得晚；其余是从启动到 kernel 的路上</translation>
    </message>
    <message>
        <source>no_gpu_rows</source>
        <translation>没有 GPU 行</translation>
    </message>
    <message>
        <source>median of %1, the lower of the two in the middle</source>
        <translation>%1 的中位数，取中间两个里较小的</translation>
    </message>
    <message>
        <source>median of %1, ..., the lower of the two in the middle</source>
        <translation>%1, … 的中位数，取中间两个里较小的</translation>
    </message>
    <message>
        <source>median of %1 steps, the lower of the two in the middle</source>
        <translation>%1 步的中位数，取中间两个里较小的</translation>
    </message>
    <message>
        <source>the lower of %1</source>
        <translation>%1 中较小的</translation>
    </message>
    <message>
        <source>the lower of %1 steps</source>
        <translation>%1 步中较小的</translation>
    </message>
    <message>
        <source>no whole step: the file holds a part of a recording</source>
        <translation>没有完整的步：文件只含一次记录的一部分</translation>
    </message>
    <message>
        <source>nothing ran on a GPU</source>
        <translation>没有任何东西在 GPU 上运行</translation>
    </message>
    <message>
        <source>cut-out</source>
        <translation>截取</translation>
    </message>
    <message>
        <source>%1 of %2 steps are whole</source>
        <translation>%2 步中有 %1 步完整</translation>
    </message>
    <message>
        <source>of a longer recording</source>
        <translation>取自更长的记录</translation>
    </message>
    <message>
        <source>median over %1 steps with nothing attached</source>
        <translation>未附加任何工具时 %1 步的中位数</translation>
    </message>
    <message>
        <source>mean over %1 steps with nothing attached</source>
        <translation>未附加任何工具时 %1 步的平均值</translation>
    </message>
    <message>
        <source>their mean is %1</source>
        <translation>平均值为 %1</translation>
    </message>
    <message>
        <source>TPOT at new cache lengths</source>
        <translation>新的 KV cache 长度下的 TPOT</translation>
    </message>
    <message>
        <source>the first pass over these lengths of the KV cache: libraries prepare for each one that they have not seen</source>
        <translation>第一次经过这些 KV cache 长度：库要为每个没见过的长度做准备</translation>
    </message>
    <message>
        <source>median over median</source>
        <translation>中位数比中位数</translation>
    </message>
    <message>
        <source>median over mean</source>
        <translation>中位数比平均值</translation>
    </message>
    <message>
        <source>no overhead can be seen: this machine varies by more than recording costs</source>
        <translation>看不出开销：这台机器的波动比记录的代价更大</translation>
    </message>
    <message>
        <source>the file holds a part of a recording, and no whole step</source>
        <translation>文件只含一次记录的一部分，没有完整的步</translation>
    </message>
    <message>
        <source>launches and kernels lie on both sides of the end of a cut-out</source>
        <translation>启动和 kernel 分在截取边界的两侧</translation>
    </message>
    <message>
        <source>all other kernels and copies, among them what torch.compile fused</source>
        <translation>其他所有 kernel 和拷贝，包括 torch.compile 融合出的</translation>
    </message>
    <message>
        <source>%1 in all, %2</source>
        <translation>共 %1，%2</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>取自 %1</translation>
    </message>
    <message>
        <source>cut off</source>
        <translation>已截断</translation>
    </message>
    <message>
        <source>the file stops before its end</source>
        <translation>文件在结尾之前中断</translation>
    </message>
    <message>
        <source>%1 step, %2 events, shapes recorded</source>
        <translation>%1 步，%2 个事件，已记录形状</translation>
    </message>
    <message>
        <source>%1 step, %2 events, shapes not recorded</source>
        <translation>%1 步，%2 个事件，未记录形状</translation>
    </message>
    <message>
        <source>of one step</source>
        <translation>仅一步</translation>
    </message>
    <message>
        <source>%1 of %2 step is whole</source>
        <translation>%2 步中有 %1 步完整</translation>
    </message>
    <message>
        <source>%1 x %2 layer + %3 = %4 in a Llama</source>
        <translation>Llama 中为 %1 × %2 层 + %3 = %4</translation>
    </message>
    <message>
        <source>%1 in all, %2, %3 call a step</source>
        <translation>共 %1，%2，每步 %3 次</translation>
    </message>
    <message>
        <source>median over %1 step with nothing attached</source>
        <translation>未附加任何工具时 %1 步的中位数</translation>
    </message>
    <message>
        <source>mean over %1 step with nothing attached</source>
        <translation>未附加任何工具时 %1 步的平均值</translation>
    </message>
    <message>
        <source>%1 x %2 layer + %3 = %4</source>
        <translation>%1 × %2 层 + %3 = %4</translation>
    </message>
    <message>
        <source>%1 layer</source>
        <translation>%1 层</translation>
    </message>
    <message>
        <source>%1 x %2 layer = %3</source>
        <translation>%1 × %2 层 = %3</translation>
    </message>
    <message>
        <source>%1 launch</source>
        <translation>%1 次启动</translation>
    </message>
    <message>
        <source>%1 launch + %2 more that graphs launched</source>
        <translation>%1 次启动 + graph 另启动 %2 次</translation>
    </message>
    <message>
        <source>%1 operation</source>
        <translation>%1 个操作</translation>
    </message>
    <message>
        <source>%1 pairs of step and stream</source>
        <translation>%1 组步与流</translation>
    </message>
    <message>
        <source>%1 pair of step and stream</source>
        <translation>%1 组步与流</translation>
    </message>
    <message>
        <source>%1 launch less</source>
        <translation>少 %1 次启动</translation>
    </message>
    <message>
        <source>Launch-bound: of %1 the GPU works %2 (%3) and waits for launches %4 (%5)</source>
        <translation>启动受限：%1 中，GPU 工作 %2（%3），等待启动 %4（%5）</translation>
    </message>
    <message>
        <source>Launch-bound: of %1 the GPU works %2 (%3) and waits for launches %4 (%5).</source>
        <translation>启动受限：%1 中，GPU 工作 %2（%3），等待启动 %4（%5）。</translation>
    </message>
    <message>
        <source>Bandwidth-bound: of %1 the GPU works %2 (%3) and waits for launches %4 (%5)</source>
        <translation>带宽受限：%1 中，GPU 工作 %2（%3），等待启动 %4（%5）</translation>
    </message>
    <message>
        <source>Bandwidth-bound: of %1 the GPU works %2 (%3) and waits for launches %4 (%5).</source>
        <translation>带宽受限：%1 中，GPU 工作 %2（%3），等待启动 %4（%5）。</translation>
    </message>
    <message>
        <source>Compute-bound: of %1 the GPU works %2 (%3) and waits for launches %4 (%5)</source>
        <translation>算力受限：%1 中，GPU 工作 %2（%3），等待启动 %4（%5）</translation>
    </message>
    <message>
        <source>Compute-bound: of %1 the GPU works %2 (%3) and waits for launches %4 (%5).</source>
        <translation>算力受限：%1 中，GPU 工作 %2（%3），等待启动 %4（%5）。</translation>
    </message>
    <message>
        <source>Mixed: of %1 the GPU works %2 (%3) and waits for launches %4 (%5)</source>
        <translation>混合：%1 中，GPU 工作 %2（%3），等待启动 %4（%5）</translation>
    </message>
    <message>
        <source>Mixed: of %1 the GPU works %2 (%3) and waits for launches %4 (%5).</source>
        <translation>混合：%1 中，GPU 工作 %2（%3），等待启动 %4（%5）。</translation>
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
        <source>Averages by name</source>
        <translation>按名称的平均值</translation>
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
        <source>Self CUDA</source>
        <translation>Self CUDA</translation>
    </message>
    <message>
        <source>Time on the GPU.</source>
        <translation>GPU 上的时间。</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用次数</translation>
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
        <source>CUDA total</source>
        <translation>CUDA total</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>By input shape</source>
        <translation>按输入形状</translation>
    </message>
    <message>
        <source>A row for each shape of inputs that an operator was called with.</source>
        <translation>算子每种输入形状各占一行。</translation>
    </message>
    <message>
        <source>Steps to count</source>
        <translation>统计哪些步</translation>
    </message>
    <message>
        <source>As selected</source>
        <translation>按所选</translation>
    </message>
    <message>
        <source>Whole trace</source>
        <translation>整个 trace</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Calls a step</source>
        <translation>每步调用</translation>
    </message>
    <message>
        <source>Calls divided by the number of steps.</source>
        <translation>调用次数除以步数。</translation>
    </message>
    <message>
        <source>Self CPU %</source>
        <translation>Self CPU %</translation>
    </message>
    <message>
        <source>Of the self CPU time of all rows.</source>
        <translation>占所有行 Self CPU 时间的比例。</translation>
    </message>
    <message>
        <source>CPU total %</source>
        <translation>CPU total %</translation>
    </message>
    <message>
        <source>CPU avg</source>
        <translation>CPU avg</translation>
    </message>
    <message>
        <source>CPU total per call.</source>
        <translation>每次调用的 CPU total。</translation>
    </message>
    <message>
        <source>Kernels: time on the GPU. Operators: what they launched.</source>
        <translation>kernel：GPU 上的时间。算子：它启动的操作的时间。</translation>
    </message>
    <message>
        <source>Self CUDA %</source>
        <translation>Self CUDA %</translation>
    </message>
    <message>
        <source>Of the GPU time of all kernels, copies and memsets.</source>
        <translation>占所有 kernel、拷贝和 memset 的 GPU 时间的比例。</translation>
    </message>
    <message>
        <source>With what the operators inside launched.</source>
        <translation>含内部算子启动的操作。</translation>
    </message>
    <message>
        <source>CUDA avg</source>
        <translation>CUDA avg</translation>
    </message>
    <message>
        <source>CUDA total per call.</source>
        <translation>每次调用的 CUDA total。</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部件</translation>
    </message>
    <message>
        <source>Model parts that it serves, by time.</source>
        <translation>它所属的模型部件，按时间排序。</translation>
    </message>
    <message>
        <source>Family</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>What kind of kernel it is, by its name.</source>
        <translation>按名称判定的 kernel 种类。</translation>
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
        <source>%1 steps run, %2 of them recorded.</source>
        <translation>
            <numerusform>运行 %1 步，其中记录 %2 步。</numerusform>
        </translation>
    </message>
    <message>
        <source>Tiny, 2 layers, for a quick look, random weights</source>
        <translation>Tiny（2 层，随机权重），供快速试看</translation>
    </message>
    <message>
        <source>The timer runs again at the end.</source>
        <translation>最后会再次计时。</translation>
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
    <message>
        <source>Stopping: %1</source>
        <translation>正在停止：%1</translation>
    </message>
    <message>
        <source>Fetching the last records, timing again</source>
        <translation>正在取回最后的记录并再次计时</translation>
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
    <name>decodescope::CompareSideView</name>
    <message>
        <source>Steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>all, or 3-5</source>
        <translation>全部，或 3-5</translation>
    </message>
    <message>
        <source>Numbers of ProfilerStep: 4, 3-5 or 3-5,8. Empty: all of them.</source>
        <translation>ProfilerStep 的编号：4、3-5 或 3-5,8。留空：全部。</translation>
    </message>
    <message>
        <source>Steps of %1</source>
        <translation>%1 的步</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Another trace for this side.</source>
        <translation>为这一边换一个 trace。</translation>
    </message>
    <message numerus="yes">
        <source>%n of these steps are not whole in the file: only a part of what ran in them is counted.</source>
        <translation>
            <numerusform>其中 %n 步在文件中不完整：只计入其中运行的一部分。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n steps that are not whole in the file are left out.</source>
        <translation>
            <numerusform>文件中不完整的 %n 步已略去。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>decodescope::CompareWindow</name>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>The steps before (PgUp)</source>
        <translation>前面的步 (PgUp)</translation>
    </message>
    <message>
        <source>The steps before</source>
        <translation>前面的步</translation>
    </message>
    <message>
        <source>The next steps (PgDown)</source>
        <translation>后面的步 (PgDown)</translation>
    </message>
    <message>
        <source>The next steps</source>
        <translation>后面的步</translation>
    </message>
    <message>
        <source>Model parts</source>
        <translation>模型部件</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Move left</source>
        <translation>左移</translation>
    </message>
    <message>
        <source>Move right</source>
        <translation>右移</translation>
    </message>
    <message>
        <source>Fit the steps</source>
        <translation>适合这些步</translation>
    </message>
    <message>
        <source>Fit all</source>
        <translation>适合全部</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>No highlight</source>
        <translation>取消高亮</translation>
    </message>
    <message>
        <source>Open a trace to compare</source>
        <translation>打开要比较的 trace</translation>
    </message>
    <message>
        <source>Traces (*.json *.json.gz *.gz *.tar *.tgz);;All files (*)</source>
        <translation>Trace (*.json *.json.gz *.gz *.tar *.tgz);;所有文件 (*)</translation>
    </message>
    <message>
        <source>%1 beside %2 – Decodescope</source>
        <translation>%1 与 %2 – Decodescope</translation>
    </message>
    <message>
        <source>steps %1 of %2</source>
        <translation>第 %1 步，共 %2</translation>
    </message>
    <message>
        <source>Open a trace to compare with.</source>
        <translation>请打开要与之比较的 trace。</translation>
    </message>
</context>
<context>
    <name>decodescope::DelayHistogram</name>
    <message>
        <source>operations</source>
        <translation>操作数</translation>
    </message>
    <message>
        <source>median %1</source>
        <translation>中位数 %1</translation>
    </message>
    <message>
        <source>90 % %1</source>
        <translation>90 % %1</translation>
    </message>
    <message>
        <source>99 % %1</source>
        <translation>99 % %1</translation>
    </message>
    <message>
        <source>%1 to %2: %3 operations</source>
        <translation>%1 至 %2：%3 个操作</translation>
    </message>
</context>
<context>
    <name>decodescope::DetailsPanel</name>
    <message>
        <source>Details of the selected slice or gap</source>
        <translation>所选片段或间隙的详情</translation>
    </message>
</context>
<context>
    <name>decodescope::ExpectedChart</name>
    <message>
        <source>%1 to %2 %</source>
        <translation>%1 到 %2 %</translation>
    </message>
    <message>
        <source>Shares of GPU time over the expected ranges</source>
        <translation>GPU 时间占比与预期范围</translation>
    </message>
    <message>
        <source>as expected</source>
        <translation>符合预期</translation>
    </message>
    <message>
        <source>out of the range</source>
        <translation>超出范围</translation>
    </message>
    <message>
        <source>expected</source>
        <translation>预期</translation>
    </message>
    <message>
        <source>% of GPU time</source>
        <translation>GPU 时间占比 %</translation>
    </message>
    <message>
        <source>%1: %2
%3 of the GPU time, expected %4
%5 of the operations</source>
        <translation>%1：%2
占 GPU 时间 %3，预期 %4
占操作数 %5</translation>
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
    <message>
        <source>Compare with another trace</source>
        <translation>与其他 trace 比较</translation>
    </message>
    <message>
        <source>Nothing was opened yet</source>
        <translation>还没有打开过文件</translation>
    </message>
    <message>
        <source>Forget these</source>
        <translation>清除这些记录</translation>
    </message>
    <message>
        <source>Another window could not be started.</source>
        <translation>无法启动另一个窗口。</translation>
    </message>
    <message>
        <source>Another file is still being written: wait until it is there, or cancel it.</source>
        <translation>另一个文件仍在写入：请等它写完，或取消它。</translation>
    </message>
    <message>
        <source>%1 is cut off: what comes after that is missing, and all figures are of what is there.</source>
        <translation>%1 被截断：其后的内容缺失，所有数字只针对已有的部分。</translation>
    </message>
    <message>
        <source>%1 is cut off at byte %2: what comes after that is missing, and all figures are of what is there.</source>
        <translation>%1 在第 %2 字节处被截断：其后的内容缺失，所有数字只针对已有的部分。</translation>
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
        <source>Busiest operator</source>
        <translation>最忙的算子</translation>
    </message>
    <message>
        <source>What the host spent most of it in.</source>
        <translation>主机在该间隙内花时间最多的算子。</translation>
    </message>
    <message>
        <source>By step</source>
        <translation>按步</translation>
    </message>
    <message>
        <source>What each step&apos;s time is made of</source>
        <translation>每步时间的组成</translation>
    </message>
    <message>
        <source>the whole trace</source>
        <translation>整个 trace</translation>
    </message>
    <message>
        <source>the selection</source>
        <translation>选区</translation>
    </message>
    <message numerus="yes">
        <source>%1 idle in %2 gaps of %3 (%4)</source>
        <translation>
            <numerusform>%3（%4）中 %2 个间隙共空闲 %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, summed over %n streams</source>
        <translation>
            <numerusform>，%n 个 stream 之和</numerusform>
        </translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>Host waits</source>
        <translation>主机等待</translation>
    </message>
    <message>
        <source>The next launch came only after the stream fell idle.</source>
        <translation>下一次启动在 stream 空闲之后才到来。</translation>
    </message>
    <message>
        <source>Then</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>忙碌</translation>
    </message>
    <message>
        <source>%1 by step: &lt;span style=&apos;color:%2&apos;&gt;■&lt;/span&gt; busy, else idle by cause</source>
        <translation>%1，按步：&lt;span style=&apos;color:%2&apos;&gt;■&lt;/span&gt; 忙碌，其余为各原因的空闲</translation>
    </message>
    <message>
        <source>Nothing ran on a GPU in this trace, so no stream of it could be idle.</source>
        <translation>此 trace 中没有任何 GPU 操作，因此没有流会空闲。</translation>
    </message>
    <message>
        <source>The trace is still being read: nothing that ran on a GPU has come so far.</source>
        <translation>trace 仍在读取：目前还没有任何 GPU 操作。</translation>
    </message>
    <message>
        <source>the recording</source>
        <translation>该记录</translation>
    </message>
    <message>
        <source>part of %1</source>
        <translation>%1 的一部分</translation>
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
    <name>decodescope::LaunchPanel</name>
    <message>
        <source>Estimates: how long a step would take</source>
        <translation>估计：一步需要多久</translation>
    </message>
    <message>
        <source>Distribution of launch delays</source>
        <translation>启动延迟的分布</translation>
    </message>
    <message>
        <source>Launch delay and queue depth over time</source>
        <translation>启动延迟与队列深度随时间变化</translation>
    </message>
    <message>
        <source>Launch delays, launch to start</source>
        <translation>启动延迟，从启动到开始</translation>
    </message>
    <message>
        <source>Over time: longest delay, deepest queue</source>
        <translation>随时间变化：最长延迟、最深队列</translation>
    </message>
    <message>
        <source>launches</source>
        <translation>启动次数</translation>
    </message>
    <message>
        <source>API calls that put work on the GPU.</source>
        <translation>向 GPU 提交工作的 API 调用。</translation>
    </message>
    <message>
        <source>a step</source>
        <translation>每步</translation>
    </message>
    <message>
        <source>Launches of the median step.</source>
        <translation>中位步的启动次数。</translation>
    </message>
    <message>
        <source>mean launch</source>
        <translation>平均启动</translation>
    </message>
    <message>
        <source>Length of a launch call on the CPU; the median is %1.</source>
        <translation>启动调用在 CPU 上的时长；中位数为 %1。</translation>
    </message>
    <message>
        <source>median delay</source>
        <translation>延迟中位数</translation>
    </message>
    <message>
        <source>From the begin of the call to the begin of the operation.</source>
        <translation>从调用开始到操作开始。</translation>
    </message>
    <message>
        <source>99 %</source>
        <translation>99 %</translation>
    </message>
    <message>
        <source>99 % of all delays are no longer.</source>
        <translation>99 % 的延迟不超过此值。</translation>
    </message>
    <message>
        <source>deepest queue</source>
        <translation>最深队列</translation>
    </message>
    <message>
        <source>Operations that were launched and had not begun.</source>
        <translation>已启动而尚未开始的操作。</translation>
    </message>
    <message>
        <source>What if? Estimates for %1, which takes %2; nothing here was measured</source>
        <translation>假如？%1（%2）的估计；这里没有实测值</translation>
    </message>
    <message>
        <source>If</source>
        <translation>假如</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Estimated.</source>
        <translation>估计值。</translation>
    </message>
    <message>
        <source>Faster</source>
        <translation>加速</translation>
    </message>
    <message>
        <source>The step as it is by the estimate.</source>
        <translation>现在的步除以估计值。</translation>
    </message>
    <message>
        <source>Rests on</source>
        <translation>依据</translation>
    </message>
</context>
<context>
    <name>decodescope::LaunchPlot</name>
    <message>
        <source>delay</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
</context>
<context>
    <name>decodescope::LayerHeatMap</name>
    <message>
        <source>GPU time by layer and model part</source>
        <translation>按层和模型部件的 GPU 时间</translation>
    </message>
    <message>
        <source>µs a step</source>
        <translation>每步 µs</translation>
    </message>
    <message>
        <source>µs</source>
        <translation>µs</translation>
    </message>
    <message>
        <source>outside of the layers</source>
        <translation>层之外</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source>%1 a step, </source>
        <translation>每步 %1，</translation>
    </message>
    <message numerus="yes">
        <source>%1 in %n operations, %2 of the GPU time</source>
        <translation>
            <numerusform>%n 个操作共 %1，占 GPU 时间 %2</numerusform>
        </translation>
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
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Copy or save the table.</source>
        <translation>复制或保存表格。</translation>
    </message>
    <message>
        <source>No row matches the filter “%1”.</source>
        <translation>没有行符合过滤条件“%1”。</translation>
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
    <message>
        <source>Panels</source>
        <translation>面板</translation>
    </message>
    <message>
        <source>Settings are in</source>
        <translation>设置保存在</translation>
    </message>
    <message>
        <source>Views of traces in</source>
        <translation>各 trace 的视图保存在</translation>
    </message>
    <message>
        <source>The recording that is shown has not been saved: this one takes its place.</source>
        <translation>当前显示的记录尚未保存：新的采集会取代它。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>decodescope::MarkCommands</name>
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
    <message>
        <source>Mark a time</source>
        <translation>标记时刻</translation>
    </message>
    <message>
        <source>What is at %1?</source>
        <translation>%1 处是什么？</translation>
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
        <source>GPU time by model part</source>
        <translation>按模型部件的 GPU 时间</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>部件</translation>
    </message>
    <message>
        <source>Families</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>预期</translation>
    </message>
    <message numerus="yes">
        <source>%1 of GPU time in %2 operations, %3</source>
        <translation>
            <numerusform>%3：%2 个操作，GPU 时间共 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing ran on a GPU in this trace; the tab Kernels has its operators.</source>
        <translation>此 trace 中没有任何 GPU 操作；算子见 Kernel 标签页。</translation>
    </message>
    <message numerus="yes">
        <source>%1
%2, %3 of the GPU time
%4 operations, %5 of all</source>
        <translation>
            <numerusform>%1
%2，占 GPU 时间 %3
%4 个操作，占全部 %5</numerusform>
        </translation>
    </message>
    <message>
        <source>The trace has no steps: nobody called prof.step().</source>
        <translation>此 trace 没有步：没有调用 prof.step()。</translation>
    </message>
    <message>
        <source>GPU time of what each step launched, all steps</source>
        <translation>所有步：每步所启动操作的 GPU 时间</translation>
    </message>
    <message>
        <source>%1: %2 of the GPU time, expected %3.</source>
        <translation>%1：占 GPU 时间 %2，预期 %3。</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>steps %1 to %2</source>
        <translation>第 %1 到 %2 步</translation>
    </message>
    <message>
        <source>Expected shares</source>
        <translation>预期占比</translation>
    </message>
    <message>
        <source>The trace is still being read: nothing that ran on a GPU has come so far.</source>
        <translation>trace 仍在读取：目前还没有任何 GPU 操作。</translation>
    </message>
    <message>
        <source>part of step %1</source>
        <translation>第 %1 步的一部分</translation>
    </message>
</context>
<context>
    <name>decodescope::PreferencesDialog</name>
    <message>
        <source>Preferences</source>
        <translation>首选项</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>启动时</translation>
    </message>
    <message>
        <source>Open what was open last</source>
        <translation>打开上次打开的内容</translation>
    </message>
    <message>
        <source>Unless a file is named on the command line, or the program crashed with it</source>
        <translation>命令行指定了文件，或程序曾因它崩溃时除外</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>全部重置</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>That of the desktop</source>
        <translation>跟随桌面</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source> % of the desktop&apos;s</source>
        <translation> %（相对桌面）</translation>
    </message>
    <message>
        <source>What new windows begin with; the View menu changes it for this one</source>
        <translation>新窗口的初始值；当前窗口在“视图”菜单中更改</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Size of text</source>
        <translation>字号(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Colour of slices</source>
        <translation>片段着色(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>文件夹…</translation>
    </message>
    <message>
        <source>Choose a folder: %1</source>
        <translation>选择文件夹：%1</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>&amp;Exports and pictures</source>
        <translation>导出与图片(&amp;E)</translation>
    </message>
    <message>
        <source>where the last file was</source>
        <translation>上一个文件所在处</translation>
    </message>
    <message>
        <source>Where the dialogs for saving begin</source>
        <translation>保存对话框的起始位置</translation>
    </message>
    <message>
        <source>LibT&amp;orch</source>
        <translation>LibTorch(&amp;O)</translation>
    </message>
    <message>
        <source>searched for</source>
        <translation>自动查找</translation>
    </message>
    <message>
        <source>For captures: the folder torch of a Python package, a virtual environment that has it, or an unpacked LibTorch. Counts from the next start on once a capture has loaded another one.</source>
        <translation>用于采集：Python 包的 torch 文件夹、含有它的虚拟环境，或解压的 LibTorch。若已有采集加载了另一个，则下次启动起生效。</translation>
    </message>
    <message>
        <source>Capture</source>
        <translation>采集</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>The next capture begins with the program&apos;s own choices</source>
        <translation>下次采集从程序自带的选项开始</translation>
    </message>
    <message>
        <source>Forget the last capture&apos;s choices</source>
        <translation>清除上次采集的选项</translation>
    </message>
    <message>
        <source>Begins with</source>
        <translation>初始选项</translation>
    </message>
    <message>
        <source>%1, batch %2, %3 prompt tokens, %4 + %5 + %6 steps</source>
        <translation>%1，batch %2，提示词 %3 个 token，%4 + %5 + %6 步</translation>
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
    <message>
        <source>Checks</source>
        <translation>核对</translation>
    </message>
    <message>
        <source>Estimates</source>
        <translation>估算</translation>
    </message>
    <message>
        <source>The sheet, the checks and the estimates.</source>
        <translation>记录表、核对与估算。</translation>
    </message>
    <message>
        <source>Save as Markdown…</source>
        <translation>存为 Markdown…</translation>
    </message>
    <message>
        <source>No step did work on a GPU.</source>
        <translation>没有任何一步在 GPU 上工作。</translation>
    </message>
    <message>
        <source>Not measured: what a step of %1 could come to.</source>
        <translation>非实测：%1 的一步可能达到的时间。</translation>
    </message>
    <message>
        <source>%1 times faster</source>
        <translation>快 %1 倍</translation>
    </message>
    <message>
        <source>check</source>
        <translation>核对项</translation>
    </message>
    <message>
        <source>expected</source>
        <translation>预期</translation>
    </message>
    <message>
        <source>found</source>
        <translation>实际</translation>
    </message>
    <message>
        <source>verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Save the record sheet</source>
        <translation>保存记录表</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>Whole trace. Checks that hold: %1, that fail: %2, not checked: %3.</source>
        <translation>整个 trace。检查：成立 %1 项，不成立 %2 项，未检查 %3 项。</translation>
    </message>
</context>
<context>
    <name>decodescope::RulesCommands</name>
    <message>
        <source>Load rules for labels</source>
        <translation>加载标签规则</translation>
    </message>
    <message>
        <source>Rules (*.json);;All files (*)</source>
        <translation>规则 (*.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>%1 The rules that were in use stay.</source>
        <translation>%1 原有规则保持不变。</translation>
    </message>
    <message numerus="yes">
        <source>%n rules of %1 are asked before the built-in ones.</source>
        <translation>
            <numerusform>%1 中的 %n 条规则先于内置规则使用。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 files</source>
        <translation>%1 个文件</translation>
    </message>
    <message>
        <source>Labels follow the built-in rules.</source>
        <translation>标签按内置规则判定。</translation>
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
    <message>
        <source>No gap begins at %1 ns in this trace.</source>
        <translation>此 trace 中没有在 %1 ns 开始的间隙。</translation>
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
        <source>not understood</source>
        <translation>无法理解</translation>
    </message>
    <message>
        <source>/  Search, or part:attention dur&gt;4us</source>
        <translation>/  搜索，或 part:attention dur&gt;4us</translation>
    </message>
    <message>
        <source>Words of a name, and what else must hold: part:attention, layer:7, cat:kernel, dur&gt;4us, dur&lt;1ms.
Quotes keep words together. Enter goes to the next match, Esc ends the search.</source>
        <translation>名称中的词，以及其他条件：part:attention、layer:7、cat:kernel、dur&gt;4us、dur&lt;1ms。
引号使多个词保持在一起。Enter 转到下一个匹配，Esc 结束搜索。</translation>
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
    <message>
        <source>before and after</source>
        <translation>前后</translation>
    </message>
    <message>
        <source>Recorded before the first and after the last step or GPU operation, as the profiler starts and stops: %1. Not counted as gap.</source>
        <translation>在第一个步或 GPU 操作之前和最后一个之后、profiler 启停时记录的时间：%1。不计作间隙。</translation>
    </message>
    <message>
        <source>Numbers of the selection</source>
        <translation>所选内容的数值</translation>
    </message>
    <message>
        <source>By slice</source>
        <translation>按片段</translation>
    </message>
    <message>
        <source>slices</source>
        <translation>片段</translation>
    </message>
    <message>
        <source>On rows that are no streams.</source>
        <translation>位于不是流的行上。</translation>
    </message>
    <message>
        <source>in slices</source>
        <translation>片段用时</translation>
    </message>
    <message>
        <source>Time of the rows in which they have slices: %1</source>
        <translation>这些行有片段的时间：%1</translation>
    </message>
    <message>
        <source>The trace is still being read: nothing that ran on a GPU in %1 has come so far.</source>
        <translation>trace 仍在读取：%1内目前还没有任何 GPU 操作。</translation>
    </message>
    <message>
        <source>in a gap of</source>
        <translation>所在间隙</translation>
    </message>
    <message>
        <source>On the rows of threads; steps and Python functions have rows of their own and are not counted.</source>
        <translation>线程各行上的；步和 Python 函数有自己的行，不计入。</translation>
    </message>
    <message>
        <source>Nothing ran on a GPU in %1, which lies in a gap of %2 on %3: %4. The tab Gaps has all of them.</source>
        <translation>%1内没有任何 GPU 操作，它位于 %3 上 %2 的间隙中：%4。所有间隙见“间隙”标签页。</translation>
    </message>
    <message>
        <source>part of %1</source>
        <translation>%1 的一部分</translation>
    </message>
    <message>
        <source>part of a recording</source>
        <translation>记录的一部分</translation>
    </message>
    <message>
        <source>part of the selection</source>
        <translation>选区的一部分</translation>
    </message>
    <message>
        <source>%1 of %2; the rest is not in the file</source>
        <translation>%2 中的 %1；其余不在文件内</translation>
    </message>
    <message>
        <source>the recording</source>
        <translation>该记录</translation>
    </message>
    <message>
        <source>Nothing that ran on a GPU in %1 is in the file, which holds a part of a recording.</source>
        <translation>%1内的 GPU 操作都不在文件中，文件只含一次记录的一部分。</translation>
    </message>
</context>
<context>
    <name>decodescope::ShareChart</name>
    <message>
        <source>Share of GPU time beside share of operations</source>
        <translation>GPU 时间占比与操作数占比</translation>
    </message>
    <message>
        <source>% of GPU time</source>
        <translation>GPU 时间占比 %</translation>
    </message>
    <message>
        <source>% of operations</source>
        <translation>操作数占比 %</translation>
    </message>
</context>
<context>
    <name>decodescope::StackedBars</name>
    <message>
        <source>ms</source>
        <translation>ms</translation>
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
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 及另外 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Decodescope ended without being closed, with %1 open.</source>
        <translation>Decodescope 上次未正常关闭，当时打开着 %1。</translation>
    </message>
    <message>
        <source>Restore the last session</source>
        <translation>恢复上次会话</translation>
    </message>
    <message>
        <source>No, thanks</source>
        <translation>不用了</translation>
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
    <name>decodescope::StepBars</name>
    <message>
        <source>GPU time of each step by model part</source>
        <translation>每步 GPU 时间，按模型部件</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>ms of GPU time</source>
        <translation>GPU 时间 ms</translation>
    </message>
    <message numerus="yes">
        <source>%1, %2
%3 (%4 of %5) in %6 operations</source>
        <translation>
            <numerusform>%1，%2
%3（占 %5 的 %4），%6 个操作</numerusform>
        </translation>
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
    <message>
        <source>This setting has no trace.</source>
        <translation>此设置没有 trace。</translation>
    </message>
    <message>
        <source>%1 is not in the folder of the sweep.</source>
        <translation>%1 不在此扫描的文件夹中。</translation>
    </message>
    <message>
        <source>A step by the timer, the mean of all that were timed, with nothing attached: the time to trust.</source>
        <translation>计时器测得的一步（全部计时步的平均值），未附加任何工具：以此时间为准。</translation>
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
    <message>
        <source>Save the table</source>
        <translation>保存表格</translation>
    </message>
    <message>
        <source>Comma-separated (*.csv);;Tab-separated (*.tsv);;Markdown (*.md)</source>
        <translation>逗号分隔 (*.csv);;制表符分隔 (*.tsv);;Markdown (*.md)</translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <translation>复制为 CSV</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>复制为 Markdown</translation>
    </message>
    <message>
        <source>Save as CSV, TSV or Markdown…</source>
        <translation>存为 CSV、TSV 或 Markdown…</translation>
    </message>
</context>
<context>
    <name>decodescope::TextSaver</name>
    <message>
        <source>Not saved</source>
        <translation>未保存</translation>
    </message>
    <message>
        <source>%1 could not be written: %2. Choose another folder, or make room.</source>
        <translation>无法写入 %1：%2。请另选文件夹，或腾出空间。</translation>
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
        <translation>过滤行 (T)</translation>
    </message>
    <message>
        <source>Filter rows by name</source>
        <translation>按名称过滤行</translation>
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
    <name>decodescope::UnsavedGuard</name>
    <message>
        <source>A capture is running: stop it first (Ctrl+.), or open the file in another window (Ctrl+N).</source>
        <translation>正在采集：请先停止（Ctrl+.），或在另一个窗口中打开该文件（Ctrl+N）。</translation>
    </message>
    <message>
        <source>It will be gone when another trace takes its place.</source>
        <translation>换成另一个 trace 后，它将丢失。</translation>
    </message>
    <message>
        <source>It will be gone when the window closes.</source>
        <translation>窗口关闭后，它将丢失。</translation>
    </message>
    <message>
        <source>The recording is not saved</source>
        <translation>记录尚未保存</translation>
    </message>
    <message>
        <source>The recording has not been saved to a file.</source>
        <translation>这次记录还没有保存到文件。</translation>
    </message>
    <message>
        <source>&amp;Save…</source>
        <translation>保存(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Do not save</source>
        <translation>不保存(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>A capture is running; saving stops it first. If it is not saved, it will be gone when the window closes.</source>
        <translation>正在采集：保存会先停止采集。不保存则关闭窗口后，已记录的内容将丢失。</translation>
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
    <name>decodescope::ViewStore</name>
    <message>
        <source>Marks and rows will not come back with the trace: nothing can be written to %1; is there room, and may you write there?</source>
        <translation>下次打开此 trace 时将没有标记和行的设置：无法写入 %1；磁盘还有空间吗，有写入权限吗？</translation>
    </message>
    <message>
        <source>Marks and rows will not come back with the trace: they are too many.</source>
        <translation>下次打开此 trace 时将没有标记和行的设置：数量过多。</translation>
    </message>
</context>
<context>
    <name>decodescope::WarningsPanel</name>
    <message>
        <source>What was odd in the input</source>
        <translation>输入中的异常</translation>
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
    <message>
        <source>What</source>
        <translation>异常</translation>
    </message>
    <message>
        <source>The first one of its kind.</source>
        <translation>同类中的第一个。</translation>
    </message>
    <message>
        <source>Nothing was odd so far.</source>
        <translation>目前没有异常。</translation>
    </message>
</context>
</TS>
