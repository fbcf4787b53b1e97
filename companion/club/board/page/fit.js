// How large the tables can be: as many columns as make the letters largest, and as many tables at a time as are read.

const GAP = 0.25; // of a letter's height, between tables
const HIGH = 8.1; // a table's height in letters
const LEAST = 12; // pixels
const ACROSS = 0.027; // of a screen's height: letters that are read across a room
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

/** Arrange the tables of an overview: all of them, scrolled on what is held in a hand. How many have room at a time. */
export function fit(overview, tiles, fireworks) {
  overview.classList.remove("scrolls");
  const count = tiles.childElementCount;
  const { clientWidth: width, clientHeight: height } = tiles;
  if (count === 0) return 1;
  let each = count;
  let { columns, size } = largest(count, width, height, fireworks);
  const inHand = height < 100 || window.innerWidth < 600;
  const scrolls = inHand || (size < LEAST && window.matchMedia("(pointer: coarse)").matches);
  if (scrolls) {
    overview.classList.add("scrolls");
    size = READABLE;
    columns = Math.max(1, Math.floor(width / (READABLE * (wide(fireworks) + GAP))));
  }
  for (let pages = 2; size < Math.max(LEAST, window.innerHeight * ACROSS) && each > 1 && !scrolls; pages += 1) {
    each = Math.ceil(count / pages);
    ({ columns, size } = largest(each, width, height, fireworks));
  }
  const most = Math.max(LEAST, window.innerHeight / (count > 1 ? 16 : HIGH));
  overview.style.setProperty("--columns", String(columns));
  overview.style.setProperty("--rows", String(Math.ceil(each / columns)));
  overview.style.setProperty("--letter", `${Math.min(size, most).toFixed(2)}px`);
  return each;
}
