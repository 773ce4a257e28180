// Connects the page, and begins.

const toolActions = {
    zoom_in: () => zoomBy(0.8),
    zoom_out: () => zoomBy(1.25),
    whole_figure: () => applyEach({type: "home"}),
    compare() {
        comparing = !comparing;
        applyAction({type: "compare", with: comparing ? exported.state : null});
    },
    reset() {
        comparing = false;
        openState(exported.state);
        writeAddress(exported.state);
    },
    copy_link: copyLink,
    save_png: savePng,
    save_svg: saveSvg,
    theme() {
        display.theme = theme() === "dark" ? "light" : "dark";
        root.dataset.theme = display.theme;
        refresh();
    }
};

// Figures narrower than this are laid out at this width and scaled.
const narrowest = 340;

function resize([{contentRect}]) {
    const scale = Math.min(1, contentRect.width / narrowest);
    const width = Math.floor(contentRect.width / scale), height = Math.floor(contentRect.height / scale);
    if (!width || !height || (width === display.width && height === display.height)) return;
    Object.assign(display, {width, height, scale});
    recompute();
}

// A window that moves to another screen has another pixel ratio.
function watchPixelRatio() {
    matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`).addEventListener("change", () => {
        recompute();
        watchPixelRatio();
    }, {once: true});
}

function listen() {
    for (const button of document.querySelectorAll("[data-does]")) button.onclick = toolActions[button.dataset.does];
    canvas.onpointerdown = beginGesture;
    canvas.onpointermove = moveGesture;
    canvas.onpointerup = canvas.onpointercancel = endGesture;
    canvas.onpointerleave = event => { if (event.pointerType === "mouse" && !pointers.size) setPointer(null); };
    canvas.ondblclick = event => { if (!panelAt(pointOf(event))?.drag) applyEach({type: "home"}); };
    canvas.onblur = () => setPointer(null);
    canvas.onkeydown = useKey;
    canvas.addEventListener("wheel", zoomByWheel, {passive: false});
    byId("language").onchange = event => {
        chooseLanguage(event.target.value);
        refresh();
    };
    window.addEventListener("hashchange", openAddress);
    darkSystem.addEventListener("change", refresh);
    new ResizeObserver(resize).observe(figure);
    watchPixelRatio();
}

function begin() {
    const needed = ["WebAssembly", "Worker", "DecompressionStream", "OffscreenCanvas", "ResizeObserver"];
    if (!needed.every(name => name in window)) return showStaticFigure();
    display.language = exported.language ?? (/^zh/i.test(navigator.language) ? "zh" : "en");
    beginLesson();
    startWorker();
    listen();
    openAddress();
}

begin();
