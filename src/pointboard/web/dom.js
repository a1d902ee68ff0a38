// Elements, made and found. Whatever is put into the page is text, never markup.

const SVG = "http://www.w3.org/2000/svg";

/** The element with an id. */
export const part = (id) => document.getElementById(id);

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") for (const [event, work] of Object.entries(value)) element.addEventListener(event, work);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** An HTML element with attributes (`on` holds listeners) and children. */
export function make(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function draw(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

/** A button. */
export function button(id, text, work, attributes = {}) {
  return make("button", { type: "button", id, on: { click: work }, ...attributes }, text);
}

/** A choice with its label; `options` are pairs of value and words. */
export function choice(id, label, options, chosen, work) {
  const entries = options.map(([value, words]) => make("option", { value, selected: value === chosen }, words));
  return make("div", { class: "field" },
    make("label", { for: id }, label), make("select", { id, on: { change: work } }, ...entries));
}

/** A panel that opens and closes, in a section of the page. */
export function panel(section, title, open, ...children) {
  const details = make("details", { open }, make("summary", {}, make("h2", {}, title)), ...children);
  section.replaceChildren(details);
  return details;
}
