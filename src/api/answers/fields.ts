import * as z from 'zod/mini';

// What an answer leaves out has the value that a core would begin with.
export const text = (absent = '') => z._default(z.string(), absent);
export const figure = (absent = 0) => z._default(z.number(), absent);
export const flag = (absent = false) => z._default(z.boolean(), absent);

/** Go answers null where a list or a map is empty. */
export const list = <T extends z.ZodMiniType>(item: T) =>
  z.pipe(
    z.nullish(z.array(item)),
    z.transform((items) => items ?? []),
  );
export const map = <T extends z.ZodMiniType>(value: T) =>
  z.pipe(
    z.nullish(z.record(z.string(), value)),
    z.transform((values) => values ?? {}),
  );
