import { createHash } from 'node:crypto';
import type * as z from 'zod/mini';
import { msg } from '../src/i18n/msg.ts';
import { Refusal } from './refusal.ts';

const MAX_FAULTS = 50;
/** The message of zod for a check without one of its own. */
const UNNAMED = 'Invalid input';
const UNFIT = msg('The agent does not accept this value. Make sure the interface and the agent have the same version.');

/** Throws a `Refusal` that names all faults. `form`: property with the form, left out of field names. */
export function readBody<Body extends z.ZodMiniType>(schema: Body, body: unknown, form = ''): z.output<Body> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path: [first, ...others], message }) => ({
    field: (first === undefined || first === form ? others : [first, ...others]).join('.'),
    text: message === UNNAMED ? UNFIT : message,
  }));
  return refuseForm(faults);
}

/** @param faults empty if the form as a whole is malformed */
export function refuseForm(faults: readonly { field: string; text: string }[]): never {
  const [first] = faults;
  throw new Refusal(422, first?.text ?? UNFIT, {
    ...(first === undefined ? {} : { field: first.field }),
    faults: faults.slice(0, MAX_FAULTS),
  });
}

/** Hash of the stored value; changes with every save. */
export const revisionOf = (stored: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(stored ?? null))
    .digest('hex')
    .slice(0, 16);

/** Serializes actions: each starts after the previous one settled. */
export function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(act: () => Promise<T>): Promise<T> => {
    const turn = last.then(act);
    last = turn.catch(() => undefined);
    return turn;
  };
}
