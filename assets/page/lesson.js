// A lesson: its steps are sections of the page, and the figure is that of the current one.

const lesson = exported.lesson ?? null;  // {text, steps: [{title, state, controls}]}
const sections = lesson ? [...document.querySelectorAll("#lesson > section")] : [];
const answered = new Set();  // steps whose question was answered
let step = 0, shownStep = -1;

const lessonRequest = () => lesson && {text: lesson.text, step, answered: answered.has(step)};
const laterParts = ":scope > .question, :scope > .try, :scope > .watch, :scope > .exercise, :scope > .onwards";

// Opens a step with its own state, or with another one.
function openStep(number, state = null) {
    step = number;
    exported.state = lesson.steps[step].state;
    exported.controls = lesson.steps[step].controls;
    if (step !== shownStep) showStep();
    comparing = false;
    openState(state || exported.state, Boolean(state));
}

function showStep() {
    sections.forEach((section, n) => { section.hidden = n !== step; });
    sections[shownStep]?.querySelector("figure").prepend(...byId("static").children);
    shownStep = step;
    // Until the figure is alive, the printed one is shown.
    byId("static").replaceChildren(...sections[step].querySelectorAll(":scope > figure svg.wide"));
    canvas.hidden = true;
    byId("static").hidden = false;
    const tried = sections[step].querySelector(".try");
    if (tried) tried.after(byId("parameters"));
    else document.querySelector("aside").prepend(byId("parameters"));
    byId("step").value = String(step);
    for (const [id, by] of [["previous", -1], ["next", 1]]) byId(id).disabled = !lesson.steps[step + by];
    setText("title", lesson.steps[step].title);
    setText("headline", "");
}

function goTo(number) {
    if (!lesson.steps[number]) return;
    openStep(number);
    writeAddress(exported.state);
    byId("steps").scrollIntoView({block: "nearest"});
    if (scrollY > byId("column").offsetTop) scrollTo(0, byId("column").offsetTop - figure.offsetHeight);
}

// Shows what an answer says of the current step.
function showLesson(answer) {
    if (!lesson || !answer.lesson) return;
    const section = sections[step];
    const watched = section.querySelector(".watched");
    section.querySelector(".watch")?.setAttribute("hidden", "");
    if (watched) {
        watched.hidden = false;
        watched.querySelectorAll("dd").forEach((node, n) => setText(node, answer.lesson.watched[n]));
    }
    section.querySelector(".try")?.classList.toggle("done", answer.lesson.done);
}

// The curves that the reader drew, by step: points as fractions of their panel.
const sketches = new Map();
const sketchedPanel = () => lastAnswer.panels.find(({sketch}) => sketch);

// Curves begin on axes, so a sketch may begin a little outside of its panel.
function canSketch([x, y]) {
    const panel = lesson && lastAnswer && sketchedPanel(), slack = 16;
    return panel?.drag === "sketch" && x >= panel.x - slack && y >= panel.y - slack &&
        x < panel.x + panel.width + slack && y < panel.y + panel.height + slack;
}

function beginSketch(at) {
    gesture = {kind: "sketch"};
    sketches.set(step, []);
    paint(canvas, lastAnswer, lastAnswer.ratio);  // without an earlier one
    sketchTo(at);
}

function sketchTo([x, y]) {
    const panel = sketchedPanel(), between = fraction => Math.min(1, Math.max(0, fraction));
    if (!panel) return;
    sketches.get(step).push([between((x - panel.x) / panel.width), between((y - panel.y) / panel.height)]);
    paintSketch();
}

function paintSketch() {
    const panel = lesson && sketchedPanel(), points = sketches.get(step);
    if (!panel || !points) return;
    const context = canvas.getContext("2d");
    context.save();
    context.resetTransform();
    context.scale(lastAnswer.ratio, lastAnswer.ratio);
    context.strokeStyle = getComputedStyle(root).getPropertyValue("--accent");
    context.lineWidth = 2;
    context.setLineDash([6, 4]);
    context.beginPath();
    for (const [x, y] of points) context.lineTo(panel.x + x * panel.width, panel.y + y * panel.height);
    context.stroke();
    context.restore();
}

// A single mark has no number; those that give an answer away are listed after it.
function countMarks(section) {
    const list = section.querySelector("figcaption ol");
    const marks = [...list?.children ?? []].filter(mark => getComputedStyle(mark).display !== "none");
    list?.classList.toggle("single", marks.length === 1);
}

// Makes the choices of a question buttons. The answer opens with the first one.
function askQuestion(section, number) {
    const question = section.querySelector(".question"), details = question?.querySelector("details");
    if (!details) return;
    details.addEventListener("toggle", () => {
        if (!details.open || answered.has(number)) return;
        answered.add(number);
        section.classList.add("answered");
        countMarks(section);
        recompute();
    });
    const list = question.querySelector("ol[data-right]");
    for (const [n, choice] of [...list?.children ?? []].entries()) {
        const button = document.createElement("button");
        button.type = "button";
        button.append(...choice.childNodes);
        choice.append(button);
        button.onclick = () => {
            choice.className = n === Number(list.dataset.right) ? "right" : "wrong";
            button.setAttribute("aria-pressed", "true");
            details.open = true;
        };
    }
}

function addStepEnd(section, number) {
    const next = lesson.steps[number + 1];
    if (!next) return;
    const button = createElement("button", "", "onwards");
    button.type = "button";
    button.append(createElement("span", next.title), "\u00a0→");
    button.onclick = () => goTo(number + 1);
    section.append(button);
}

function beginLesson() {
    if (!lesson) return;
    root.classList.add("lesson");
    fillMenu(byId("step"), lesson.steps.map(({title}, n) => ({id: String(n), label: `${n + 1} / ${lesson.steps.length}  ${title}`})));
    byId("step").onchange = event => goTo(Number(event.target.value));
    byId("previous").onclick = () => goTo(step - 1);
    byId("next").onclick = () => goTo(step + 1);
    byId("steps").hidden = false;
    byId("language").hidden = true;
    for (const id of ["previous", "next", "step"]) setLabel(byId(id), words[id]);
    sections.forEach(askQuestion);
    sections.forEach(addStepEnd);
    // The labels of marks follow the text.
    for (const section of sections)
        section.insertBefore(section.querySelector("figure"), section.querySelector(laterParts));
}

// Without an engine the lesson is a document.
function endLesson() {
    if (!lesson) return;
    sections[shownStep]?.querySelector("figure").prepend(...byId("static").children);
    for (const section of sections) section.hidden = false;
    root.classList.remove("lesson");
    byId("steps").hidden = true;
}
