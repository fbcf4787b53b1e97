// Making elements by script: the page's policy allows no markup with styles, and no text is ever read as markup.

const DRAWING = "http://www.w3.org/2000/svg";

function fill(element, options, children) {
  for (const [name, value] of Object.entries(options || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [key, one] of Object.entries(value)) element.style.setProperty(key, one);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(2).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An element of the page. */
export function h(tag, options, ...children) {
  return fill(document.createElement(tag), options, children);
}

/** An element of a drawing. */
export function s(tag, options, ...children) {
  return fill(document.createElementNS(DRAWING, tag), options, children);
}

/** A drawing that screen readers skip: the text beside it says the same. */
export function drawing(box, options, ...children) {
  return s("svg", { viewBox: box, "aria-hidden": "true", focusable: "false", ...options }, ...children);
}

/** Text that only screen readers read. */
export function unseen(text) {
  return h("span", { class: "unseen" }, text);
}

/** Have the browser save a file. */
export function saveFile(name, content) {
  const href = URL.createObjectURL(content);
  h("a", { href, download: name }).click();
  window.setTimeout(() => URL.revokeObjectURL(href), 60000); // a browser may ask first where to
}

/** What a button does, as long as it does the same: why it is dimmed comes and goes. */
const deed = ({ dataset: { why, ...deed } }) => JSON.stringify(deed);

/** The button in an element that does what another one did. */
export function alike(element, button) {
  return [...element.querySelectorAll("[data-act]")].find((one) => deed(one) === deed(button));
}

/**
 * Put children into an element, but only where what they are made from is not what it was. A button that had the
 * keyboard's focus, and that is there again, keeps it; else the first key has it.
 */
export function redraw(element, facts, make) {
  const key = JSON.stringify(facts);
  if (element.drawnFrom === key) return false;
  element.drawnFrom = key;
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  element.replaceChildren(...[make()].flat(2).filter(Boolean));
  if (focused?.matches("[data-act]") && !element.contains(focused)) {
    const again = alike(element, focused) ?? (element.matches("nav") ? element.querySelector("[data-act]") : null);
    again?.focus({ preventScroll: true });
  }
  return true;
}
