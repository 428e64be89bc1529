export function parseEventId(value: unknown): number | null {
  if (typeof value !== 'string' || !/^\d{1,16}$/.test(value)) return null;
  const id = Number(value);
  return Number.isSafeInteger(id) ? id : null;
}

export function parseLimit(value: unknown, max: number): number | null {
  const limit = typeof value === 'number' ? value : parseEventId(value);
  return limit !== null && limit >= 1 && limit <= max ? limit : null;
}
