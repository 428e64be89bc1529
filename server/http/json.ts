import type { FastifyRequest } from 'fastify';
import type * as z from 'zod';
import { ApiError } from '../apiError.ts';
import { lineAndCharacter, locate, offsetKey } from './jsonSyntax.ts';

const refuse = (...details: string[]) => new ApiError(400, 'Invalid JSON', details);

interface Reading {
  /** The core's name of the document, seen in its messages: `Key: 'ProcessConfig.Input' ...` */
  readonly name?: string;
  /** Accept any content type (PUT config does). */
  readonly anyContentType?: boolean;
  readonly mostBytes?: number;
}

// One fault is told per value: a body of millions of them would fill the memory with complaints. No honest one is as large.
const MOST_BYTES = 2 * 1024 * 1024;
// As deep as the core's own parser goes.
const MAX_DEPTH = 10_000;
/** The place of a fault is a courtesy; looking for it takes many times the memory of the text. */
const LOCATED_CHARACTERS = 1024 * 1024;

/** Where a text gets deeper than `most`. Asked before anything is built: brackets alone stop the core for seconds. */
export function tooDeepAt(text: string, most: number): number | null {
  if (text.length <= most) return null;
  let depth = 0;
  let isString = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (isString) {
      if (sign === BACKSLASH) at += 1;
      else if (sign === QUOTE) isString = false;
    } else if (sign === QUOTE) isString = true;
    else if (sign === BRACKET || sign === BRACE) {
      depth += 1;
      if (depth > most) return at;
    } else if (sign === BRACKET + 2 || sign === BRACE + 2) depth -= 1;
  }
  return null;
}
const [QUOTE, BACKSLASH, BRACKET, BRACE] = [0x22, 0x5c, 0x5b, 0x7b];

/** The JSON body of a request, parsed by `schema`. Throws ApiError 400 `Invalid JSON` with one detail per fault. */
export function readJson<S extends z.ZodType>(request: FastifyRequest, schema: S, reading: Reading = {}): z.output<S> {
  const text = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
  if (text.length > (reading.mostBytes ?? MOST_BYTES)) {
    throw new ApiError(413, 'Request Entity Too Large', ['the body is too large']);
  }
  if (reading.anyContentType !== true) {
    if (text === '') throw refuse("request doesn't contain any content");
    if (!(request.headers['content-type'] ?? '').startsWith('application/json')) {
      throw refuse("request doesn't contain JSON content");
    }
  }
  return parseJson(text, schema, reading.name ?? 'Body');
}

export function parseJson<S extends z.ZodType>(text: string, schema: S, name: string): z.output<S> {
  const deepAt = tooDeepAt(text, MAX_DEPTH);
  if (deepAt !== null) throw refuse(`syntax error at ${lineAndCharacter(text, deepAt)}: exceeded max depth`);
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    const found = located(text);
    if (!('fault' in found)) throw refuse(error instanceof Error ? error.message : 'not JSON');
    throw refuse(`syntax error at ${lineAndCharacter(text, found.fault.offset)}: ${found.fault.message}`);
  }
  const result = schema.safeParse(document);
  if (result.success) return result.data;
  throw refuse(...details(text, document, result.error.issues, name));
}

const located = (text: string): ReturnType<typeof locate> =>
  text.length > LOCATED_CHARACTERS ? { offsets: new Map() } : locate(text);

/** The core stops at the first value of a wrong type; only then it looks for what is missing or not allowed. */
function details(text: string, document: unknown, issues: readonly z.core.$ZodIssue[], name: string): string[] {
  const found = located(text);
  const offsets = 'offsets' in found ? found.offsets : new Map<string, number>();
  const [wrongType] = issues
    .filter((issue) => isOfType(issue) && valueAt(document, issue.path) !== undefined)
    .map((issue) => ({ issue, offset: offsets.get(offsetKey(issue.path)) ?? 0 }))
    .sort((a, b) => a.offset - b.offset);
  if (wrongType !== undefined) {
    const { issue, offset } = wrongType;
    const field = issue.path.filter((key) => typeof key === 'string').join('.');
    return [`expect type '${typeOf(issue, name)}' for '${field}' at ${lineAndCharacter(text, offset)}`];
  }
  return issues.map((issue) => {
    const key = issue.path
      .map((part) => (typeof part === 'number' ? `[${part}]` : `.${pascal(String(part))}`))
      .join('');
    const last = pascal(String(issue.path.findLast((part) => typeof part === 'string') ?? name));
    return `Key: '${name}${key}' Error:Field validation for '${last}' failed on the '${tagOf(issue)}' tag`;
  });
}

/** A number below 0 is of a wrong type there, as whole numbers of a process have no sign. */
const isOfType = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'invalid_type' || (issue.code === 'too_small' && issue.origin === 'number' && issue.minimum === 0);

/** The core's word for the type. */
function typeOf(issue: z.core.$ZodIssue, name: string): string {
  const expected = issue.code === 'invalid_type' ? issue.expected : 'int';
  return expected === 'int' && name === 'ProcessConfig' ? 'uint64' : expected;
}

const pascal = (snake: string): string => snake.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

function tagOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return 'required';
  if (issue.code === 'invalid_value') return 'oneof';
  return issue.code === 'too_small' ? 'min' : issue.code;
}

function valueAt(document: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    document,
  );
}
