import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { Config } from './schema.ts';

const qualities = ['bright', 'calm', 'clear', 'dark', 'early', 'late', 'quiet', 'still', 'swift', 'wild'];
const things = ['brook', 'cloud', 'delta', 'field', 'lake', 'meadow', 'rain', 'river', 'stone', 'weir'];

const one = (words: readonly string[]): string => words[randomInt(words.length)] ?? '';

const PASSWORD_LENGTH = 18; // the core's own length
const secret = (): string => randomBytes(PASSWORD_LENGTH).toString('base64url').slice(0, PASSWORD_LENGTH);

/** The config of a first start: defaults, a new identity and new secrets. */
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
