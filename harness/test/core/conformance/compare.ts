/** A difference from the recorded answer. `at`: `status`, `header vary`, `$.config.input[0].address`. */
export interface Mismatch {
  readonly at: string;
  readonly recorded: unknown;
  readonly ours: unknown;
}

/** The matcher of the value at a path; null: it must be equal. */
export type FindMatcher = (at: string) => ((ours: unknown, recorded: unknown) => boolean) | null;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Everything that differs, field by field; the order of members is not looked at, that of lists is. */
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

/** Every member that one has, the other has, of the same type; lists: every item is like one of the recorded. */
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
