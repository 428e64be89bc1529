import type { FastifyRequest } from 'fastify';
import type * as z from 'zod';
import { ApiError } from './error.ts';
import { lineAndCharacter, locate, placeKey } from './syntax.ts';

const refuse = (...details: string[]) => new ApiError(400, 'Invalid JSON', details);

interface Reading {
  /** The core's name of the document, seen in its messages: `Key: 'ProcessConfig.Input' ...` */
  readonly name?: string;
  /** Accept any content type (PUT config does). */
  readonly anyContentType?: boolean;
}

/** The JSON body of a request, parsed by `schema`. Throws ApiError 400 `Invalid JSON` with one detail per fault. */
export function readJson<S extends z.ZodType>(request: FastifyRequest, schema: S, reading: Reading = {}): z.output<S> {
  const text = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
  if (reading.anyContentType !== true) {
    if (text === '') throw refuse("request doesn't contain any content");
    if (!(request.headers['content-type'] ?? '').startsWith('application/json')) {
      throw refuse("request doesn't contain JSON content");
    }
  }
  return parseJson(text, schema, reading.name ?? 'Body');
}

export function parseJson<S extends z.ZodType>(text: string, schema: S, name: string): z.output<S> {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    const found = locate(text);
    if (!('fault' in found)) throw refuse(error instanceof Error ? error.message : 'not JSON');
    throw refuse(`syntax error at ${lineAndCharacter(text, found.fault.offset)}: ${found.fault.message}`);
  }
  const result = schema.safeParse(document);
  if (result.success) return result.data;
  throw refuse(...details(text, document, result.error.issues, name));
}

/** The core stops at the first value of a wrong type; only then it looks for what is missing or not allowed. */
function details(text: string, document: unknown, issues: readonly z.core.$ZodIssue[], name: string): string[] {
  const found = locate(text);
  const places = 'places' in found ? found.places : new Map<string, number>();
  const [wrongType] = issues
    .filter((issue) => isOfType(issue) && valueAt(document, issue.path) !== undefined)
    .map((issue) => ({ issue, offset: places.get(placeKey(issue.path)) ?? 0 }))
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
