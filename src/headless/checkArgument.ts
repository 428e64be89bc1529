import * as z from 'zod';
import { services } from '../catalog/services/index.ts';
import { sources } from '../catalog/sources/index.ts';
import { wizardTiles } from '../catalog/wizardTiles.ts';
import { licenseOf, licenses } from '../media/stored/licenses.ts';
import { HeadlessError } from './error.ts';
import { formatList, quote } from './formatList.ts';
import type { PushTile, RunState } from './types.ts';

const STATES = [
  'stopped',
  'starting',
  'live',
  'held',
  'stopping',
  'failing',
  'unknown',
] as const satisfies readonly RunState[];
const PUSH_TILES = ['rtmp', 'srt'] as const satisfies readonly PushTile[];
const AUDIO = ['video', 'silence', 'tone', 'none', ...audioSources()];
const TILES = wizardTiles.map(({ id }) => id);
const SERVICES = services.filter(({ retired }) => !retired).map(({ id }) => id);
const LICENSES = licenses.map(({ id }) => id);

function audioSources(): string[] {
  const own = ['videoaudio', 'noaudio', 'virtualaudio'];
  return sources
    .filter(({ id, media }) => media.includes('audio') && !own.includes(id))
    .map(({ id }) => `source:${id}`);
}

const oneOf = (values: readonly string[], isKnown = (id: string) => values.includes(id)) =>
  z.string().refine(isKnown, { error: ({ input }) => unknownText(input, values) });

const unknownText = (value: unknown, values: readonly string[]) => `${quote(value)} is none of ${formatList(values)}`;

const strict = <S extends Record<string, z.ZodType>>(shape: S) =>
  z.strictObject(shape, {
    error: ({ code, keys }) =>
      code === 'unrecognized_keys' && Array.isArray(keys)
        ? `there is no ${formatList(keys.map(String))} here, but ${formatList(Object.keys(shape))}`
        : undefined,
  });

const text = z.string().refine((value) => value.trim() !== '', { error: 'a text is missing' });
const settings = z.record(z.string(), z.unknown());
const file = z.instanceof(File, { error: 'expected a File' });
const patience = z.number().nonnegative();
const license = oneOf(LICENSES, (id) => licenseOf(id) !== null);

const isStorage = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  ['read', 'write', 'remove', 'listen'].every((method) => typeof Reflect.get(value, method) === 'function');

/** Arguments are validated at run time, because JavaScript programs have no types. */
const shapes = {
  user: strict({ name: text, password: z.string().min(1) }),
  storage: z.unknown().refine(isStorage, { error: 'expected one such as fileStorage("login.json")' }),
  file: text,
  id: text,
  newId: z.uuid(),
  tile: z.enum(PUSH_TILES),
  state: z.enum(STATES),
  patience,
  channel: strict({
    name: text,
    source: strict({
      tile: oneOf(TILES),
      settings: settings.optional(),
      file: file.optional(),
      audio: oneOf(AUDIO).optional(),
      audioFile: file.optional(),
    }),
    license: license.optional(),
    id: z.uuid().optional(),
    patienceMs: patience.optional(),
  }),
  texts: strict({
    name: text.optional(),
    description: z.string().optional(),
    author_name: z.string().optional(),
    author_description: z.string().optional(),
    license: license.optional(),
  }),
  publication: strict({
    service: oneOf(SERVICES),
    settings,
    name: z.string().optional(),
    channel: text.optional(),
  }),
  change: strict({ settings: settings.optional(), name: z.string().optional() }),
};

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  object: 'an object',
  record: 'an object',
};

/** Texts for issues without a message in the schemas. */
function inPlainWords({ code, input, expected, values }: z.core.$ZodRawIssue): string {
  const kind = Array.isArray(values) ? `one of ${formatList(values.map(String))}` : KINDS[String(expected)];
  if (input === undefined || input === '') return `${kind ?? 'a text'} is missing`;
  if (code === 'invalid_format') return 'expected a UUID such as 7f0c3a52-6a7e-4b0e-9d0f-2f6d1c1b8a90';
  if (code === 'too_small') return 'expected 0 or more';
  return Array.isArray(values) ? unknownText(input, values.map(String)) : `expected ${kind ?? 'another value'}`;
}

/** @throws HeadlessError `refused`, with the fault and its place */
export function checkArgument<T>(name: keyof typeof shapes, value: T): T {
  const { error } = shapes[name].safeParse(value, { error: inPlainWords });
  if (error)
    throw new HeadlessError(
      'refused',
      error.issues.map(({ path, message }) => `${[name, ...path].join('.')}: ${message}`).join('; '),
    );
  return value;
}
