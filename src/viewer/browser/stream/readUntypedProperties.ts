/** A property of what a library keeps for itself, and no type tells of; undefined where there is none. */
export const readProperty = (value: unknown, name: string): unknown =>
  (typeof value === 'object' && value !== null) || typeof value === 'function' ? Reflect.get(value, name) : undefined;

/** null: it is no number. */
export function numberWithin(value: unknown, name: string): number | null {
  const found = readProperty(value, name);
  return typeof found === 'number' && Number.isFinite(found) ? found : null;
}

/** '': it is no text. */
export function textWithin(value: unknown, name: string): string {
  const found = readProperty(value, name);
  return typeof found === 'string' ? found : '';
}

/** Empty: it is no list. */
export function listWithin(value: unknown, name: string): readonly unknown[] {
  const found = readProperty(value, name);
  return Array.isArray(found) ? found : [];
}

/** What a method answers; undefined: there is no such method. */
export function call(value: unknown, name: string, ...given: unknown[]): unknown {
  const method = readProperty(value, name);
  return typeof method === 'function' ? Reflect.apply(method, value, given) : undefined;
}

/** Nothing happens to what is no object. */
export function set(value: unknown, name: string, to: unknown): void {
  if (typeof value === 'object' && value !== null) Reflect.set(value, name, to);
}
