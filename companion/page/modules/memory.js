// What this browser remembers of its reader's choices; where it may not, they last as long as the page.

const kept = new Map();

export function recall(name) {
  try {
    return window.localStorage.getItem(`hanabi-${name}`) || kept.get(name) || "";
  } catch {
    return kept.get(name) || "";
  }
}

export function remember(name, value) {
  kept.set(name, value);
  try {
    window.localStorage.setItem(`hanabi-${name}`, value);
  } catch {
    // A private window, or none stored: the choice holds until the page is closed.
  }
}
