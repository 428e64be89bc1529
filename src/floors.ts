/** A room: a folder or a file. What stands in it may import itself, and: */
export interface Floor {
  room: string;
  /** Rooms or single files of ours. */
  may: readonly string[];
  /** Packages, by name or by what they begin with; none of node's own unless it says so. */
  packages: readonly string[];
  /** What its components (.tsx) may import beyond that. */
  shown?: { may: readonly string[]; packages: readonly string[] };
  why: string;
}

/** One import of a file; `to` is a path of the repository, or a package. */
export interface Import {
  from: string;
  to: string;
}

const isIn = (file: string, room: string) => file === room || file.startsWith(`${room}/`);

/** The smallest room that a file stands in. */
export const floorOf = (floors: readonly Floor[], file: string): Floor | null =>
  floors.filter(({ room }) => isIn(file, room)).toSorted((a, b) => b.room.length - a.room.length)[0] ?? null;

const named = (name: string, allowed: string) =>
  name === allowed || name.startsWith(`${allowed}/`) || (allowed.endsWith(':') && name.startsWith(allowed));

/**
 * The imports and files that break a rule: a line each, with the reason of the room.
 * @param sources the files whose imports are judged
 * @param files all of the repository; an import of none of them is a package
 */
export function faultsOf(
  floors: readonly Floor[],
  sources: readonly string[],
  files: readonly string[],
  imports: readonly Import[],
): string[] {
  const known = new Set(files);
  const homeless = sources.filter((file) => floorOf(floors, file) === null).map((file) => `${file} stands in no room`);
  const broken = imports.flatMap(({ from, to }) => {
    const floor = floorOf(floors, from);
    if (floor === null) return [];
    const { may, packages } = from.endsWith('.tsx') && floor.shown ? floor.shown : { may: [], packages: [] };
    const allowed = known.has(to)
      ? floorOf(floors, to) === floor || [...floor.may, ...may].some((room) => isIn(to, room))
      : [...floor.packages, ...packages].some((name) => named(to, name));
    return allowed ? [] : [`${from} imports ${to}: ${floor.why}`];
  });
  return [...homeless, ...broken];
}

/** Files that import each other around a corner, types included; each ring once. */
export function ringsOf(files: readonly string[], imports: readonly Import[]): string[][] {
  const next = new Map(files.map((file) => [file, new Set<string>()]));
  for (const { from, to } of imports) if (next.has(to)) next.get(from)?.add(to);
  const reached = (start: string) => {
    const seen = new Set<string>();
    const open = [...(next.get(start) ?? [])];
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      if (seen.has(file)) continue;
      seen.add(file);
      open.push(...(next.get(file) ?? []));
    }
    return seen;
  };
  // Only who imports and is imported can be in a ring: the ends are cut off until nothing is left to cut.
  let before = -1;
  while (before !== next.size) {
    before = next.size;
    for (const [file, targets] of next) {
      for (const target of targets) if (!next.has(target)) targets.delete(target);
      if (targets.size === 0) next.delete(file);
    }
  }
  const reach = new Map([...next.keys()].map((file) => [file, reached(file)]));
  const rings = new Map<string, string[]>();
  for (const [file, seen] of reach) {
    if (!seen.has(file)) continue;
    const ring = [...seen].filter((other) => reach.get(other)?.has(file)).sort();
    rings.set(ring.join(' '), ring);
  }
  return [...rings.values()];
}
