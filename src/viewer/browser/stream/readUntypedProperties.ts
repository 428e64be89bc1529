/** Reads an untyped property of a library; undefined if missing. */
export const readProperty = (value: unknown, name: string): unknown =>
  (typeof value === 'object' && value !== null) || typeof value === 'function' ? Reflect.get(value, name) : undefined;

export function numberWithin(value: unknown, name: string): number | null {
  const found = readProperty(value, name);
  return typeof found === 'number' && Number.isFinite(found) ? found : null;
}

export function textWithin(value: unknown, name: string): string {
  const found = readProperty(value, name);
  return typeof found === 'string' ? found : '';
}

export function listWithin(value: unknown, name: string): readonly unknown[] {
  const found = readProperty(value, name);
  return Array.isArray(found) ? found : [];
}

export function call(value: unknown, name: string, ...args: unknown[]): unknown {
  const method = readProperty(value, name);
  return typeof method === 'function' ? Reflect.apply(method, value, args) : undefined;
}

export function set(value: unknown, name: string, to: unknown): void {
  if (typeof value === 'object' && value !== null) Reflect.set(value, name, to);
}
