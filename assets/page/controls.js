// Native controls from the engine's descriptors.

const controls = new Map();

function showControls({controls: descriptors, figures, figure: chosen}) {
    const isStep = lesson !== null && exported.controls !== null;  // a step has its own figure
    const all = figures.length < 2 || isStep ? descriptors : [{id: "the-figure", label: words.figure, kind: "choice", used: true,
        text: chosen, choices: figures.map(({id, title}) => ({id, label: title})), figures: true}, ...descriptors];
    const nodes = all.map(descriptor => {
        const signature = signatureOf(descriptor);
        let control = controls.get(descriptor.id);
        if (control?.signature !== signature) control = createControl(descriptor, signature);
        controls.set(descriptor.id, control);
        control.update(descriptor);
        return control.node;
    });
    const list = byId("controls");
    // Moving an element would end a drag and lose the focus.
    if (nodes.length !== list.children.length || nodes.some((node, n) => node !== list.children[n]))
        list.replaceChildren(...nodes);
    byId("parameters").hidden = nodes.length === 0;
}

const isSegmented = ({kind, choices}) => kind === "choice" && choices.length <= 3 &&
    choices.reduce((length, {label}) => length + label.replace(/[^\x00-\xff]/g, "00").length, 0) <= 22;
const shapeOf = descriptor => isSegmented(descriptor) ? "segments" : descriptor.kind;
const signatureOf = descriptor => shapeOf(descriptor) +
    JSON.stringify((descriptor.choices ?? []).map(({id, label}) => [id, label]));

// Creates a control from the template of its kind. `control.now` is the latest descriptor.
function createControl(descriptor, signature) {
    const shape = kinds[shapeOf(descriptor)] ? shapeOf(descriptor) : "text";
    const node = byId(`${shape}-template`).content.cloneNode(true).firstElementChild;
    node.append(byId("help-template").content.cloneNode(true));
    const find = selector => node.querySelector(selector);
    const control = {node, signature, find, id: descriptor.id, now: descriptor};
    node.dataset.id = descriptor.id;
    const name = find(".name"), help = find(".help"), problem = find(".problem");
    find(".label").id = `label-${descriptor.id}`;
    help.id = `help-${descriptor.id}`;
    name.onclick = () => {
        help.hidden = !help.hidden;
        name.setAttribute("aria-expanded", !help.hidden);
    };
    control.send = text => {
        control.complain("");
        applyAction(control.now.figures ? {type: "figure", id: text} : {type: "value", parameter: control.id, text});
    };
    control.complain = text => {
        setText(problem, text);
        problem.hidden = !text;
        node.classList.toggle("wrong", Boolean(text));
    };
    control.update = next => {
        control.now = next;
        node.classList.toggle("unused", next.used === false);
        setText(find(".label"), next.label);
        setText(find(".symbol"), next.symbol);
        setText(help, helpOf(next));
        name.title = help.textContent;
        name.disabled = !help.textContent;
        for (const unit of node.querySelectorAll(".unit")) setText(unit, next.unit);
        kinds[shape].update(control, next);
    };
    kinds[shape].create(control, descriptor);
    for (const input of node.querySelectorAll(".text, .range, .menu, [role]:not(.problem)"))
        input.setAttribute("aria-labelledby", `label-${descriptor.id}`);
    for (const input of node.querySelectorAll(".text, .range, .menu, .switch input"))
        input.setAttribute("aria-describedby", `help-${descriptor.id}`);
    return control;
}

function helpOf({help, source, used, choices, text}) {
    const effect = choices?.find(({id}) => id === text)?.effect;
    return [used === false ? words.no_effect : "", help, effect, source].filter(Boolean).join("\n");
}

// A text field shows the formatted value, and the value as it is typed while it has the focus.
function createField(control) {
    const input = control.find(".text");
    input.oninput = () => { input.dataset.dirty = "yes"; };
    input.onchange = () => {
        delete input.dataset.dirty;
        control.send(input.value.trim());
    };
    input.onfocus = () => { input.value = control.now.text; };
    input.onblur = () => {
        if (control.find(".problem").hidden) updateField(control, control.now);
    };
    input.onkeydown = event => {
        if (event.key !== "Escape") return;
        delete input.dataset.dirty;
        control.complain("");
        input.value = control.now.text;
    };
}

