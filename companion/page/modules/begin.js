// The request that begins the next game.

/** The request; a place without a name has its number where others have names. */
export function beginning({ preset, edition, players, names, first, detail }) {
  const here = names.slice(0, players).map((name) => name.trim().replace(/\s+/g, " "));
  const seated = here.some(Boolean) ? here.map((name, place) => name || String(place + 1)) : players;
  return { edition: preset ? { preset } : edition || {}, players: seated, first: Math.min(first, players), detail };
}
