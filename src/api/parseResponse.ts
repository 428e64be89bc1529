import * as z from 'zod/mini';
import { msg } from '../i18n/msg.ts';
import { RefusedFields } from './answers/config.ts';
import { list, words } from './answers/fieldSchemas.ts';
import { CoreError, NOT_AS_EXPECTED, unreadAnswer } from './error.ts';
import type { Route } from './route.ts';

const ErrorBody = z.object({ message: words, details: list(words) });

/** Throws a CoreError (-2) if the response does not match the schema of its route. */
export function parseAnswer(route: Route, path: string, response: Response, text: string): unknown {
  if (route.carries !== 'json') return text;
  const parsed = route.answer.safeParse(jsonOf(response, text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw unreadAnswer(`${issue ? wordsOf(issue) : ''} (${route.method} /api${path})`);
}

/** Returns the place and the expected type. The locale of zod with all messages would add 10 kB. */
const wordsOf = (issue: z.core.$ZodIssue) =>
  [...issue.path, 'expected' in issue ? `${issue.expected} expected` : issue.message].join('.');

/** Ignores the content type, which some proxies change. */
function jsonOf(response: Response, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const type = response.headers.get('content-type') ?? 'none';
    throw new CoreError(NOT_AS_EXPECTED, describeBody(type, text.trim()), [type]);
  }
}

export const isPage = (text: string) => /^\s*</.test(text);

function describeBody(type: string, text: string): string {
  if (text === '') return msg('The response of the core was empty. Check the proxy in front of the core.');
  if (isPage(text))
    return msg('A web page came back instead of a response of the core. Check the address, the proxy and the network.');
  if (/^application\/json/i.test(type))
    return msg('The response of the core broke off. Check the network and the proxy in front of the core.');
  return msg('Something other than the core responded. Check the address of the core.');
}

const UNREACHED = msg('The proxy cannot reach the core. Make sure the core is running.');
const STATUSES: Readonly<Record<number, string>> = {
  404: msg('There is no core at this address. Check the address and the paths that the proxy forwards.'),
  413: msg('The proxy in front of the core rejected the request as too large. Raise its limit.'),
  500: msg('The core failed to carry out the request. Its log shows the reason.'),
  502: UNREACHED,
  503: UNREACHED,
  504: UNREACHED,
};

/** Prefers the message of the error body. A 401 or 403 without one is from a proxy or a network login. */
export function errorOf(response: Response, text: string): CoreError {
  const { status, headers } = response;
  const named = response.statusText || `HTTP status ${status}`;
  const code = status === 401 || status === 403 ? NOT_AS_EXPECTED : status;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    const plain = text.trim();
    const isMessage = headers.get('content-type')?.startsWith('text/plain') && plain !== '' && !isPage(plain);
    if (isMessage) return new CoreError(code, plain);
    const phrase = STATUSES[status];
    return phrase
      ? new CoreError(status, phrase, [`${status} ${response.statusText}`.trim()])
      : new CoreError(code, named);
  }
  const error = ErrorBody.safeParse(body);
  // Some errors of the storages have this body with the content type of the requested file.
  if (error.success) return new CoreError(status, error.data.message || named, error.data.details);
  const fields = RefusedFields.safeParse(body);
  return new CoreError(code, named, [], fields.success ? fields.data : {});
}
