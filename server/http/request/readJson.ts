import type { FastifyRequest } from 'fastify';
import type * as z from 'zod';
import { ApiError } from '../../util/apiError.ts';
import { limit } from '../../util/limits.ts';
import { createTooLarge } from './bodyReader.ts';
import { buildPlaces, findShapeFault, formatPosition, locateInJson } from './jsonSyntax.ts';

const refuse = (...details: string[]) => new ApiError(400, 'Invalid JSON', details);

interface JsonReadOptions {
  /** The real core's name of the document, shown in its messages: `Key: 'ProcessConfig.Input' ...` */
  readonly name?: string;
  /** True for PUT config, which accepts any content type. */
  readonly anyContentType?: boolean;
  readonly mostBytes?: number;
  readonly mostValues?: number;
}

// A schema reports one fault per value, so values must be few.
const MAX_BYTES = 2 * 1024 * 1024;
// The depth limit of the real core's parser.
const MAX_DEPTH = 10_000;
/** In longer texts the position of a fault is not searched. */
const LOCATED_CHARACTERS = 256 * 1024;
/** Faults reported in one response. */
const TOLD_FAULTS = 20;
/** A fault contains the field name, which the client may have chosen. */
const TOLD_CHARACTERS = 300;

/** Throws an `ApiError` 400 `Invalid JSON` with one detail per fault. */
export function readJson<S extends z.ZodType>(
  request: FastifyRequest,
  schema: S,
  reading: JsonReadOptions = {},
): z.output<S> {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  if (bytes.length > (reading.mostBytes ?? MAX_BYTES)) throw createTooLarge();
  if (reading.anyContentType !== true) {
    if (bytes.length === 0) throw refuse("request doesn't contain any content");
    if (!(request.headers['content-type'] ?? '').startsWith('application/json')) {
      throw refuse("request doesn't contain JSON content");
    }
  }
  return parseJson(bytes.toString('utf8'), schema, reading.name ?? 'Body', reading.mostValues);
}

export function parseJson<S extends z.ZodType>(
  text: string,
  schema: S,
  name: string,
  mostValues = limit('jsonValues'),
): z.output<S> {
  const shape = findShapeFault(text, { levels: MAX_DEPTH, values: mostValues });
  if (shape === 'tooMany') throw new ApiError(413, 'Request Entity Too Large', ['the body has too many values']);
  if (shape !== null) throw refuse(`syntax error at ${formatPosition(text, shape.deepAt)}: exceeded max depth`);
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    const found = text.length > LOCATED_CHARACTERS ? null : locateInJson(text, null);
    if (found?.kind !== 'fault') throw refuse(formatDetail(error instanceof Error ? error.message : 'not JSON'));
    throw refuse(`syntax error at ${formatPosition(text, found.offset)}: ${found.message}`);
  }
  const result = schema.safeParse(document);
  if (result.success) return result.data;
  throw refuse(...details(text, document, result.error.issues, name));
}

const formatDetail = (detail: string): string =>
  detail.length > TOLD_CHARACTERS ? `${detail.slice(0, TOLD_CHARACTERS)}…` : detail;

/** The real core reports the first value of a wrong type; only without one, what is missing or forbidden. */
function details(text: string, document: unknown, issues: readonly z.core.$ZodIssue[], name: string): string[] {
  const wrong = issues.filter((issue) => isOfType(issue) && valueAt(document, issue.path) !== undefined);
  const [first] = wrong;
  if (first !== undefined) {
    const found =
      text.length > LOCATED_CHARACTERS
        ? null
        : locateInJson(text, buildPlaces(wrong.map((issue) => [issue.path, issue])));
    const { noted: issue, offset } = found?.kind === 'found' ? found : { noted: first, offset: 0 };
    const field = issue.path.filter((key) => typeof key === 'string').join('.');
    return [`expect type '${typeOf(issue, name)}' for '${formatDetail(field)}' at ${formatPosition(text, offset)}`];
  }
  return issues.slice(0, TOLD_FAULTS).map((issue) => {
    const key = issue.path
      .map((part) => (typeof part === 'number' ? `[${part}]` : `.${pascal(String(part))}`))
      .join('');
    const last = pascal(String(issue.path.findLast((part) => typeof part === 'string') ?? name));
    return `Key: '${name}${formatDetail(key)}' Error:Field validation for '${formatDetail(last)}' failed on the '${tagOf(issue)}' tag`;
  });
}

/** The real core's unsigned types make a negative number a wrong type. */
const isOfType = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'invalid_type' || (issue.code === 'too_small' && issue.origin === 'number' && issue.minimum === 0);

/** Returns the real core's name of the type. */
function typeOf(issue: z.core.$ZodIssue, name: string): string {
  const expected = issue.code === 'invalid_type' ? issue.expected : 'int';
  return expected === 'int' && name === 'ProcessConfig' ? 'uint64' : expected;
}

const pascal = (snake: string): string =>
  snake.slice(0, TOLD_CHARACTERS + 1).replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

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
