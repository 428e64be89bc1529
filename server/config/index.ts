import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError } from '../apiError.ts';
import { writeAtomically } from '../file.ts';
import { initialConfig } from './defaults.ts';
import { type Override, overridesOf } from './environment.ts';
import { merge, migrated, nested } from './merge.ts';
import { Config } from './schema.ts';
import { type Machine, validationErrors } from './validate.ts';

/** What `GET /v3/config` answers. */
export interface ConfigAnswer {
  readonly created_at: string;
  readonly loaded_at: string;
  readonly updated_at: string;
  readonly config: Config;
  readonly overrides: readonly string[];
}

export interface ConfigStore {
  readonly file: string;
  /** In effect now. */
  active(): Config;
  /** Stored, with the environment over it: in effect after the next reload. */
  next(): Config;
  answer(): ConfigAnswer;
  /** Merges, checks and stores. Answers the refused values by field; `{}` means stored. Throws ZodError on wrong types. */
  put(patch: Readonly<Record<string, unknown>>): Promise<Record<string, string[]>>;
  /** From now on `config` is in effect. */
  activate(config: Config): void;
}

/** What the core shows before the first PUT of a run. */
const NEVER = '0001-01-01T00:00:00Z';

/** Reads or makes `config.json`. Throws one line that names a bad file, a bad variable or a bad value. */
export async function openConfig(
  environment: Readonly<Record<string, string | undefined>>,
  machine: Machine,
): Promise<ConfigStore> {
  const overrides = overridesOf(environment);
  const file = environment.CORE_CONFIGFILE || join(environment.CORE_DB_DIR || './config', 'config.json');
  const found = await load(file);
  let stored = found ?? initialConfig(new Date());
  if (found === null) await save(file, stored);
  const overlaid = (config: Config) => Config.parse(overrides.reduce<unknown>(applyOverride, config));

  let active = overlaidOrThrow(stored, overrides);
  const refused = Object.entries(validationErrors(active, machine));
  if (refused.length > 0) {
    throw new Error(
      refused.map(([field, texts]) => `bad value of ${named(field, overrides)}: ${texts.join(', ')}`).join('; '),
    );
  }

  let updatedAt = NEVER;
  let lastStamp = 0;
  /** Clients compare these times to see whether a reload is due, so no two are equal. */
  const stamp = (): string => {
    lastStamp = Math.max(Date.now(), lastStamp + 1);
    return new Date(lastStamp).toISOString();
  };
  let loadedAt = stamp();
  /** One PUT after the other: each merges into what the one before has stored. */
  let lastPut: Promise<unknown> = Promise.resolve();

  const put = async (patch: Readonly<Record<string, unknown>>) => {
    const merged = Config.parse(merge(stored, { ...Object(migrated(patch)), version: 3 }));
    const problems = validationErrors(overlaid(merged), machine);
    if (Object.keys(problems).length > 0) return problems;
    const now = stamp();
    const next = { ...merged, created_at: now };
    await save(file, next).catch((error: unknown) => {
      throw new ApiError(500, 'The change could not be saved', [
        error instanceof Error ? error.message : String(error),
      ]);
    });
    stored = next;
    updatedAt = now;
    return {};
  };

  return {
    file,
    active: () => active,
    next: () => overlaid(stored),
    answer: () => ({
      created_at: stored.created_at,
      loaded_at: loadedAt,
      updated_at: updatedAt,
      config: overlaid(stored),
      overrides: overrides.map(({ field }) => field),
    }),
    put: (patch) => {
      const work = lastPut.then(() => put(patch));
      lastPut = work.catch(() => undefined);
      return work;
    },
    activate: (config) => {
      active = config;
      loadedAt = stamp();
    },
  };
}

const applyOverride = (config: unknown, { field, value }: Override): unknown => merge(config, nested(field, value));

function overlaidOrThrow(config: Config, overrides: readonly Override[]): Config {
  const result = Config.safeParse(overrides.reduce<unknown>(applyOverride, config));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Error(`bad value of ${named(issue?.path.join('.') ?? '', overrides)}: ${issue?.message ?? ''}`);
}

/** The variable, where one sets the field: that is what has to be changed. */
const named = (field: string, overrides: readonly Override[]): string =>
  overrides.find((each) => each.field === field)?.name ?? field;

async function load(file: string): Promise<Config | null> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return null;
    throw new Error(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  try {
    return Config.parse(merge(initialConfig(new Date()), { ...Object(migrated(JSON.parse(text))), version: 3 }));
  } catch (error) {
    throw new Error(
      `${file} is not a config: ${error instanceof Error ? error.message.replace(/\s+/g, ' ') : String(error)}`,
    );
  }
}

async function save(file: string, config: Config): Promise<void> {
  try {
    await writeAtomically(file, `${JSON.stringify(config, null, 4)}\n`);
  } catch (error) {
    throw new Error(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}
