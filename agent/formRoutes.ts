import { createHash } from 'node:crypto';
import type * as z from 'zod/mini';
import { Refusal } from './refusal.ts';

const MOST_FAULTS = 50;

/**
 * The body of a call. Throws a refusal that names all that is wrong with it.
 * @param form where the fields of the form are in it, which go by their names there
 */
export function readBody<Body extends z.ZodMiniType>(schema: Body, body: unknown, form = ''): z.output<Body> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path: [first, ...others], message }) => ({
    field: (first === undefined || first === form ? others : [first, ...others]).join('.'),
    text: message,
  }));
  return refuseForm(faults);
}

/** @param faults none: the form as a whole cannot be read */
export function refuseForm(faults: readonly { field: string; text: string }[]): never {
  const [first] = faults;
  throw new Refusal(422, first?.text ?? 'The form cannot be read', {
    ...(first === undefined ? {} : { field: first.field }),
    faults: faults.slice(0, MOST_FAULTS),
  });
}

/** Of what is stored: another one after each change. */
export const revisionOf = (stored: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(stored ?? null))
    .digest('hex')
    .slice(0, 16);

/** One after the other: each begins with what the one before it has stored, also where that failed. */
export function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(act: () => Promise<T>): Promise<T> => {
    const turn = last.then(act);
    last = turn.catch(() => undefined);
    return turn;
  };
}
