import * as z from 'zod/mini';
import { PROBLEM_TYPE, ProblemDetails } from './agentEndpoints.ts';

type Schema = z.core.$ZodType;

const OPTIONAL = ['catch', 'default', 'optional'];

/** Answers are parsed leniently, but the document describes only the intended form. */
function describeWhatIsMeant({
  zodSchema,
  jsonSchema,
}: Parameters<NonNullable<z.core.ToJSONSchemaParams['override']>>[0]) {
  const { def } = zodSchema._zod;
  if (def.type === 'union' && jsonSchema.anyOf !== undefined) {
    const [only, ...others] = jsonSchema.anyOf.filter((option) => Object.keys(option).length > 0);
    if (others.length > 0) return;
    delete jsonSchema.anyOf;
    Object.assign(jsonSchema, only, only?.enum === undefined ? {} : { enum: [...only.enum, ''] });
  }
  if (def.type === 'object') {
    const { required = [] } = jsonSchema;
    const strict = required.filter((name) => !OPTIONAL.includes(def.shape[name]?._zod.def.type ?? ''));
    // In place, because a reduced union shares the list.
    required.splice(0, Number.POSITIVE_INFINITY, ...strict);
  }
}

export function jsonSchemaOf(schema: Schema) {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    ...{ io: 'input', unrepresentable: 'any', target: 'draft-2020-12' },
    override: describeWhatIsMeant,
  });
  return described;
}

export const MEDIA_TYPES = { json: 'application/json', text: 'text/plain', bytes: 'application/octet-stream' } as const;

export const templateOf = (path: string): string => path.replace(/:([a-z]+)/g, '{$1}').replace('*', '{path}');

const PATH_PARTS: Readonly<Record<string, object>> = { storage: { type: 'string', enum: ['disk', 'mem'] } };

export interface CallExample {
  readonly path: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly answer: unknown;
}

interface CallDescription {
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly sent: Schema | 'raw' | null;
  readonly answer: Schema;
  readonly carries: keyof typeof MEDIA_TYPES;
  /** Meaning of responses without content, by status, instead of 200. */
  readonly empty?: Readonly<Record<number, string>> | undefined;
  readonly isOpen: boolean;
  readonly scope?: string;
  readonly example?: CallExample | undefined;
  readonly refusal: 'Refusal' | 'Problem';
}

export function describeCall(call: CallDescription) {
  const { id, tag, summary, path, query, sent, answer, carries, empty, isOpen, refusal, scope, example } = call;
  const parameters = [
    ...[...path.matchAll(/\{([a-z]+)\}/g)].map(([, name]) => ({
      ...{ name, in: 'path', required: true, schema: PATH_PARTS[name ?? ''] ?? { type: 'string' } },
      ...(example === undefined ? {} : { example: example.path[name ?? ''] }),
    })),
    ...Object.entries(query).map(([name, description]) => ({
      ...{ name, in: 'query', description, schema: { type: 'string' } },
    })),
  ];
  const carried = MEDIA_TYPES[carries];
  return {
    ...{ tags: [tag], summary, operationId: id },
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(sent === null
      ? {}
      : {
          requestBody: {
            required: sent === 'raw' || !z.safeParse(sent, null).success,
            content:
              sent === 'raw'
                ? { [MEDIA_TYPES.bytes]: { schema: {} } }
                : { [MEDIA_TYPES.json]: { schema: jsonSchemaOf(sent), ...exampleOf(example?.body) } },
          },
        }),
    responses: {
      ...(empty === undefined
        ? {
            200: {
              description: 'Done',
              content: { [carried]: { schema: jsonSchemaOf(answer), ...exampleOf(example?.answer) } },
            },
          }
        : Object.fromEntries(Object.entries(empty).map(([status, description]) => [status, { description }]))),
      default: { $ref: `#/components/responses/${refusal}` },
    },
    ...(isOpen ? { security: [] } : {}),
    ...(isOpen || scope === undefined ? {} : { security: [{ token: [scope] }] }),
  };
}

const exampleOf = (example: unknown) => (example === undefined ? {} : { example });

export const problemResponse = () => ({
  description: 'Refused, with the reason (RFC 9457)',
  content: { [PROBLEM_TYPE]: { schema: jsonSchemaOf(ProblemDetails) } },
});
