// Sends requests to the worker, one at a time, and always the newest values.

const engine = {
    worker: null, ready: false, failures: 0,
    running: null,        // the request that the engine computes
    wanted: false,        // something is newer than the last request
    changes: 0,           // counts what makes a computed picture out of date (the pointer does not)
    base: exported.state, // the state that `actions` are applied to
    actions: new Map(),   // by key: a new value replaces the one that waits
    held: false,          // during a gesture, whose action counts from the `base` of its begin
    settled: false,       // the next answer has to be exact: a coarse one was shown
    fromLink: false,      // `base` comes from the address and may be wrong
    epoch: 0,             // answers to requests of an earlier epoch are ignored
    snapshots: [],        // exports that wait for their answer
    settling: 0, watching: 0, busy: 0, patience: 1500
};
const display = {width: 0, height: 0, scale: 1, pointer: null, theme: null, language: null, sliding: null};
let lastAnswer = null;  // the last one with a picture
let words = exported.words ?? {};

// The pages of a site share the engine in a script of their folder.
const textOf = id => (typeof sharedEngine === "object" && sharedEngine[id]) || byId(id).textContent;
const darkSystem = matchMedia("(prefers-color-scheme: dark)");
const theme = () => display.theme ?? (darkSystem.matches ? "dark" : "light");
const pixelRatio = () => (window.devicePixelRatio || 1) * display.scale;

// Returns the files of language models, gzip'd and in Ascii85, by name.
function modelFiles() {
    const models = exported.models ?? [];
    if (typeof sharedModels === "object") return Object.assign({}, ...models.map(name => sharedModels[name]));
    return JSON.parse(byId("models").textContent || "{}");
}

// Loads the embedded fonts and returns them as arguments of FontFace, for the worker.
async function fontFaces() {
    const style = byId("fonts");
    if (typeof sharedEngine === "object") style.textContent = sharedEngine.fonts;
    await Promise.allSettled(Array.from(document.fonts, face => face.load()));
    return Array.from(style.sheet.cssRules, ({style: face}) => {
        const [family, source, weight, slant] = ["font-family", "src", "font-weight", "font-style"].map(
            name => face.getPropertyValue(name));
        return [family.replaceAll('"', ""), source, {weight, style: slant}];
    });
}

async function startWorker() {
    const text = [textOf("loader"), "\n", textOf("worker")];
    const address = URL.createObjectURL(new Blob(text, {type: "text/javascript"}));
    const worker = new Worker(address);
    engine.worker = worker;
    engine.ready = false;
    worker.onmessage = ({data}) => {
        if (worker !== engine.worker) return;
        if (data.failure !== undefined) return handleFailure(data.failure);
        if (data.ready) {
            URL.revokeObjectURL(address);
            engine.ready = true;
            send();
        } else {
            receive(data);
        }
    };
    worker.onerror = event => { if (worker === engine.worker) handleFailure(event.message); };
    worker.postMessage({engine: textOf("engine"), fonts: fonts.map((font, n) => cssFont(n, 100)),
        faces: await fontFaces(), files: modelFiles()});
}

// Ends the worker, which cannot be stopped otherwise, and sends the newest values to another one.
function restartWorker() {
    engine.worker.terminate();
    if (engine.running?.snapshot) engine.snapshots.push(engine.running.snapshot);
    clearRunning();
    engine.wanted = true;
    startWorker();
}

function clearRunning() {
    engine.running = null;
    clearTimeout(engine.watching);
    clearTimeout(engine.busy);
    root.classList.remove("busy");
}

function handleFailure(message) {
    const failsAtOnce = !lastAnswer && !engine.fromLink;
    engine.failures += 1;
    if (failsAtOnce || engine.failures > 2) return showStaticFigure();
    removeActions(engine.running?.actions ?? []);
    engine.running = null;
    if (engine.fromLink) refuseLink();
    restartWorker();
    toast(message);
}

// Falls back to the static figure and the sentence about WebAssembly.
function showStaticFigure() {
    engine.worker?.terminate();
    clearRunning();
    engine.ready = false;
    root.classList.remove("live");
    root.classList.add("dead");
    endLesson();
    canvas.hidden = true;
    byId("static").hidden = false;
}

