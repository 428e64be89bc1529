import { join, resolve } from 'node:path';
import { ApiError } from '../util/apiError.ts';
import { messageOf } from '../util/errorMessage.ts';
import type { KeptFile, OnRestored } from '../util/keptFile.ts';
import { findUnmetDemands } from './automaticDemands.ts';
import { createUnguardedCoreError, openConfigFile, readConfig } from './configFile.ts';
import { Config, createFirstConfig } from './configSchema.ts';
import {
  type AcmeSettings,
  type Override,
  readAcmeSettings,
  readEnvironmentOverrides,
  readPushMbytes,
  readTrustedProxies,
} from './environment.ts';
import { mergeConfigDocuments, migrateDocument, nestField } from './mergeConfigDocuments.ts';
import { dropKeptSecrets } from './secrets.ts';
import { findUnsafeSettings, type Sender } from './unsafeSettings.ts';
import { type Machine, validateConfig } from './validate.ts';

export interface ConfigAnswer {
  readonly created_at: string;
  readonly loaded_at: string;
  readonly updated_at: string;
  readonly config: Config;
  readonly overrides: readonly string[];
}

export interface ConfigStore {
  readonly file: string;
  readonly trustedProxies: readonly string[];
  readonly acme: AcmeSettings;
  readonly pushMbytes: number | null;
  active(): Config;
  /** The stored config with the environment over it, in effect after the next reload. */
  next(): Config;
  answer(): ConfigAnswer;
  /** Returns the rejected values by field, `{}` if stored. Throws a `ZodError` for wrong types. */
  put(patch: Readonly<Record<string, unknown>>, sender: Sender): Promise<Record<string, string[]>>;
  activate(config: Config): void;
}

/** Shown by the core before the first PUT of a run. */
const NEVER = '0001-01-01T00:00:00Z';

type Environment = Readonly<Record<string, string | undefined>>;

export const findConfigFile = ({ CORE_CONFIGFILE, CORE_DB_DIR }: Environment): string =>
  CORE_CONFIGFILE || join(CORE_DB_DIR || './config', 'config.json');

export async function openConfig(
  environment: Environment,
  machine: Machine,
  hasRecords: (dbDir: string) => Promise<boolean>,
  onRestored?: OnRestored,
): Promise<ConfigStore> {
  const overrides = readEnvironmentOverrides(environment);
  const trustedProxies = readTrustedProxies(environment);
  const acme = readAcmeSettings(environment);
  const pushMbytes = readPushMbytes(environment);
  const file = findConfigFile(environment);
  const configFile = openConfigFile(file, onRestored);
  const found = await readConfig(configFile);
  let stored = found.kind === 'config' ? found.config : createFirstConfig(new Date(), machine.memoryBytes());
  const applyOverrides = (config: Config) => Config.parse(overrides.reduce<unknown>(applyOverride, config));

  let active = overlaidOrThrow(stored, overrides);
  const refused = Object.entries(validateConfig(active, machine));
  if (refused.length > 0) {
    throw new Error(
      refused.map(([field, texts]) => `bad value of ${nameOfField(field, overrides)}: ${texts.join(', ')}`).join('; '),
    );
  }

  if (found.kind !== 'config') {
    // A core that is open on purpose states so in its config or environment.
    const isStated = overrides.some(({ field }) => field === 'api.auth.enable');
    const dbDir = resolve(active.db.dir);
    if (!isStated && (await hasRecords(dbDir))) throw createUnguardedCoreError(file, found.kind, dbDir);
    await save(configFile, stored);
  }
  await configFile.ensureCopy();

  let updatedAt = NEVER;
  let lastStamp = 0;
  /** Clients compare these times to detect a due reload, so no two may be equal. */
  const stamp = (): string => {
    lastStamp = Math.max(Date.now(), lastStamp + 1);
    return new Date(lastStamp).toISOString();
  };
  let loadedAt = stamp();
  /** PUTs are serialized: each merges into the config that the previous one stored. */
  let lastPut: Promise<unknown> = Promise.resolve();

  const update = async (patch: Readonly<Record<string, unknown>>, sender: Sender) => {
    const merged = Config.parse(
      mergeConfigDocuments(stored, { ...Object(migrateDocument(dropKeptSecrets(patch))), version: 3 }),
    );
    const effective = applyOverrides(merged);
    const before = applyOverrides(stored);
    const problems = { ...findUnsafeSettings(effective, before, sender), ...validateConfig(effective, machine) };
    if (Object.keys(problems).length > 0) return problems;
    const unmet = await findUnmetDemands(effective, before, acme.httpPort);
    if (Object.keys(unmet).length > 0) return unmet;
    const now = stamp();
    const next = { ...merged, created_at: now };
    await save(configFile, next).catch((error: unknown) => {
      throw new ApiError(500, 'The change could not be saved', [messageOf(error)]);
    });
    stored = next;
    updatedAt = now;
    return {};
  };

  return {
    file,
    trustedProxies,
    acme,
    pushMbytes,
    active: () => active,
    next: () => applyOverrides(stored),
    answer: () => ({
      created_at: stored.created_at,
      loaded_at: loadedAt,
      updated_at: updatedAt,
      config: applyOverrides(stored),
      overrides: overrides.map(({ field }) => field),
    }),
    put: (patch, sender) => {
      const work = lastPut.then(() => update(patch, sender));
      lastPut = work.catch(() => undefined);
      return work;
    },
    activate: (config) => {
      active = config;
      loadedAt = stamp();
    },
  };
}

const applyOverride = (config: unknown, { field, value }: Override): unknown =>
  mergeConfigDocuments(config, nestField(field, value));

function overlaidOrThrow(config: Config, overrides: readonly Override[]): Config {
  const result = Config.safeParse(overrides.reduce<unknown>(applyOverride, config));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Error(`bad value of ${nameOfField(issue?.path.join('.') ?? '', overrides)}: ${issue?.message ?? ''}`);
}

const nameOfField = (field: string, overrides: readonly Override[]): string =>
  overrides.find((override) => override.field === field)?.name ?? field;

async function save(configFile: KeptFile, config: Config): Promise<void> {
  try {
    await configFile.write(`${JSON.stringify(config, null, 4)}\n`);
  } catch (error) {
    throw new Error(`${configFile.path} cannot be written: ${messageOf(error)}`);
  }
}
