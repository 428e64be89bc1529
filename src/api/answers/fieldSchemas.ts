import * as z from 'zod/mini';

/*
 * An unreadable field counts as missing and does not affect others. Essential fields, and those written back, are
 * strict.
 */

/** Some cores send numbers as strings. */
export const amount = z.pipe(
  z.transform((value: unknown) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value)),
  z.number(),
);
export const words = z.pipe(
  z.transform((value: unknown) => (typeof value === 'number' ? String(value) : value)),
  z.string(),
);

// Missing fields get the default of the core.
export const text = (absent = '') => z.catch(words, absent);
export const figure = (absent = 0) => z.catch(amount, absent);
export const flag = (absent = false) => z.catch(z.boolean(), absent);
export const maybe = () => z.catch(z.nullable(amount), null);
/** An object whose fields all have defaults. A value of another type counts as empty. */
export const group = <S extends z.core.$ZodLooseShape>(shape: S) =>
  z.pipe(
    z.transform((value: unknown) => (typeof value === 'object' && !Array.isArray(value) ? (value ?? {}) : {})),
    z.object(shape),
  );
/** Reads unknown words as 'unknown'. `unset` replaces ''. */
export const oneOf = <T extends string>(values: readonly T[], unset: T) =>
  z.union([z.enum(values), z.transform((value: unknown): T | 'unknown' => (value === '' ? unset : 'unknown'))]);

/** Present but unreadable, as opposed to absent, so that it is not overwritten. */
export const UNREAD = 'unread' as const;
export const fieldOrUnread = <T extends z.ZodMiniType>(type: T) =>
  z.union([type, z.transform((): typeof UNREAD => UNREAD)]);

const readable = <T extends z.ZodMiniType>(type: T) => z.catch(z.optional(type), undefined);

/** Go encodes empty lists and maps as null. Fails for other types; unreadable entries are skipped. */
export const rows = <T extends z.ZodMiniType>(item: T) =>
  z.pipe(
    z.nullish(z.array(readable(item))),
    z.transform((items) => (items ?? []).filter((item) => item !== undefined)),
  );
export const map = <T extends z.ZodMiniType>(value: T) =>
  z.pipe(
    z.nullish(z.record(z.string(), readable(value))),
    z.transform((values) =>
      Object.fromEntries(
        Object.entries(values ?? {}).flatMap(([key, item]) => (item === undefined ? [] : [[key, item]])),
      ),
    ),
  );
export const list = <T extends z.ZodMiniType>(item: T) => z.catch(rows(item), []);
