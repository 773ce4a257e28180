// Opens a live page from disk in Chromium and uses it. Needs Node 18, chromium and chromium-driver.
//     node tests/page/browser_test.mjs [PAGE.html [SCREENSHOT_FOLDER]]
// PAGE.html is a page of `poslab page position-matrix`; without it the page has the mock engine, and what only that
// engine can do is tested, too.
import assert from "node:assert/strict";
import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join, resolve} from "node:path";
import {pathToFileURL} from "node:url";
import {buildPage} from "./build_page.mjs";
import {sleep, startBrowser} from "./browser.mjs";

const [given, shots] = process.argv.slice(2);
const isMock = !given;
const folder = mkdtempSync(join(tmpdir(), "poslab-page-"));
const file = given ? resolve(given) : join(folder, "page.html");
if (isMock) writeFileSync(file, await buildPage());
const address = pathToFileURL(file).href;

const live = "document.documentElement.classList.contains('live')";
const idle = "!engine.running && !engine.wanted && engine.settled && engine.actions.size === 0";
const browser = await startBrowser().catch(problem => {
    rmSync(folder, {recursive: true});
    console.log(`skipped: chromium or chromium-driver is not installed (${problem.message})`);
    process.exit(77);
});
const {run, until} = browser;

async function open(hash = "", wanted = live) {
    await browser.open("about:blank");
    await browser.open(address + hash);
    await until(wanted, "live page");
    if (wanted === live) await until(idle);
}

const state = () => run("return engine.base");
const boxOf = selector => run(`const b = document.querySelector(arguments[0]).getBoundingClientRect();
    return {x: b.x, y: b.y, width: b.width, height: b.height, middle: [b.x + b.width / 2, b.y + b.height / 2]}`, selector);
const pixels = () => run("return canvas.toDataURL()");
// Returns the red of the picture's corner, as a script: the ground of the theme.
const corner = `(() => {
    const context = new OffscreenCanvas(1, 1).getContext("2d", {willReadFrequently: true});
    context.drawImage(canvas, 0, 0);
    return context.getImageData(0, 0, 1, 1).data[0];
})()`;
const textOf = selector => run("return document.querySelector(arguments[0]).textContent", selector);
// Returns where a panel that zooms is on the screen.
const panel = async part => {
    const [box, area] = [await boxOf("#canvas"), await run("return lastAnswer.panels.find(({zooms}) => zooms)")];
    return [box.x + area.x + area.width * part[0], box.y + area.y + area.height * part[1]];
};
const shot = async name => { if (shots) await browser.screenshot(join(shots, `${name}.png`)); };

// Runs something and requires that the picture and the state become others.
async function changes(action) {
    const before = [await state(), await pixels()];
    await action();
    await until(idle);
    assert.notEqual(await state(), before[0], "state");
    assert.notEqual(await pixels(), before[1], "picture");
}