function updateField(control, {text, shown: formatted, low}) {
    const input = control.find(".text");
    const complains = !control.find(".problem").hidden;
    input.setAttribute("aria-invalid", complains);
    if (complains || input.dataset.dirty) return;
    input.value = document.activeElement === input ? text : formatted ?? text;
    const isPlain = /^[\d.]+$/.test(text) && /^[\d.,]+$/.test(low ?? "");
    input.inputMode = isPlain ? "decimal" : "text";  // a phone's decimal keys have no minus
}

const kinds = {
    slider: {
        create(control) {
            createField(control);
            const range = control.find(".range");
            range.oninput = () => {
                if (playing?.id === control.id) stopPlaying();
                control.complain("");
                range.style.setProperty("--fraction", range.value);
                applyAction({type: "slider", parameter: control.id, fraction: Number(range.value)});
            };
            range.onpointerdown = () => { display.sliding = control.id; };
            range.onchange = range.onpointerup = range.onpointercancel = range.onblur = () => {
                if (display.sliding !== control.id) return;
                display.sliding = null;
                recompute();
            };
            range.onkeydown = event => stepByKey(control, event);
            control.find(".play").onclick = () => playing?.id === control.id ? stopPlaying() : startPlaying(control);
        },
        update(control, next) {
            updateField(control, next);
            const range = control.find(".range"), button = control.find(".play");
            const isPlaying = playing?.id === control.id;
            if (display.sliding !== control.id) {
                range.value = next.fraction;
                range.style.setProperty("--fraction", next.fraction);
            }
            range.setAttribute("aria-valuetext", [next.shown, next.unit].filter(Boolean).join(" "));
            range.title = `${next.low} … ${next.high} ${next.unit ?? ""}`.trim();
            button.style.visibility = next.play ? "" : "hidden";
            button.setAttribute("aria-pressed", isPlaying);
            control.node.classList.toggle("playing", isPlaying);
            setLabel(button, `${isPlaying ? words.pause : words.play} ${next.label}`);
        }
    },
    choice: {
        create(control) { control.find(".menu").onchange = event => control.send(event.target.value); },
        update(control, {choices, text}) {
            fillMenu(control.find(".menu"), choices);
            control.find(".menu").value = text;
        }
    },
    segments: {
        create(control, {choices}) { createOptions(control, choices, "radio", input => control.send(input.value)); },
        update: (control, {text}) => checkOptions(control, [text])
    },
    toggle: {
        create(control) {
            control.find("input").onchange = event => control.send(String(event.target.checked));
        },
        update(control, {text}) { control.find("input").checked = text === "true"; }
    },
    choices: {
        create(control, {choices}) {
            createOptions(control, choices, "checkbox", () => control.send(
                [...control.node.querySelectorAll(":checked")].map(({value}) => value).join(",")));
        },
        update: (control, {text}) => checkOptions(control, text.split(","))
    },
    text: {create: createField, update: updateField}
};

function createOptions(control, choices, type, changed) {
    control.find(".options").append(...choices.map(({id, label, effect}) => {
        const option = createElement("label"), input = document.createElement("input");
        Object.assign(input, {type, value: id, name: `options-${control.id}`, onchange: () => changed(input)});
        option.title = effect ?? "";
        option.append(input, createElement("span", label));
        return option;
    }));
}

function checkOptions(control, chosen) {
    for (const input of control.node.querySelectorAll(".options input")) input.checked = chosen.includes(input.value);
}

// Arrow keys go from value to value of the engine's scale, ten with Shift.
function stepByKey(control, event) {
    const by = {ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10}[event.key];
    if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    stopPlaying();
    applyEach({type: "step", parameter: control.id, by: event.shiftKey && Math.abs(by) === 1 ? 10 * by : by});
}

let playing = null;    // {id, position, time}: 0 … 1 upwards, 1 … 2 back
const sweep = 6000;    // milliseconds

function startPlaying(control) {
    stopPlaying();
    playing = {id: control.id, position: control.now.fraction < 1 ? control.now.fraction : 1, time: null};
    control.update(control.now);
    requestAnimationFrame(playFrame);
}

function stopPlaying() {
    const control = playing && controls.get(playing.id);
    playing = null;
    if (!control) return;
    control.update(control.now);
    recompute();
}

function playFrame(now) {
    if (!playing) return;
    // A hidden tab has no frames: it does not jump afterwards.
    playing.position = (playing.position + Math.min(now - (playing.time ?? now), 200) / sweep) % 2;
    playing.time = now;
    const fraction = playing.position < 1 ? playing.position : 2 - playing.position;
    if (!engine.running) applyAction({type: "slider", parameter: playing.id, fraction});
    requestAnimationFrame(playFrame);
}
