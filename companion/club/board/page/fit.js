// How large the tables can be: as many columns as make the letters largest.

const GAP = 0.25; // of a letter's height, between tables
const HIGH = 8.1; // a table's height in letters
const LEAST = 12; // pixels
const READABLE = 16; // where it is scrolled

/** A table's width in letters: seven fireworks need more of it than five. */
const wide = (fireworks) => Math.max(9.6, 1.2 * fireworks + 1.2);

/** The columns and the size of the letters for so many tables in a room, as large as they fit. */
export function largest(count, width, height, fireworks) {
  let best = { columns: 1, size: 0 };
  for (let columns = 1; columns <= count; columns += 1) {
    const rows = Math.ceil(count / columns);
    const size = Math.min(width / columns / (wide(fireworks) + GAP), height / rows / (HIGH + GAP));
    if (size > best.size) best = { columns, size };
  }
  return best;
}

/** Arrange the tables of an overview; where they would be too small they are scrolled. */
export function fit(overview, tiles, fireworks) {
  overview.classList.remove("scrolls");
  const count = tiles.childElementCount;
  if (count === 0) return;
  let { columns, size } = largest(count, tiles.clientWidth, tiles.clientHeight, fireworks);
  const most = Math.max(LEAST, window.innerHeight / (count > 1 ? 16 : HIGH));
  const scrolls = size < LEAST || tiles.clientHeight < 100 || window.innerWidth < 600;
  if (scrolls) {
    overview.classList.add("scrolls");
    size = READABLE;
    columns = Math.max(1, Math.floor(tiles.clientWidth / (READABLE * (wide(fireworks) + GAP))));
  }
  overview.style.setProperty("--columns", String(columns));
  overview.style.setProperty("--rows", String(Math.ceil(count / columns)));
  overview.style.setProperty("--letter", `${Math.min(size, most).toFixed(2)}px`);
}
