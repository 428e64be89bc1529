/** `at`: `status`, `header vary`, `$.config.input[0].address`. */
export interface Mismatch {
  readonly at: string;
  readonly recorded: unknown;
  readonly ours: unknown;
}

/** Returns the matcher for a path; null: the values must be equal. */
export type FindMatcher = (at: string) => ((ours: unknown, recorded: unknown) => boolean) | null;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns all differences by field. The order counts in lists, but not in objects. */
export function compare(recorded: unknown, ours: unknown, matcherAt: FindMatcher, at = '$'): Mismatch[] {
  const isAlike = matcherAt(at);
  if (isAlike !== null) return isAlike(ours, recorded) ? [] : [{ at, recorded, ours }];
  if (Array.isArray(recorded) && Array.isArray(ours) && recorded.length === ours.length)
    return recorded.flatMap((item, index) => compare(item, ours[index], matcherAt, `${at}[${index}]`));
  if (isObject(recorded) && isObject(ours))
    return [...new Set([...Object.keys(recorded), ...Object.keys(ours)])].flatMap((key) =>
      compare(recorded[key], ours[key], matcherAt, at === '' ? key : `${at}.${key}`),
    );
  return Object.is(recorded, ours) ? [] : [{ at, recorded, ours }];
}

/** Whether both have the same members and types. List items must match one of the recorded items. */
export function sameShape(ours: unknown, recorded: unknown): boolean {
  if (Array.isArray(recorded))
    return (
      Array.isArray(ours) &&
      (recorded.length === 0 || ours.length > 0) &&
      ours.every((item) => recorded.length === 0 || recorded.some((one) => sameShape(item, one)))
    );
  if (isObject(recorded))
    return (
      isObject(ours) &&
      Object.keys(ours).sort().join() === Object.keys(recorded).sort().join() &&
      Object.entries(recorded).every(([key, value]) => sameShape(ours[key], value))
    );
  return ours === null ? recorded === null : typeof ours === typeof recorded;
}
