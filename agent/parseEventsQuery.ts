export function parseEventId(given: unknown): number | null {
  if (typeof given !== 'string' || !/^\d{1,16}$/.test(given)) return null;
  const id = Number(given);
  return Number.isSafeInteger(id) ? id : null;
}

export function parseLimit(given: unknown, most: number): number | null {
  const limit = typeof given === 'number' ? given : parseEventId(given);
  return limit !== null && limit >= 1 && limit <= most ? limit : null;
}
