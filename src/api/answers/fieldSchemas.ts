import * as z from 'zod/mini';

/*
 * An answer is read part by part: what one field says in a way that we do not understand is as if it had not been said,
 * and takes nothing else with it. What nothing works without, and what is written back, is read strictly instead.
 */

/** Some programs write figures as text. */
export const amount = z.pipe(
  z.transform((said: unknown) => (typeof said === 'string' && said.trim() !== '' ? Number(said) : said)),
  z.number(),
);
/** And names as figures. */
export const words = z.pipe(
  z.transform((said: unknown) => (typeof said === 'number' ? String(said) : said)),
  z.string(),
);

// What an answer leaves out has the value that a core would begin with.
export const text = (absent = '') => z.catch(words, absent);
export const figure = (absent = 0) => z.catch(amount, absent);
export const flag = (absent = false) => z.catch(z.boolean(), absent);
/** null: it is not known. */
export const maybe = () => z.catch(z.nullable(amount), null);
/** Fields that all have a value when they are absent: what is no object at all is one without any. */
export const group = <S extends z.core.$ZodLooseShape>(shape: S) =>
  z.pipe(
    z.transform((said: unknown) => (typeof said === 'object' && !Array.isArray(said) ? (said ?? {}) : {})),
    z.object(shape),
  );
/** A word that we do not know is one too. `unset`: what no word at all means. */
export const oneOf = <T extends string>(known: readonly T[], unset: T) =>
  z.union([z.enum(known), z.transform((said: unknown): T | 'unknown' => (said === '' ? unset : 'unknown'))]);

/** It came, and cannot be read: so nobody takes it for absent and writes over it. */
export const UNREAD = 'unread' as const;
export const fieldOrUnread = <T extends z.ZodMiniType>(type: T) =>
  z.union([type, z.transform((): typeof UNREAD => UNREAD)]);

/** undefined: it cannot be read. */
const readable = <T extends z.ZodMiniType>(type: T) => z.catch(z.optional(type), undefined);

/** Go answers null where a list or a map is empty. What is no list fails; an entry that cannot be read is left out. */
export const rows = <T extends z.ZodMiniType>(item: T) =>
  z.pipe(
    z.nullish(z.array(readable(item))),
    z.transform((items) => (items ?? []).filter((one) => one !== undefined)),
  );
export const map = <T extends z.ZodMiniType>(value: T) =>
  z.pipe(
    z.nullish(z.record(z.string(), readable(value))),
    z.transform((values) =>
      Object.fromEntries(Object.entries(values ?? {}).flatMap(([key, one]) => (one === undefined ? [] : [[key, one]]))),
    ),
  );
/** A list inside of an answer: what is none, is empty. */
export const list = <T extends z.ZodMiniType>(item: T) => z.catch(rows(item), []);
