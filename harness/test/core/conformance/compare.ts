/** `at`: `status`, `header vary`, `$.config.input[0].address`. */
export interface Mismatch {
  readonly at: string;
  readonly recorded: unknown;
  readonly ours: unknown;
}

/** Returns the matcher for a path; null: the values must be equal. */
export type FindMatcher = (at: string) => ((live: unknown, recorded: unknown) => boolean) | null;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns all differences by field. The order counts in lists, but not in objects. */
export function compare(recorded: unknown, live: unknown, matcherAt: FindMatcher, at = '$'): Mismatch[] {
  const isAlike = matcherAt(at);
  if (isAlike !== null) return isAlike(live, recorded) ? [] : [{ at, recorded, ours: live }];
  if (Array.isArray(recorded) && Array.isArray(live) && recorded.length === live.length)
    return recorded.flatMap((item, index) => compare(item, live[index], matcherAt, `${at}[${index}]`));
  if (isObject(recorded) && isObject(live))
    return [...new Set([...Object.keys(recorded), ...Object.keys(live)])].flatMap((key) =>
      compare(recorded[key], live[key], matcherAt, at === '' ? key : `${at}.${key}`),
    );
  return Object.is(recorded, live) ? [] : [{ at, recorded, ours: live }];
}

/** Whether both have the same members and types. List items must match one of the recorded items. */
export function sameShape(live: unknown, recorded: unknown): boolean {
  if (Array.isArray(recorded))
    return (
      Array.isArray(live) &&
      (recorded.length === 0 || live.length > 0) &&
      live.every((item) => recorded.length === 0 || recorded.some((sample) => sameShape(item, sample)))
    );
  if (isObject(recorded))
    return (
      isObject(live) &&
      Object.keys(live).sort().join() === Object.keys(recorded).sort().join() &&
      Object.entries(recorded).every(([key, value]) => sameShape(live[key], value))
    );
  return live === null ? recorded === null : typeof live === typeof recorded;
}
