import * as z from 'zod';
import { HeadlessError } from './error.ts';
import type { RunState } from './types.ts';

const STATES = [
  'stopped',
  'starting',
  'live',
  'held',
  'stopping',
  'failing',
  'unknown',
] as const satisfies readonly RunState[];

const settings = z.record(z.string(), z.unknown());
const audio = z.union([z.enum(['video', 'silence', 'tone', 'none']), z.templateLiteral(['source:', z.string()])]);

const channelName = z.string().trim().min(1, 'A channel needs a name');

/** What methods take. Programs in JavaScript are checked by nobody else. */
const shapes = {
  address: z.url({ protocol: /^https?$/, error: 'expected an address such as http://localhost:8080' }),
  user: z.strictObject({ name: z.string().min(1), password: z.string().min(1) }),
  id: z.string().min(1),
  state: z.enum(STATES),
  patience: z.number().nonnegative(),
  channel: z.strictObject({
    name: channelName,
    source: z.strictObject({
      tile: z.string(),
      settings: settings.optional(),
      file: z.instanceof(File).optional(),
      audio: audio.optional(),
      audioFile: z.instanceof(File).optional(),
    }),
    license: z.string().optional(),
    id: z.uuid().optional(),
    patienceMs: z.number().nonnegative().optional(),
  }),
  texts: z.strictObject({
    name: channelName.optional(),
    description: z.string().optional(),
    author_name: z.string().optional(),
    author_description: z.string().optional(),
    license: z.string().optional(),
  }),
  publication: z.strictObject({
    service: z.string(),
    settings,
    name: z.string().optional(),
    channel: z.string().optional(),
  }),
  change: z.strictObject({ settings: settings.optional(), name: z.string().optional() }),
};

/** The value, as it was given. @throws HeadlessError `refused`, which says what is wrong with it and where */
export function checkArgument<T>(name: keyof typeof shapes, value: T): T {
  const { error } = shapes[name].safeParse(value);
  if (error)
    throw new HeadlessError(
      'refused',
      error.issues.map(({ path, message }) => `${[name, ...path].join('.')}: ${message}`).join('; '),
    );
  return value;
}