function request(more = {}) {
    return {state: engine.base, actions: [...engine.actions.values()], controls: exported.controls ?? null,
        width: display.width, height: display.height, pixel_ratio: pixelRatio(), theme: theme(),
        language: display.language, pointer: display.pointer, coarse: !engine.settled, lesson: lessonRequest(), ...more};
}

function send() {
    if (!engine.ready || engine.running) return;
    if (engine.wanted && display.width) {
        engine.wanted = false;
        return post(request(), {fromLink: engine.fromLink});
    }
    const snapshot = engine.snapshots.shift();
    if (snapshot) post(request({actions: [], ...snapshot.request}), {snapshot});
}

function post(request, more) {
    const {epoch, changes} = engine;
    engine.running = {actions: request.actions, ratio: request.pixel_ratio, scale: display.scale, epoch, changes, ...more};
    engine.worker.postMessage({request});
    engine.watching = setTimeout(watch, engine.patience);
    engine.busy = setTimeout(() => root.classList.add("busy"), 300);
}

// Restarts a worker that hangs while newer values wait. Patience grows, so that slow figures still arrive.
function watch() {
    if (engine.running.changes !== engine.changes) {
        engine.patience *= 2;
        restartWorker();
    } else {
        engine.watching = setTimeout(watch, 250);
    }
}

function receive({json, points, pixels}) {
    const sent = engine.running;
    clearRunning();
    engine.failures = 0;
    engine.patience = 1500;
    const answer = {...JSON.parse(json), points: new Float32Array(points), pixels, ratio: sent.ratio,
        scale: sent.scale};
    if (sent.snapshot) sent.snapshot.resolve(answer);
    else if (sent.epoch === engine.epoch) accept(sent, answer);
    send();
}

function accept(sent, answer) {
    words = answer.words ?? words;
    if (answer.error) return refuse(sent, answer);
    if (!engine.held) {
        removeActions(sent.actions);
        engine.base = answer.state;
    }
    engine.fromLink = false;
    if (sent.actions.length) {
        byId("notice").hidden = true;
        writeAddress(answer.state);
    }
    show(answer);
    if (sent.changes !== engine.changes) return;
    if (answer.coarse) engine.settling ||= setTimeout(settle, isInteracting() ? 150 : 0);
    else engine.settled = true;
}

function refuse(sent, answer) {
    removeActions(sent.actions);
    if (sent.fromLink) return refuseLink();
    if (sent.actions.length === 0) return showStaticFigure();  // the exported state itself
    showError(sent, answer.error);
    if (answer.draw) show(answer);
    else refresh();
}

function removeActions(actions) {
    for (const [key, action] of engine.actions) if (actions.includes(action)) engine.actions.delete(key);
}

const isInteracting = () => display.sliding !== null || engine.held || playing !== null;

function settle() {
    engine.settling = 0;
    engine.settled = true;
    refresh();
}

// Requests an answer for new colours, words or a new pointer.
function refresh() {
    engine.wanted = true;
    send();
}

// Requests a new picture, coarse first.
function recompute() {
    engine.changes += 1;
    engine.settled = false;
    clearTimeout(engine.settling);
    engine.settling = 0;
    refresh();
}

// Applies an action. Actions with equal keys replace each other; others add up.
function applyAction(action, key = `${action.type} ${action.parameter ?? ""}`) {
    engine.actions.delete(key);
    engine.actions.set(key, action);
    recompute();
}
let keys = 0;
const applyEach = action => applyAction(action, `${++keys}`);

// Replaces the current state.
function openState(state, fromLink = false) {
    engine.base = state;
    engine.fromLink = fromLink;
    engine.actions.clear();
    engine.held = false;
    engine.epoch += 1;
    stopPlaying();
    recompute();
}

// Returns a promise of an answer for export: the current state without pointer.
function snapshot() {
    const ratio = Math.max(2, window.devicePixelRatio || 1);
    return new Promise(resolve => {
        engine.snapshots.push({resolve, request: {pointer: null, coarse: false, pixel_ratio: ratio}});
        send();
    });
}
