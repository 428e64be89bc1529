import { isDeepStrictEqual } from 'node:util';

export class PropertyViolation extends Error {
  override readonly name = 'PropertyViolation';
}

export function must(holds: boolean, message: string | (() => string)): asserts holds {
  if (!holds) throw new PropertyViolation(typeof message === 'string' ? message : message());
}

/** Compares as JSON, regardless of the order of keys. */
export function mustEqual(a: unknown, b: unknown, message: string): void {
  const [left, right] = [JSON.stringify(a) ?? 'null', JSON.stringify(b) ?? 'null'];
  if (left === right) return;
  const isSame = isDeepStrictEqual(JSON.parse(left), JSON.parse(right));
  must(isSame, () => `${message}: ${left.slice(0, 300)} and ${right.slice(0, 300)}`);
}

/** Returns the result of a parser; null if it rejects the input with its own error. */
export function unless<T>(isOwn: (error: unknown) => boolean, parse: () => T): T | null {
  try {
    return parse();
  } catch (error) {
    if (isOwn(error)) return null;
    throw error;
  }
}

export const unlessLater = <T>(isOwn: (error: unknown) => boolean, parsing: Promise<T>): Promise<T | null> =>
  parsing.catch((error: unknown) => {
    if (isOwn(error)) return null;
    throw error;
  });

/** Returns the size of a value in characters or bytes. Throws PropertyViolation for NaN or an infinite number. */
export function sizeOf(result: unknown, isAnyNumber = true): number {
  if (typeof result === 'string') return result.length;
  if (typeof result === 'number') must(isAnyNumber || Number.isFinite(result), () => `a number is ${result}`);
  if (typeof result !== 'object' || result === null) return 8;
  if (ArrayBuffer.isView(result)) return result.byteLength;
  const values = result instanceof Map ? [...result].flat() : Object.values(result);
  let size = 16;
  for (const value of values) size += 8 + sizeOf(value, isAnyNumber);
  return size;
}

/** The shape of a result. Inputs with a new shape are mutated further. */
export function sortOf(result: unknown, depth = 3): string {
  if (typeof result === 'string') return result === '' ? 'e' : 's';
  if (typeof result === 'number') return result === 0 ? '0' : 'n';
  if (typeof result !== 'object' || result === null) return String(result);
  if (depth === 0 || ArrayBuffer.isView(result)) return 'o';
  const entries = Object.entries(result).slice(0, 12);
  if (Array.isArray(result))
    return `[${Math.min(9, result.length)}${entries.map(([, item]) => sortOf(item, depth - 1)).join('')}]`;
  return `{${entries.map(([key, item]) => `${key.slice(0, 20)}${sortOf(item, depth - 1)}`).join()}}`;
}
