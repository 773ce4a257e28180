// Pointer, wheel and keys on the figure.

const inside = ([x, y]) => panel => x >= panel.x && y >= panel.y && x < panel.x + panel.width &&
    y < panel.y + panel.height;
const panelAt = point => point && lastAnswer?.panels.find(inside(point));

// Returns where an event is in the figure.
function pointOf(event) {
    const box = canvas.getBoundingClientRect();
    return [(event.clientX - box.left) / display.scale, (event.clientY - box.top) / display.scale];
}

// Shows how a drag would act at the pointer, and the panel's hint.
function showCursor() {
    const {panels} = lastAnswer, panel = panelAt(display.pointer);
    const isPanning = gesture.kind === "pan" && gesture.moved;
    canvas.dataset.cursor = isPanning ? "panning" : panel?.drag ?? (panel?.zooms ? "pan" : "");
    const first = panels.find(({hint}) => hint);
    const hinting = display.pointer ? panel : first;
    // The line keeps its height while the pointer moves between panels.
    setText("hint", hinting?.hint || (first ? "\u00a0" : ""));
}

function setPointer(position) {
    display.pointer = position;
    byId("readout").setAttribute("aria-live", "off");
    if (lastAnswer) showCursor();
    refresh();
}

const pointers = new Map();  // positions of the pointers that are down, by id
let gesture = {kind: null};

function beginGesture(event) {
    const at = pointOf(event), panel = panelAt(at);
    pointers.set(event.pointerId, at);
    canvas.setPointerCapture(event.pointerId);
    if (pointers.size === 2) return beginPinch();
    if (pointers.size > 2 || event.button > 1) return;
    const draws = panel?.drag && !event.shiftKey && event.button === 0;
    if (event.button === 0 && !event.shiftKey && canSketch(at)) return beginSketch(at);
    gesture = {kind: draws ? "drag" : panel?.zooms ? "pan" : null, at, path: [at], moved: false,
        slack: event.pointerType === "mouse" ? 3 : 8};
    if (draws && panel.drag !== "draw") applyDrag(at, true);
    setPointer(at);
}

function beginPinch() {
    const [first, second] = pointers.values();
    engine.actions.delete("hand");
    gesture = {kind: "pinch", at: middle(first, second), spread: Math.max(distance(first, second), 1)};
    engine.held = true;
}

const middle = ([x, y], [u, v]) => [(x + u) / 2, (y + v) / 2];
const distance = ([x, y], [u, v]) => Math.hypot(x - u, y - v);
const difference = ([x, y], [u, v]) => [x - u, y - v];

function moveGesture(event) {
    const at = pointOf(event);
    if (pointers.has(event.pointerId)) pointers.set(event.pointerId, at);
    if (gesture.kind === "pinch" && pointers.size === 2) return movePinch();
    if (event.pointerType === "mouse" || pointers.size === 1) setPointer(at);
    if (gesture.kind === "sketch") return sketchTo(at);
    if (pointers.size === 1 && gesture.kind) applyDrag(at, false);
}

function movePinch() {
    const [first, second] = pointers.values(), now = middle(first, second);
    applyAction({type: "zoom", at: gesture.at, factor: gesture.spread / Math.max(distance(first, second), 1)}, "hand");
    applyAction({type: "pan", at: gesture.at, by: difference(now, gesture.at)}, "hand too");
}

function applyDrag(at, atOnce) {
    if (!gesture.moved && !atOnce && distance(at, gesture.at) < gesture.slack) return;
    gesture.moved = true;
    engine.held = true;
    if (distance(at, gesture.path.at(-1)) >= 1) gesture.path.push(at);
    if (gesture.kind === "pan") applyAction({type: "pan", at: gesture.at, by: difference(at, gesture.at)}, "hand");
    else applyAction({type: "drag", at: gesture.at, path: [...gesture.path]}, "hand");
}

function endGesture(event) {
    if (!pointers.delete(event.pointerId) || pointers.size > 0) return;
    gesture = {kind: null};
    if (lastAnswer) showCursor();
    if (!engine.held) return;
    engine.held = false;
    recompute();
}

function zoomByWheel(event) {
    const at = pointOf(event);
    if (!panelAt(at)?.zooms) return;
    event.preventDefault();
    const pixels = event.deltaY * [1, 16, 400][event.deltaMode];
    const factor = Math.exp(Math.max(-120, Math.min(120, pixels)) * (event.ctrlKey ? 0.01 : 0.002));
    applyEach({type: "zoom", at, factor});
}

// Returns where keys and buttons act: the pointer, else the middle of a panel that zooms.
function focusPoint() {
    if (panelAt(display.pointer)?.zooms) return display.pointer;
    const panel = lastAnswer.panels.find(({zooms}) => zooms) ?? lastAnswer.panels[0];
    return panel ? [panel.x + panel.width / 2, panel.y + panel.height / 2] : [display.width / 2, display.height / 2];
}

const zoomBy = factor => applyEach({type: "zoom", at: focusPoint(), factor});

function useKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !lastAnswer) return;
    const far = event.shiftKey ? 192 : 48;
    const by = {ArrowLeft: [far, 0], ArrowRight: [-far, 0], ArrowUp: [0, far], ArrowDown: [0, -far]}[event.key];
    const at = focusPoint();
    if (by) applyEach({type: "pan", at, by});
    else if (event.key === "+" || event.key === "=") zoomBy(0.8);
    else if (event.key === "-" || event.key === "−") zoomBy(1.25);
    else if (event.key === "Home") applyEach({type: "home"});
    else return;
    event.preventDefault();
    display.pointer = at;
    byId("readout").setAttribute("aria-live", "polite");
}