const slider = ".control.slider";
const tests = {
    async "the static figure is visible before the script"() {
        await browser.tools("Emulation.setScriptExecutionDisabled", {value: true});
        await browser.open(address);
        const {root} = await browser.tools("DOM.getDocument", {depth: 0});
        const box = async selector => {
            const {nodeId} = await browser.tools("DOM.querySelector", {nodeId: root.nodeId, selector});
            return (await browser.tools("DOM.getBoxModel", {nodeId}).catch(() => null))?.model;
        };
        const [picture, sentence] = [await box("#static svg"), await box("#no-engine")];
        assert.ok(picture.width > 300 && picture.height > 300);
        assert.ok(sentence.height > 10, "a sentence says that the figure does not move");
        assert.equal(await box("aside h2"), undefined);
        await shot("no-script");
        await browser.tools("Emulation.setScriptExecutionDisabled", {value: false});
    },

    async "the page is live within a second"() {
        const times = [];
        for (let n = 0; n < 3; ++n) {
            await open();
            times.push(Math.round(await run("return performance.getEntriesByName('live')[0].startTime")));
        }
        console.log(`    ${times.join(", ")} ms`);
        // Other processes delay single openings.
        assert.ok(Math.min(...times) < 1000, `${times} ms`);
        await shot("live");
    },

    async "a slider is dragged"() {
        const {x, y, height, width} = await boxOf(`${slider} .range`), row = y + height / 2;
        const fraction = await run("return Number(document.querySelector('.control.slider .range').value)");
        const from = x + 7 + fraction * (width - 14);
        await changes(() => browser.drag([[from, row], [from + 20, row], [from + 45, row]]));
        const [shown, text] = await run(`const control = controls.get(document.querySelector(".control.slider").dataset.id);
            return [control.now.shown, control.find(".text").value]`);
        assert.equal(text, shown);
    },

    async "a slider is moved by keys"() {
        await run("document.querySelector('.control.slider .range').focus()");
        await changes(() => browser.key("ArrowLeft"));
        await changes(() => browser.key("ArrowLeft", {modifiers: 8}));
    },

    async "a number is typed, and a wrong one is explained"() {
        const field = `document.querySelector("${slider} .text")`;
        const enter = async text => {
            await run(`${field}.focus(); ${field}.select()`);
            await browser.type(text);
            await browser.key("Enter", {code: "Enter", windowsVirtualKeyCode: 13, text: "\r"});
        };
        await changes(() => enter("100"));
        assert.match(await state(), /\b100\b/);
        const before = await state();
        await enter("many");
        await until(`!document.querySelector("${slider} .problem").hidden`);
        assert.equal(await state(), before);
        assert.equal(await run(`return ${field}.value`), "many");
        await shot("problem");
        await browser.key("Escape");
        await run(`${field}.blur()`);
        assert.equal(await run(`return ${field}.value`), "100");
    },

    async "the readout follows the pointer"() {
        const before = await textOf("#heads");
        await browser.mouse("mouseMoved", await panel([0.3, 0.6]));
        await until(idle);
        const there = await textOf("#heads");
        assert.notEqual(there, before);
        await shot("hover");
        await browser.mouse("mouseMoved", [2, 2]);
        await until(idle);
        assert.equal(await textOf("#heads"), before);
    },

    async "the wheel zooms, a drag pans, a double click shows everything"() {
        const whole = await state(), at = await panel([0.5, 0.5]);
        await changes(() => browser.mouse("mouseWheel", at, {deltaX: 0, deltaY: -400}));
        await changes(() => browser.drag([at, [at[0] + 30, at[1] + 30], [at[0] + 60, at[1] + 60]]));
        await shot("zoomed");
        await changes(() => browser.click(at, 2));
        assert.equal(await state(), whole);
    },

    async "keys pan and zoom the figure, and only they announce the readout"() {
        await browser.mouse("mouseMoved", [2, 2]);
        assert.equal(await run("return byId('readout').getAttribute('aria-live')"), "off");
        await run("canvas.focus()");
        const whole = await state();
        await changes(() => browser.key("+"));
        await changes(() => browser.key("ArrowLeft"));
        assert.equal(await run("return byId('readout').getAttribute('aria-live')"), "polite");
        await changes(() => browser.key("Home"));
        assert.equal(await state(), whole);
        assert.ok((await run("return canvas.getAttribute('aria-label')")).length > 10);
        assert.equal(await run("return canvas.getAttribute('role')"), "img");
    },

    async "every control has a label"() {
        const nameless = await run(`return [...document.querySelectorAll("button, input, select")].filter(node => !(node.closest("[hidden]") ||
            node.getAttribute("aria-label") || node.textContent.trim() || node.closest("label") ||
            byId(node.getAttribute("aria-labelledby"))?.textContent)).map(node => node.outerHTML)`);
        assert.deepEqual(nameless, []);
    },

    async "a menu changes the state"() {
        const menu = `[...document.querySelectorAll(".menu")].at(-1)`;
        await changes(() => run(`const menu = ${menu}; menu.selectedIndex = menu.selectedIndex ? 0 : 1;
            menu.dispatchEvent(new Event("change"))`));
    },

    async "play moves the slider, and pauses"() {
        const play = await boxOf(`${slider} .play`);
        const before = await state();
        await browser.click(play.middle);
        await until(`engine.base !== ${JSON.stringify(before)}`);
        assert.equal(await run("return document.querySelector('.play').getAttribute('aria-pressed')"), "true");
        await shot("playing");
        await browser.click(play.middle);
        await until(idle);
        assert.equal(await run("return document.querySelector('.play').getAttribute('aria-pressed')"), "false");
    },

    async "compare is switched on and off"() {
        const button = (await boxOf("[data-does=compare]")).middle;
        const before = await state();
        await changes(() => browser.click(button));
        assert.equal(await run("return document.querySelector('[data-does=compare]').ariaPressed"), "true");
        await shot("compare");
        await changes(() => browser.click(button));
        assert.equal(await state(), before);
    },

    async "the copied link opens the same state"() {
        await browser.tools("Browser.grantPermissions", {permissions: ["clipboardReadWrite", "clipboardSanitizedWrite"]})
            .catch(() => {});
        const before = await state();
        await run("navigator.clipboard.writeText = async text => { window.copied = text; }");
        await browser.click((await boxOf("[data-does=copy_link]")).middle);
        const link = await until("window.copied");
        assert.ok(link.startsWith(`${address}#`), link);
        assert.equal(await until("byId('toast').classList.contains('shown') && byId('toast').textContent"),
            await run("return words.link_copied"));
        await sleep(500);
        assert.equal(await run("return location.href"), link, "the address has the state, too");
        await open(link.slice(address.length));
        assert.equal(await state(), before);
        assert.equal(await run("return byId('notice').hidden"), true);
    },

    async "reset shows the exported state"() {
        await changes(async () => browser.click((await boxOf("[data-does=reset]")).middle));
        assert.equal(await state(), await run("return exported.state"));
        await sleep(500);
        assert.equal(await run("return location.hash"), "");
    },

    async "a broken or foreign link shows the exported state and says so"() {
        for (const hash of ["#%E0%A4%A", "#position-matrix+--no-such-option+1", "#frequencies+--dim+64", "#<script>"]) {
            await open(hash);
            assert.equal(await state(), await run("return exported.state"), hash);
            assert.equal(await run("return !byId('notice').hidden && byId('notice').textContent"),
                await run("return words.foreign_link"), hash);
        }
        await shot("foreign");
    },

    async "files are saved"() {
        await browser.tools("Browser.setDownloadBehavior", {behavior: "allow", downloadPath: folder});
        for (const kind of ["png", "svg"]) {
            await browser.click((await boxOf(`[data-does=save_${kind}]`)).middle);
            const name = join(folder, `position-matrix.${kind}`);
            for (let n = 0; n < 100 && !existsSync(name); ++n) await sleep(50);
            const bytes = readFileSync(name);
            if (kind === "png") assert.equal(bytes.subarray(1, 4).toString(), "PNG");
            else {
                const problem = await run(`const parsed = new DOMParser().parseFromString(arguments[0], "image/svg+xml");
                    return parsed.querySelector("parsererror")?.textContent ?? ""`, bytes.toString());
                assert.equal(problem, "");
            }
        }
        if (shots) {
            await browser.open(pathToFileURL(join(folder, "position-matrix.svg")).href);
            await shot("saved-svg");
        }
    },

    async "dark is as the system is"() {
        await open();
        const ground = () => run(`return [getComputedStyle(document.documentElement).backgroundColor, ${corner}]`);
        assert.deepEqual(await ground(), ["rgb(255, 255, 255)", 255]);
        await browser.media({"prefers-color-scheme": "dark"});
        await until(`${corner} < 40`);
        assert.deepEqual(await ground(), ["rgb(18, 20, 23)", 0x12]);
        await shot("dark");
        await browser.media({"prefers-color-scheme": "light"});
        await until(`${corner} > 200`);
        await browser.click((await boxOf("[data-does=theme]")).middle);
        await until(`${corner} < 40`);
        await browser.click((await boxOf("[data-does=theme]")).middle);
        await until(idle);
    },

    async "the language is switched"() {
        await run("const menu = byId('language'); menu.value = 'zh'; menu.dispatchEvent(new Event('change'))");
        await until("document.documentElement.lang === 'zh'");
        assert.match(await textOf("#title"), /[\u4e00-\u9fff]/);
        assert.match(await textOf("aside h2"), /[\u4e00-\u9fff]/);
        assert.match(await textOf(`${slider} .label`), /[\u4e00-\u9fff]/);
        await shot("chinese");
        await run("const menu = byId('language'); menu.value = 'en'; menu.dispatchEvent(new Event('change'))");
        await until("document.documentElement.lang === 'en'");
    },

    async "a phone shows everything, for thumbs"() {
        await browser.size(390, 844, 2, true);
        await open();
        const wide = await run(`return [document.documentElement.scrollWidth, ...[...document.querySelectorAll("body *")]
            .filter(node => node.checkVisibility() && !node.closest("svg, #math") && node.id !== "toast" &&
                node.getBoundingClientRect().right > 390.5).map(node => node.outerHTML.slice(0, 120))]`);
        assert.deepEqual(wide, [390]);
        const small = await run(`return [...document.querySelectorAll("button, select, .range, .text, .options label, .switch")]
            .filter(node => node.checkVisibility()).map(node => [(node.closest(".field") ?? node), node])
            .map(([box, node]) => [box.getBoundingClientRect(), node])
            .filter(([box]) => box.height < 43.5 || box.width < 43.5).map(([box, node]) =>
                node.outerHTML.slice(0, 100) + box.width + "x" + box.height)`);
        assert.deepEqual(small, []);
        await shot("phone");
        await run("document.querySelector('.control.slider').scrollIntoView({block: 'center'})");
        const picture = await boxOf("#figure");
        assert.equal(picture.y, 0, "the figure remains at the top");
        const control = await boxOf(slider);
        assert.ok(control.y >= picture.height, "the slider is below it");
        await shot("phone-controls");
        await browser.size(320, 568, 2, true);
        await until(idle);
        assert.equal(await run("return document.documentElement.scrollWidth"), 320);
        await shot("small-phone");
        for (const [width, height] of [[667, 375], [844, 390], [768, 1024], [899, 700], [900, 700]]) {
            await browser.size(width, height, 1, true);
            await until(idle);
            assert.equal(await run("return document.documentElement.scrollWidth"), width);
            assert.ok((await boxOf("#canvas")).height >= 150);
            await shot(`${width}`);
        }
    },

    async "two fingers zoom"() {
        await browser.size(390, 844, 2, true);
        await run("scrollTo(0, 0)");
        await until(idle);
        const [x, y] = await panel([0.5, 0.5]);
        const touch = (type, spread) => browser.tools("Input.dispatchTouchEvent", {type, touchPoints: spread === null ? [] :
            [{x: x - spread, y, id: 1}, {x: x + spread, y, id: 2}]});
        await changes(async () => {
            await touch("touchStart", 20);
            for (const spread of [25, 30, 40, 50]) await touch("touchMove", spread);
            await touch("touchEnd", null);
        });
        await browser.tools("Emulation.clearDeviceMetricsOverride");
    },

    async "without WebAssembly the static figure stays, with a sentence"() {
        const {identifier} = await browser.tools("Page.addScriptToEvaluateOnNewDocument",
            {source: "delete window.WebAssembly"});
        await open("", "document.documentElement.classList.contains('dead')");
        assert.equal(await run("return byId('static').checkVisibility() && byId('no-engine').checkVisibility()"), true);
        assert.equal(await run("return document.querySelector('aside').checkVisibility()"), false);
        await shot("no-engine");
        await browser.tools("Page.removeScriptToEvaluateOnNewDocument", {identifier});
    }
};

