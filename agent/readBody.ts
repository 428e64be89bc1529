import type * as z from 'zod/mini';
import { Refusal } from './refusal.ts';

/** Throws a refusal with what is wrong with it. */
export function readBody<Body extends z.ZodMiniType>(schema: Body, body: unknown): z.output<Body> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), text: message }));
  const [first] = faults;
  throw new Refusal(422, first?.text ?? 'The form cannot be read', {
    ...(first === undefined ? {} : { field: first.field }),
    faults: faults.slice(0, 50),
  });
}
