// A stand-in for the engine's loader: the same exports, and answers that are plausible but not PosLab's.
// Words: position-matrix [--scheme S] [--w N] [--length N] [--k N] [--causal B] [--figure F] [--from X]
// [--span X] [--biases LIST] [--factors LIST] [--versus B] [--busy MS]
var PosLabEngine = async ({wasmBinary, measureText}) => {
    await WebAssembly.compile(wasmBinary);  // an empty module: the page's policy has to allow it
    const memory = {request: 0, size: 0, json: 0, jsonSize: 0, points: 0, pointCount: 0, pixels: 0, pixelBytes: 0};
    const module = {HEAPU8: new Uint8Array(1 << 16)};
    const view = "position-matrix";
    const defaults = {figure: "matrix", scheme: "rerope", w: "12", length: "64", k: "2", causal: "true", from: "0",
        span: "1", biases: "alibi,t5", factors: "1,2,3", versus: "false", busy: "0"};
    const schemes = [["rope", "RoPE", "Positions are distances."],
        ["pi", "Position interpolation", "Every position is divided by k."],
        ["rerope", "ReRoPE", "Positions beyond the window are w."],
        ["leaky", "Leaky ReRoPE", "Beyond the window, positions advance k times more slowly."],
        ["<b>own</b>", "<b>Own</b> map", "A name that is no markup."]];
    const texts = {
        en: {copy_link: "Copy link", link_copied: "Link copied", save_png: "Save as PNG", save_svg: "Save as SVG",
            compare: "Compare with exported", stop_comparing: "Stop comparing", reset: "Reset", play: "Play",
            pause: "Pause", speed: "Speed", zoom_in: "Zoom in", zoom_out: "Zoom out", whole_figure: "Whole figure",
            readout: "Readout", formula: "Formula", parameters: "Parameters", figure: "Figure",
            language: "Language", theme: "Light or dark", computing: "Computing",
            foreign_link: "The link's state cannot be shown here. The page shows the state it was exported with.",
            no_engine: "This browser has no WebAssembly.", no_effect: "No effect now.", made_by: "Made by PosLab"},
        zh: {copy_link: "复制链接", link_copied: "链接已复制", save_png: "保存为 PNG", save_svg: "保存为 SVG",
            compare: "与导出时的状态比较", stop_comparing: "停止比较", reset: "重置", play: "播放", pause: "暂停",
            speed: "速度", zoom_in: "放大", zoom_out: "缩小", whole_figure: "整个图形", readout: "读数", formula: "公式",
            parameters: "参数", figure: "图形", language: "语言", theme: "浅色或深色", computing: "正在计算",
            foreign_link: "此处无法显示链接中的状态，页面显示导出时的状态。", no_engine: "此浏览器没有 WebAssembly。",
            no_effect: "目前没有作用。", made_by: "由 PosLab 制作"}};
    const names = {
        en: {title: "Position matrix", w: "Sliding window", length: "Length", k: "Stretch", scheme: "Map",
            causal: "Causal mask", biases: "Biases", factors: "Factors", tokens: "tokens", matrix: "Matrix and profile",
            profile: "Profile", query: "query i", key: "key j", delta: "distance Δ", position: "Position p(Δ)",
            range: "Range", inside: "inside w", outside: "outside w", pointer: "pointer", last: "last query",
            by: "position p(Δ) in tokens, by distance"},
        zh: {title: "位置矩阵", w: "滑动窗口", length: "长度", k: "伸缩", scheme: "映射", causal: "因果掩码",
            biases: "偏置", factors: "因子", tokens: "词元", matrix: "矩阵与曲线", profile: "曲线", query: "查询 i",
            key: "键 j", delta: "距离 Δ", position: "位置 p(Δ)", range: "范围", inside: "窗口内", outside: "窗口外",
            pointer: "指针处", last: "最后的查询", by: "位置 p(Δ)，随距离变化"}};
    const scales = {w: [0, 256], length: [8, 4096], k: [1, 64]};

    function read(line) {
        const parts = line.trim().split(/\s+/);
        if (parts[0] !== view) throw Error(`unknown view '${parts[0]}'`);
        const values = {...defaults};
        for (let n = 1; n < parts.length; n += 2) set(values, parts[n].replace(/^--/, ""), parts[n + 1] ?? "");
        return values;
    }
    function set(values, name, text) {
        if (!(name in defaults)) throw Error(`unknown option --${name}`);
        if (scales[name]) {
            const number = Number(text.replaceAll(",", "")), [low, high] = scales[name];
            if (text === "" || !(number >= low && number <= high))
                throw Error(`--${name}: '${text}' is not a number from ${low} to ${high}`);
            text = String(number);
        }
        if (name === "scheme" && !schemes.some(([id]) => id === text)) throw Error(`--scheme: unknown map '${text}'`);
        values[name] = text;
    }
    const write = values => [view, ...Object.keys(defaults).filter(name => values[name] !== defaults[name])
        .map(name => `--${name} ${values[name]}`)].join(" ");
    const toFraction = (name, value) => Math.log1p(value - scales[name][0]) / Math.log1p(scales[name][1] - scales[name][0]);
    const toValue = (name, fraction) => Math.round(scales[name][0] +
        Math.expm1(fraction * Math.log1p(scales[name][1] - scales[name][0])));

    const clamp = (value, low, high) => Math.max(low, Math.min(high, value));
    function apply(values, action, frame) {
        const number = Number(values[action.parameter]);
        if (action.type === "value") set(values, action.parameter, action.text);
        if (action.type === "slider") values[action.parameter] = String(toValue(action.parameter, action.fraction));
        if (action.type === "step") values[action.parameter] = String(clamp(number + action.by, ...scales[action.parameter]));
        if (action.type === "figure") values.figure = action.id;
        if (action.type === "home") Object.assign(values, {from: "0", span: "1"});
        if (action.type === "compare") values.versus = String(action.with !== null);
        if (action.type === "zoom") zoom(values, (action.at[0] - frame.x) / frame.size, action.factor);
        if (action.type === "drag")
            values.w = String(clamp(Math.round((action.path.at(-1)[0] - frame.x) / frame.plotWidth * values.length), 0, 256));
        if (action.type === "pan") pan(values, action.by[0] / frame.size);
    }
    function zoom(values, at, factor) {
        const span = clamp(values.span * factor, 0.05, 1), middle = Number(values.from) + at * values.span;
        values.from = clamp(middle - at * span, 0, 1 - span).toFixed(4);
        values.span = span.toFixed(4);
    }
    const pan = (values, by) => { values.from = clamp(values.from - by * values.span, 0, 1 - values.span).toFixed(4); };

    const position = ({scheme, w, k}, distance) => scheme === "rope" ? distance : scheme === "pi" ? distance / k :
        distance < w ? distance : scheme === "rerope" ? Number(w) : Number(w) + (distance - w) / k;

    const warm = [[251, 227, 188], [247, 203, 138], [240, 176, 92], [232, 148, 47]];
    const cool = [[72, 118, 164], [51, 95, 142], [31, 69, 111], [17, 43, 74]];
    function colorOf(values, at, most) {
        const w = Number(values.w), isWarm = at < w, map = isWarm ? warm : cool;
        const part = clamp(isWarm ? at / Math.max(w, 1) : (at - w) / Math.max(most - w, 1), 0, 1) * 2.999;
        const n = Math.floor(part), mix = part - n, next = map[Math.min(n + 1, 3)];
        return map[n].map((channel, c) => Math.round(channel * (1 - mix) + next[c] * mix));
    }

    const dark = {canvas: "#121417ff", text: "#ecedefff", text2: "#aeb3bbff", line: "#3a3e46ff", grid: "#202328ff",
        accent: "#a9a3ffff", chip: "#14131fff", band: "#1b1e23ff", warm: "#f0a04bff", cool: "#7fb2e5ff", ghost: "#6b717bff"};
    const light = {canvas: "#ffffffff", text: "#17191cff", text2: "#50555dff", line: "#d4d4ceff", grid: "#eeeeeaff",
        accent: "#4b44c4ff", chip: "#ffffffff", band: "#f3f3eeff", warm: "#b35400ff", cool: "#1f4e84ff", ghost: "#8b8f96ff"};

    function frameOf({width, height}) {
        const isNarrow = width < 560, left = isNarrow ? 40 : 64, right = isNarrow ? 16 : 150;
        const size = Math.max(80, Math.min(width - left - right, height * (isNarrow ? 0.62 : 0.68) - 44));
        return {x: left, y: 44, size, plotY: 44 + size + 52, plotHeight: Math.max(40, height - size - 44 - 52 - 34),
            plotWidth: width - left - (isNarrow ? 16 : 120), isNarrow};
    }

    function draw(values, request, frame, points, pixels) {
        const colors = request.theme === "dark" ? dark : light, n = names[request.language];
        const {x, y, size} = frame, ratio = request.pixel_ratio, commands = [];
        const text = (words, tx, ty, font, px, color, align = "left") => commands.push(["text", words, tx, ty, font, px, color, align]);
        const line = (list, color, width, dashes = [], closed = false) => {
            commands.push(["line", points.length / 2, list.length / 2, color, width, dashes, closed]);
            points.push(...list);
        };
        const length = Number(values.length), from = values.from * length, span = values.span * length;
        const most = position(values, length), cells = Math.min(Math.ceil(span), request.coarse ? 64 : 512);
        commands.push(["fill", 0, 0, request.width, request.height, colors.canvas, 0]);
        const offset = pixels.length;
        for (let row = 0; row < cells; ++row)
            for (let column = 0; column < cells; ++column) {
                const distance = Math.floor((row - column) * span / cells);
                if (distance < 0) pixels.push(0, 0, 0, 0);
                else pixels.push(...colorOf(values, position(values, distance), most), 255);
            }
        commands.push(["clip", x, y, size, size]);
        commands.push(["picture", x * ratio, y * ratio, size * ratio, size * ratio, offset, cells, cells]);
        line([x + size * Math.min(values.w / span, 1) * 0, y + size * values.w / span, x + size, y + size + size * values.w / span], "#101216ff", 2);
        commands.push(["unclip"]);
        commands.push(["stroke", x + 0.5, y + 0.5, size - 1, size - 1, colors.line, 1, 0]);
        text(`${n.key} →`, x, y - 26, 0, 12, colors.text2);
        text(`${frame.isNarrow ? "i" : n.query} ↓`, x - 12, y - 8, 0, 12, colors.text2, "right");
        for (let tick = 0; tick <= 4; ++tick) {
            const at = Math.round(from + span * tick / 4);
            text(String(at), x + size * tick / 4, y - 8, 3, 11, colors.text2, "center");
            if (tick) text(String(at), x - 8, y + size * tick / 4 + 4, 3, 11, colors.text2, "right");
        }
        if (!frame.isNarrow) {
            const barX = x + size + 32;
            text(n.position, barX, y + 10, 0, 12, colors.text2);
            for (let step = 0; step < 40; ++step) {
                const [r, g, b] = colorOf(values, most * (1 - step / 39), most);
                commands.push(["fill", barX, y + 22 + step * 4, 12, 4.5, `#${[r, g, b].map(c => c.toString(16).padStart(2, "0")).join("")}ff`, 0]);
            }
            text(String(Math.round(most)), barX + 20, y + 30, 3, 11, colors.text2);
            text("0", barX + 20, y + 182, 3, 11, colors.text2);
        }
        plot(values, frame, {colors, n, commands, text, line, length, most});
        if (request.pointer) cursor(request.pointer, frame, {colors, commands, line, text, from, span});
        return {width: request.width, height: request.height, commands};
    }

    function plot(values, {x, plotY, plotHeight, plotWidth, isNarrow}, {colors, n, commands, text, line, length, most}) {
        const top = Math.max(most, 1), at = distance => [x + plotWidth * distance / length,
            plotY + plotHeight * (1 - position(values, distance) / top)];
        text(n.profile, x, plotY - 14, 2, 13, colors.text);
        const width = measureText(n.profile, 2) * 0.13;
        text(n.by, x + width + 8, plotY - 14, 0, isNarrow ? 10 : 12, colors.text2);
        commands.push(["fill", x, plotY + plotHeight / 2, plotWidth, plotHeight / 2, colors.band, 0]);
        for (const part of [0, 0.5, 1]) {
            line([x, plotY + plotHeight * part, x + plotWidth, plotY + plotHeight * part], colors.grid, 1);
            text(String(Math.round(top * (1 - part))), x - 8, plotY + plotHeight * part + 4, 3, 11, colors.text2, "right");
            text(String(Math.round(length * part)), x + plotWidth * part, plotY + plotHeight + 18, 3, 11, colors.text2, "center");
        }
        if (values.versus === "true") {
            line([0, ...Array(60).keys()].flatMap(step => at(length * step / 60)).map((c, i) => i % 2 ? c + 6 : c), colors.ghost, 1.75, [7, 4]);
        }
        const w = Math.min(Number(values.w), length), curve = [];
        for (let step = 0; step <= 60; ++step) curve.push(...at(w + (length - w) * step / 60));
        line([...at(0), ...at(w * 0.999)], colors.warm, 2.5);
        line(curve, colors.cool, 2.5);
        line([x + plotWidth * w / length, plotY, x + plotWidth * w / length, plotY + plotHeight], colors.text2, 1, [4, 3]);
        if (!isNarrow) text(schemes.find(([id]) => id === values.scheme)[1], x + plotWidth + 10, at(length)[1] + 4, 2, 12, colors.text);
        const [endX, endY] = at(length);
        commands.push(["polygon", 0, 0, colors.cool], ["circle", endX, endY, 3, colors.cool]);
    }

    function cursor([px, py], {x, y, size}, {colors, commands, line, text, from, span}) {
        if (px < x || py < y || px > x + size || py > y + size) return;
        line([x, py, x + size, py], colors.accent, 1);
        line([px, y, px, y + size], colors.accent, 1);
        commands.push(["circle", px, py, 4, colors.accent], ["fill", px - 14, y - 20, 28, 16, colors.accent, 4]);
        text(String(Math.floor(from + span * (px - x) / size)), px, y - 8, 3, 11, colors.chip, "center");
    }

    function readoutOf(values, request, {x, y, size}) {
        const n = names[request.language], length = Number(values.length), pointer = request.pointer;
        const at = pointer && pointer[0] >= x && pointer[1] >= y && pointer[0] <= x + size && pointer[1] <= y + size;
        const cell = part => Math.floor(Number(values.from) * length + values.span * length * part);
        const i = at ? cell((pointer[1] - y) / size) : length - 1, j = at ? cell((pointer[0] - x) / size) : 0;
        const delta = i - j, p = position(values, delta), w = Number(values.w);
        const [r, g, b] = colorOf(values, p, position(values, length));
        const sign = text => `<mo stretchy="false" lspace="0" rspace="0">${text}</mo>`;
        const live = number => `<mrow class="live"><mn>${number}</mn></mrow>`;
        return {where: at ? n.pointer : n.last,
            heads: [{label: n.query, value: String(i), unit: ""}, {label: n.key, value: String(j), unit: ""},
                {label: n.delta, value: String(delta), unit: ""}],
            rows: [{label: n.position, value: String(+p.toFixed(2)), unit: n.tokens, swatch: `rgb(${r} ${g} ${b})`},
                {label: "RoPE", value: String(delta), unit: n.tokens, swatch: null},
                {label: n.range, value: delta < w ? n.inside : n.outside, unit: "", swatch: null}],
            formula: `<math display="block"><mtable displaystyle="true" class="aligned"><mtr>` +
                `<mtd style="text-align:right"><mi>p</mi>${sign("(")}<mi mathvariant="normal">Δ</mi>${sign(")")}</mtd>` +
                `<mtd style="text-align:left"><mo>=</mo><mi>w</mi><mo>+</mo><mfrac><mrow><mi mathvariant="normal">Δ</mi>` +
                `<mo>−</mo><mi>w</mi></mrow><mi>k</mi></mfrac></mtd></mtr><mtr><mtd></mtd><mtd style="text-align:left"><mo>=</mo>` +
                `${live(w)}<mo>+</mo><mfrac><mrow>${live(delta)}<mo>−</mo>${live(w)}</mrow>${live(values.k)}</mfrac>` +
                `<mo>=</mo>${live(+p.toFixed(2))}</mtd></mtr></mtable><script>alert(1)</` + `script><mi onclick="alert(2)">` +
                `</mi></math><img src=x onerror="alert(3)">`,
            notes: request.language === "zh" ? "窗口以外的位置都等于 w，因此不会超出训练范围。" :
                "Positions beyond the window equal w, so none leaves the trained range. <img src=x onerror=alert(4)>",
            warnings: length > 2048 ? ["Only every second cell is drawn."] : []};
    }

    function controlsOf(values, {language}) {
        const n = names[language];
        const slider = (id, unit, symbol, used = true) => ({id, label: n[id], symbol, unit, help: `Explains ${id}.`,
            source: "Su, article 9708", used, kind: "slider", fraction: toFraction(id, Number(values[id])), text: values[id],
            shown: Number(values[id]).toLocaleString("en"), low: String(scales[id][0]), high: String(scales[id][1]), play: true});
        const common = id => ({id, label: n[id], symbol: "", unit: "", help: "", source: "", used: true, text: values[id]});
        const choices = list => list.map(([id, label, effect]) => ({id, label, effect: effect ?? ""}));
        return [{...common("scheme"), kind: "choice", choices: choices(schemes)},
            {...common("causal"), kind: "choice", choices: choices([["true", "Causal"], ["false", "Both sides"]])},
            slider("length", n.tokens, "L"), slider("w", n.tokens, "w"), slider("k", "×", "k", values.scheme !== "rope"),
            {...common("biases"), kind: "choices", choices: choices([["alibi", "ALiBi"], ["t5", "T5"], ["kerple", "KERPLE"]])},
            {...common("factors"), kind: "text"}, {...common("versus"), label: "Versus", kind: "toggle"}];
    }

    let last = null;
    function answerTo(request, points, pixels) {
        const frame = frameOf(request);
        let values = last && {...last}, error = null;
        try {
            values = read(request.state);
            for (const action of request.actions) apply(values, action, frame);
        } catch (problem) {
            error = problem.message;
            try { values = read(request.state); } catch { values = last && {...last}; }
        }
        if (!values) return {state: request.state, error, words: texts[request.language], languages};
        last = values;
        if (values.busy !== "0" && !request.coarse) for (const end = Date.now() + Number(values.busy); Date.now() < end;);
        const n = names[request.language];
        return {state: write(values), error, title: n.title,
            headline: request.language === "zh" ? `窗口为 ${values.w}，长度为 ${values.length}` :
                `41.4 % of cells are beyond the trained range: distances from ${values.w}`,
            figures: [{id: "matrix", title: n.matrix}, {id: "profile", title: n.profile}], figure: values.figure,
            controls: controlsOf(values, request), draw: draw(values, request, frame, points, pixels),
            panels: [{x: frame.x, y: frame.y, width: frame.size, height: frame.size, zooms: true, drag: null, hint: ""},
                {x: frame.x, y: frame.plotY, width: frame.plotWidth, height: frame.plotHeight, zooms: false, drag: "scrub",
                    hint: request.language === "zh" ? "拖动以改变窗口" : "Drag to change the window"}],
            readout: readoutOf(values, request, frame), coarse: request.coarse && Number(values.length) > 64,
            words: texts[request.language], languages};
    }
    const languages = [{id: "en", name: "English"}, {id: "zh", name: "简体中文"}];

    /// Puts bytes at the end of the memory, which grows as the real one.
    let used = 16;
    function store(bytes) {
        const begin = (used + 15) & ~15;
        if (begin + bytes.length > module.HEAPU8.length) {
            const larger = new Uint8Array(2 * (begin + bytes.length));
            larger.set(module.HEAPU8);
            module.HEAPU8 = larger;
        }
        module.HEAPU8.set(bytes, begin);
        used = begin + bytes.length;
        return begin;
    }

    return Object.assign(module, {
        _page_request(size) {
            used = 16;
            memory.size = size;
            return memory.request = store(new Uint8Array(size));
        },
        _page_answer() {
            const bytes = module.HEAPU8.slice(memory.request, memory.request + memory.size);
            const points = [], pixels = [];
            const answer = answerTo(JSON.parse(new TextDecoder().decode(bytes)), points, pixels);
            const json = new TextEncoder().encode(JSON.stringify(answer));
            Object.assign(memory, {json: store(json), jsonSize: json.length, pointCount: points.length / 2,
                pixelBytes: pixels.length});
            memory.points = store(new Uint8Array(new Float32Array(points).buffer));
            memory.pixels = store(new Uint8Array(pixels));
            return 0;
        },
        _page_json: () => memory.json, _page_json_size: () => memory.jsonSize,
        _page_points: () => memory.points, _page_point_count: () => memory.pointCount,
        _page_pixels: () => memory.pixels, _page_pixel_bytes: () => memory.pixelBytes
    });
};
