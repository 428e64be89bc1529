/** The rule of a room, which is a folder or a file and may always import itself. */
export interface Floor {
  room: string;
  may: readonly string[];
  /** Packages, by name or prefix. Modules of Node.js must be listed as well. */
  packages: readonly string[];
  /** Additional imports of its components (.tsx). */
  shown?: { may: readonly string[]; packages: readonly string[] };
  why: string;
}

/** `to` is a path of the repository, or a package. */
export interface Import {
  from: string;
  to: string;
}

const isIn = (file: string, room: string) => file === room || file.startsWith(`${room}/`);

export const floorOf = (floors: readonly Floor[], file: string): Floor | null =>
  floors.filter(({ room }) => isIn(file, room)).toSorted((a, b) => b.room.length - a.room.length)[0] ?? null;

const named = (name: string, allowed: string) =>
  name === allowed || name.startsWith(`${allowed}/`) || (allowed.endsWith(':') && name.startsWith(allowed));

/** Returns a line for each import that breaks a rule. Imports that are not in `files` are packages. */
export function faultsOf(
  floors: readonly Floor[],
  sources: readonly string[],
  files: readonly string[],
  imports: readonly Import[],
): string[] {
  const existing = new Set(files);
  const homeless = sources.filter((file) => floorOf(floors, file) === null).map((file) => `${file} stands in no room`);
  const broken = imports.flatMap(({ from, to }) => {
    const floor = floorOf(floors, from);
    if (floor === null) return [];
    const { may, packages } = from.endsWith('.tsx') && floor.shown ? floor.shown : { may: [], packages: [] };
    const allowed = existing.has(to)
      ? floorOf(floors, to) === floor || [...floor.may, ...may].some((room) => isIn(to, room))
      : [...floor.packages, ...packages].some((name) => named(to, name));
    return allowed ? [] : [`${from} imports ${to}: ${floor.why}`];
  });
  return [...homeless, ...broken];
}

export function ringsOf(files: readonly string[], imports: readonly Import[]): string[][] {
  const next = new Map(files.map((file) => [file, new Set<string>()]));
  for (const { from, to } of imports) if (next.has(to)) next.get(from)?.add(to);
  const reached = (start: string) => {
    const visited = new Set<string>();
    const open = [...(next.get(start) ?? [])];
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      if (visited.has(file)) continue;
      visited.add(file);
      open.push(...(next.get(file) ?? []));
    }
    return visited;
  };
  // Only files that import and are imported can be in a cycle, so all others are removed repeatedly.
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
  for (const [file, reachable] of reach) {
    if (!reachable.has(file)) continue;
    const ring = [...reachable].filter((other) => reach.get(other)?.has(file)).sort();
    rings.set(ring.join(' '), ring);
  }
  return [...rings.values()];
}
