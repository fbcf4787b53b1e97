// Judges how a page is laid out: what scrolls, lies outside, overlaps, is cut or too small. Returns sentences.
const [parts, below] = arguments;
const faults = [];
const root = document.documentElement;
const [wide, high] = [innerWidth, innerHeight];
const television = wide >= 1280 && wide / high >= 1.6;
if (!below && root.scrollHeight > high) faults.push(`scrolls: ${root.scrollHeight} of ${high}`);
if (root.scrollWidth > wide) faults.push(`scrolls sideways: ${root.scrollWidth} of ${wide}`);

const EDGE = 1.5; // pixels that fonts and rounding may take
const texts = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let node = walker.nextNode(); node; node = walker.nextNode()) {
  const parent = node.parentElement;
  if (!node.data.trim() || parent.closest(".unseen, noscript, option, [hidden]")) continue;
  if (!parent.checkVisibility()) continue; // folded away
  const style = getComputedStyle(parent);
  if (style.visibility !== "visible" || parseFloat(style.fontSize) === 0) continue;
  let hidden = false;
  for (let one = parent; one; one = one.parentElement) if (getComputedStyle(one).clipPath !== "none") hidden = true;
  if (hidden) continue;
  const range = document.createRange();
  range.selectNodeContents(node);
  for (const line of range.getClientRects()) {
    if (line.width < 1 || line.height < 1) continue;
    // A line box is higher than its letters: these are as high as the font is.
    const size = parseFloat(style.fontSize);
    const middle = (line.top + line.bottom) / 2;
    const whole = { left: line.left, right: line.right, top: middle - 0.38 * size, bottom: middle + 0.38 * size };
    const seen = { ...whole };
    let dots = false;
    let clipped = null;
    for (let one = parent; one && one !== document.body; one = one.parentElement) {
      const own = getComputedStyle(one);
      if (own.overflowX === "visible" && own.overflowY === "visible") continue;
      const box = one.getBoundingClientRect();
      if (seen.right > box.right + EDGE || seen.left < box.left - EDGE) {
        if (own.textOverflow === "ellipsis" || own.webkitLineClamp !== "none") dots = true;
        else if (!dots) clipped = one;
      }
      if (own.webkitLineClamp !== "none" && seen.bottom > box.bottom + EDGE) dots = true;
      seen.left = Math.max(seen.left, box.left);
      seen.right = Math.min(seen.right, box.right);
      seen.top = Math.max(seen.top, box.top);
      seen.bottom = Math.min(seen.bottom, box.bottom);
    }
    if (seen.right - seen.left < 1 || seen.bottom - seen.top < 1) continue; // scrolled or wrapped out of sight
    const said = node.data.trim().slice(0, 30);
    const where = parent.className ? `${parent.tagName.toLowerCase()}.${String(parent.className).split(" ")[0]}` : parent.tagName.toLowerCase();
    const name = `"${said}" (${where})`;
    if (clipped) faults.push(`cut: ${name}`);
    if (seen.bottom - seen.top < whole.bottom - whole.top - EDGE && !dots) faults.push(`cut in its height: ${name}`);
    const end = below && parent.closest(below) ? root.scrollHeight : high;
    if (seen.left < -EDGE || seen.top < -EDGE || seen.right > wide + EDGE || seen.bottom > end + EDGE) faults.push(`outside: ${name}`);
    if (television && size < 0.027 * high - 0.05) faults.push(`too small: ${name}, ${size} of ${high}`);
    if (television && parent.closest(".watched :is(.stat, .key) b, .table .rocket .rank") && parent.tagName !== "SMALL" && !parent.closest("small") && size < 0.07 * high - 0.05) faults.push(`figure too small: ${name}, ${size} of ${high}`);
    if (size < 11.9) faults.push(`tiny: ${name}, ${size}`);
    texts.push({ node, name, ...seen });
  }
}
for (let one = 0; one < texts.length; one += 1) {
  for (let other = one + 1; other < texts.length; other += 1) {
    const [a, b] = [texts[one], texts[other]];
    if (a.node === b.node) continue;
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (across > EDGE && down > EDGE) faults.push(`overlap: ${a.name} and ${b.name}`);
  }
}
// Lists of which nothing may be left out.
for (const one of document.querySelectorAll(".sunk > li, .options > li, .copies-table tr, .outlook > li, .bonus-tile, .legend > span, .players > li, .fireworks > li, .tiles > li")) {
  const [own, room] = [one.getBoundingClientRect(), one.parentElement.getBoundingClientRect()];
  if (own.height > 0 && (own.bottom > room.bottom + EDGE || own.right > room.right + EDGE)) faults.push(`left out: ${one.textContent.slice(0, 30)}`);
}
// What the page promises to show must be there to be seen.
for (const wanted of parts || []) {
  const found = [...document.querySelectorAll(wanted)].filter((one) => one.getClientRects().length > 0 && one.getBoundingClientRect().height > 4);
  if (found.length === 0) faults.push(`not shown: ${wanted}`);
  const first = found.filter((one) => !(below && one.closest(below)));
  if (first.some((one) => one.getBoundingClientRect().bottom > high + EDGE)) faults.push(`outside: ${wanted}`);
}
return faults;