const mockTests = {
    async "texts are no markup, and formulas only MathML"() {
        await open();
        assert.equal(await run("return document.querySelectorAll('aside b, aside img, aside script, [onclick]').length"), 0);
        assert.match(await textOf("[data-id=scheme] .menu"), /<b>/);
        assert.ok(await run("return document.querySelectorAll('#math mfrac').length") >= 2);
    },

    async "a drag in a panel that is scrubbed sends its whole path"() {
        const box = await boxOf("#canvas"), area = await run("return lastAnswer.panels.find(({drag}) => drag === 'scrub')");
        const at = part => [box.x + area.x + area.width * part, box.y + area.y + area.height / 2];
        await changes(() => browser.drag([at(0.3), at(0.4), at(0.5)]));
        assert.match(await state(), /--w 32$/);
    },

    async "a worker that hangs is replaced when newer values wait"() {
        await open("#position-matrix+--busy+60000+--length+65", live)
            .catch(() => {});  // never idle: the exact answer takes a minute
        const first = await run("engine.worker.first = true; return Boolean(engine.running)");
        assert.ok(first);
        await run("applyAction({type: 'value', parameter: 'busy', text: '0'})");
        await until(idle, "newer value", 10000);
        assert.equal(await run("return engine.worker.first === true"), false);
        assert.doesNotMatch(await state(), /busy/);
    },

    async "the colours are those of the palette"() {
        const palette = readFileSync(new URL("../../core/figure/palette.cpp", import.meta.url), "utf8");
        const css = readFileSync(new URL("../../assets/page/page.css", import.meta.url), "utf8");
        const names = {line: "divider", ground: "hover", hover: "accent_hover", "on-accent": "on_accent",
            "tooltip-text": "tooltip_text"};
        const themes = palette.split("constexpr Palette dark").map(text =>
            Object.fromEntries([...text.matchAll(/\.(\w+) = rgb\(0x(\w+)\)/g)].map(([, key, value]) => [key, value])));
        const blocks = css.split(/:root[^{]*\{/).slice(1, 4).map(text => text.split("}")[0]);
        blocks.forEach((block, n) => {
            const found = [...block.matchAll(/--([\w-]+):#(\w{6});/g)];
            assert.ok(found.length > 20);
            for (const [, name, value] of found)
                assert.equal(value.toUpperCase(), themes[Math.min(n, 1)][names[name] ?? name], name);
        });
    }
};

let failures = 0;
for (const [name, test] of Object.entries(isMock ? {...tests, ...mockTests} : tests)) {
    try {
        await test();
        console.log(`ok  ${name}`);
    } catch (problem) {
        failures += 1;
        console.log(`FAILED  ${name}\n    ${problem.stack.split("\n").slice(0, 6).join("\n    ")}`);
    }
}

// Nothing was requested from outside the file, and the console has no error.
const requests = (await browser.log("performance")).map(({message}) => JSON.parse(message).message)
    .filter(({method}) => method === "Network.requestWillBeSent").map(({params}) => params.request.url)
    .filter(url => !/^(file:\/\/\/|blob:|data:|about:)/.test(url));
const errors = (await browser.log("browser")).filter(({level}) => level === "SEVERE" || level === "WARNING");
if (requests.length > 0) console.log(`FAILED  requests: ${requests.join(" ")}`);
if (errors.length > 0) console.log(`FAILED  console: ${errors.map(({message}) => message).join("\n    ")}`);
if (requests.length === 0 && errors.length === 0) console.log("ok  no request, no error");
failures += requests.length + errors.length;
await browser.close();
rmSync(folder, {recursive: true});
process.exit(failures > 0 ? 1 : 0);
