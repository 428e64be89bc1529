import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { Config } from './schema.ts';

const qualities = ['bright', 'calm', 'clear', 'dark', 'early', 'late', 'quiet', 'still', 'swift', 'wild'];
const things = ['brook', 'cloud', 'delta', 'field', 'lake', 'meadow', 'rain', 'river', 'stone', 'weir'];

const one = (words: readonly string[]): string => words[randomInt(words.length)] ?? '';

const PASSWORD_LENGTH = 18; // the core's own length
const secret = (): string => randomBytes(PASSWORD_LENGTH).toString('base64url').slice(0, PASSWORD_LENGTH);

const MBYTE = 1024 * 1024;

/**
 * The config that a first start stores. Files may take half of the memory: an endless segment or upload is refused
 * before the machine is full. A config that was stored before keeps its values, and 0 stays unlimited.
 */
export function firstConfig(now: Date, memoryBytes: number): Config {
  const config = initialConfig(now);
  const memory = { ...config.storage.memory, max_size_mbytes: Math.max(1, Math.floor(memoryBytes / 2 / MBYTE)) };
  return { ...config, storage: { ...config.storage, memory } };
}

/** Defaults, a new identity and new secrets. */
export function initialConfig(now: Date): Config {
  const config = Config.parse({});
  return {
    ...config,
    created_at: now.toISOString(),
    id: randomUUID(),
    name: `${one(qualities)}-${one(things)}-${String(randomInt(10_000)).padStart(4, '0')}`,
    api: { ...config.api, auth: { ...config.api.auth, jwt: { secret: secret() } } },
    storage: {
      ...config.storage,
      memory: { ...config.storage.memory, auth: { ...config.storage.memory.auth, password: secret() } },
    },
  };
}
