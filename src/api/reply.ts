import * as z from 'zod/mini';
import { RefusedFields } from './answers/config.ts';
import { CoreError, NOT_AS_EXPECTED } from './error.ts';
import type { Route } from './route.ts';

const ErrorBody = z.object({ code: z.number(), message: z.string(), details: z.nullish(z.array(z.string())) });

/** What a good response says, by the schema of its route; throws a CoreError (-2) when it is something else. */
export function answerOf(route: Route, path: string, response: Response, text: string): unknown {
  if (route.carries !== 'json') return text;
  const type = response.headers.get('content-type') ?? 'none';
  if (!type.startsWith('application/json')) {
    throw new CoreError(NOT_AS_EXPECTED, `The response is not JSON as expected (${type})`);
  }
  const parsed = route.answer.safeParse(jsonOf(text, type));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new CoreError(
    NOT_AS_EXPECTED,
    `The response of ${route.method} /api${path} is not as expected`,
    issue ? [wordsOf(issue)] : [],
  );
}

/** Where it differs, and from what; the words of the library for all kinds of differences would be 10 kB. */
const wordsOf = (issue: z.core.$ZodIssue) =>
  `${issue.path.join('.')}: ${'expected' in issue ? `${issue.expected} expected` : issue.message}`;

function jsonOf(text: string, type: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CoreError(NOT_AS_EXPECTED, `The response is not JSON as expected (${type})`);
  }
}

/**
 * Status text, replaced by the message of a JSON error body or by a plain-text body (specification 8). A 401 or 403
 * without that body is a proxy's or a hotel's: it says nothing of our login at the core.
 */
export function errorOf(response: Response, text: string): CoreError {
  const status = response.statusText || `HTTP status ${response.status}`;
  const type = response.headers.get('content-type') ?? '';
  const code = /^40[13]$/.test(`${response.status}`) ? NOT_AS_EXPECTED : response.status;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    const plain = text.trim();
    return new CoreError(code, type.startsWith('text/plain') && plain !== '' ? plain : status);
  }
  const error = ErrorBody.safeParse(body);
  // Some errors of the storages carry this body under the type of the file that was asked for.
  if (error.success) return new CoreError(response.status, error.data.message, error.data.details ?? []);
  const fields = RefusedFields.safeParse(body);
  return new CoreError(code, status, [], fields.success ? fields.data : {});
}
