"use strict";
// The script of a live page. The engine in the worker owns the state: this script sends actions and the newest
// values, paints the draw list of each answer, and fills native controls from its descriptors.

const byId = id => document.getElementById(id);
const root = document.documentElement;
const canvas = byId("canvas"), figure = byId("figure");
const exported = JSON.parse(byId("state").textContent);

const sans = 'Inter, "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", system-ui, sans-serif';
const mono = '"JetBrains Mono", ui-monospace, Menlo, Consolas, monospace';
const math = 'STIXGeneral, "STIX Two Text", "Times New Roman", serif';
// The fonts of texts, by the engine's number: style, weight, families.
const fonts = [["normal", 400, sans], ["normal", 500, sans], ["normal", 600, sans], ["normal", 400, mono],
    ["normal", 500, mono], ["italic", 400, math], ["normal", 400, math], ["normal", 700, math]];
const cssFont = (number, size) => `${fonts[number][0]} ${fonts[number][1]} ${size}px ${fonts[number][2]}`;

// Returns a canvas with a picture of the answer.
function pictureOf(answer, [, , , , , offset, width, height]) {
    const picture = document.createElement("canvas");
    picture.width = width;
    picture.height = height;
    const bytes = new Uint8ClampedArray(answer.pixels, offset, 4 * width * height);
    picture.getContext("2d").putImageData(new ImageData(bytes, width, height), 0, 0);
    return picture;
}

// Begins a path through points of the answer.
function trace(context, points, first, count, closed) {
    context.beginPath();
    for (let n = first; n < first + count; ++n) context.lineTo(points[2 * n], points[2 * n + 1]);
    if (closed) context.closePath();
}

const painters = {
    fill(context, answer, [, x, y, width, height, color, radius]) {
        context.fillStyle = color;
        if (!radius) return context.fillRect(x, y, width, height);
        context.beginPath();
        context.roundRect(x, y, width, height, radius);
        context.fill();
    },
    stroke(context, answer, [, x, y, width, height, color, lineWidth, radius]) {
        context.strokeStyle = color;
        context.lineWidth = lineWidth;
        context.setLineDash([]);
        context.beginPath();
        context.roundRect(x, y, width, height, radius);
        context.stroke();
    },
    line(context, answer, [, first, count, color, width, dashes, closed]) {
        context.strokeStyle = color;
        context.lineWidth = width;
        context.lineJoin = "round";
        context.setLineDash(dashes);
        trace(context, answer.points, first, count, closed);
        context.stroke();
    },
    polygon(context, answer, [, first, count, color]) {
        context.fillStyle = color;
        trace(context, answer.points, first, count, true);
        context.fill();
    },
    circle(context, answer, [, x, y, radius, color]) {
        context.fillStyle = color;
        context.beginPath();
        context.arc(x, y, radius, 0, 2 * Math.PI);
        context.fill();
    },
    text(context, answer, [, text, x, y, font, size, color, align]) {
        context.fillStyle = color;
        context.font = cssFont(font, size);
        context.textAlign = align;
        context.fillText(text, x, y);
    },
    picture(context, answer, command) {
        const [, x, y, width, height] = command;
        const transform = context.getTransform();
        context.resetTransform();  // pictures are in device pixels
        context.imageSmoothingEnabled = false;
        context.drawImage(pictureOf(answer, command), x, y, width, height);
        context.setTransform(transform);
    },
    clip(context, answer, [, x, y, width, height]) {
        context.save();
        context.beginPath();
        context.rect(x, y, width, height);
        context.clip();
    },
    unclip(context) { context.restore(); }
};

// Paints an answer's draw list on a canvas that becomes as large as the figure.
function paint(target, answer, ratio) {
    target.width = Math.round(answer.draw.width * ratio);
    target.height = Math.round(answer.draw.height * ratio);
    const context = target.getContext("2d");
    context.textRendering = "geometricPrecision";  // as in the worker, which measures
    context.fillStyle = getComputedStyle(root).getPropertyValue("--canvas");
    context.fillRect(0, 0, target.width, target.height);
    context.scale(ratio, ratio);
    for (const command of answer.draw.commands) painters[command[0]]?.(context, answer, command);
}

const entities = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"};
// Returns text for SVG: without characters that XML forbids, and escaped.
const escaped = text => String(text).replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "")
    .replace(/[&<>"']/g, character => entities[character]);
const short = number => String(+number.toFixed(3));

// Returns an SVG element with attributes; numbers are shortened.
function element(name, attributes, inside = "") {
    const written = Object.entries(attributes).filter(([, value]) => value !== "" && value !== null)
        .map(([key, value]) => ` ${key}="${typeof value === "number" ? short(value) : escaped(value)}"`).join("");
    return inside === null ? `<${name}${written}>` : `<${name}${written}>${inside}</${name}>`;
}

const listed = (points, first, count) => Array.from({length: count},
    (_, n) => `${short(points[2 * (first + n)])},${short(points[2 * (first + n) + 1])}`).join(" ");

const svgWriters = {
    fill: (answer, [, x, y, width, height, fill, rx]) => element("rect", {x, y, width, height, rx: rx || "", fill}),
    stroke: (answer, [, x, y, width, height, stroke, lineWidth, rx]) => element("rect",
        {x, y, width, height, rx: rx || "", fill: "none", stroke, "stroke-width": lineWidth}),
    line: (answer, [, first, count, stroke, width, dashes, closed]) => element(closed ? "polygon" : "polyline",
        {points: listed(answer.points, first, count), fill: "none", stroke, "stroke-width": width,
            "stroke-linejoin": "round", "stroke-dasharray": dashes.map(short).join(" ")}),
    polygon: (answer, [, first, count, fill]) => element("polygon",
        {points: listed(answer.points, first, count), fill}),
    circle: (answer, [, cx, cy, r, fill]) => element("circle", {cx, cy, r, fill}),
    text: (answer, [, text, x, y, font, size, fill, align]) => element("text",
        {x, y, fill, "font-family": fonts[font][2], "font-size": size, "font-weight": fonts[font][1],
            "font-style": fonts[font][0] === "italic" ? "italic" : "",
            "text-anchor": {center: "middle", right: "end"}[align] ?? "", "xml:space": "preserve"}, escaped(text)),
    picture(answer, command, ratio) {
        const [x, y, width, height] = command.slice(1, 5).map(pixels => pixels / ratio);
        return element("image", {x, y, width, height, preserveAspectRatio: "none",
            style: "image-rendering:pixelated", href: pictureOf(answer, command).toDataURL()});
    },
    clip(answer, [, x, y, width, height], ratio, number) {
        const id = `clip${number}`;
        return element("clipPath", {id}, element("rect", {x, y, width, height})) +
            element("g", {"clip-path": `url(#${id})`}, null);
    },
    unclip: () => "</g>"
};

// Returns an answer's draw list as the text of an SVG file.
function svgOf(answer, ratio) {
    const {width, height, commands} = answer.draw;
    const inside = commands.map((command, n) => svgWriters[command[0]]?.(answer, command, ratio, n) ?? "");
    const ground = getComputedStyle(root).getPropertyValue("--canvas").trim();
    return element("svg", {xmlns: "http://www.w3.org/2000/svg", width, height, viewBox: `0 0 ${width} ${height}`},
        `<title>${escaped(answer.title)}</title>\n${element("rect", {width, height, fill: ground})}\n` +
        inside.join("\n") + "\n") + "\n";
}
