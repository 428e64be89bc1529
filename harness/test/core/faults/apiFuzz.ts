import { expect } from 'vitest';
import { cheapProcess, type RunningCore, runCore, seededRandom } from './runCore.ts';

type Random = ReturnType<typeof seededRandom>;

type Endpoint = readonly [method: string, path: string, example: unknown];

export const endpoints: readonly Endpoint[] = [
  ['POST', '/api/login', { username: 'a', password: 'b' }],
  ['PUT', '/api/v3/config', { version: 3, name: 'n', log: { level: 'info', topics: [], max_lines: 10 } }],
  ['POST', '/api/v3/process', cheapProcess('new')],
  ['PUT', '/api/v3/process/there', cheapProcess('there')],
  ['PUT', '/api/v3/process/there/command', { command: 'stop' }],
  ['PUT', '/api/v3/process/there/metadata/k', { a: [1, { b: null }] }],
  ['PUT', '/api/v3/metadata/k', { a: [1, { b: null }] }],
  ['POST', '/api/v3/metrics', { timerange_sec: 10, interval_sec: 1, metrics: [{ name: 'cpu', labels: { a: '.*' } }] }],
];

const odd = [null, true, 0, -1, 1e308, 2 ** 53, 0.1, '', ' ', '\0', '\ud800', '{memfs}', '#a:output=b', '../..', '💥'];
const keys = ['__proto__', 'constructor', 'toString', 'id', 'input', 'output', 'options', 'address', ''] as const;

function oddValue(random: Random, depth = 0): unknown {
  const kind = random.below(depth > 3 ? 2 : 4);
  if (kind === 0) return odd[random.below(odd.length)];
  if (kind === 1) return 'x'.repeat(random.below(3000));
  if (kind === 2) return Array.from({ length: random.below(5) }, () => oddValue(random, depth + 1));
  return Object.fromEntries(
    Array.from({ length: random.below(5) }, () => [random.pick(keys), oddValue(random, depth + 1)]),
  );
}

function changed(value: unknown, random: Random): unknown {
  if (random.below(8) === 0) return oddValue(random);
  if (Array.isArray(value)) return value.map((part) => changed(part, random));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, changed(part, random)]));
}

function bodyOf(example: unknown, random: Random): Buffer | string {
  const text = JSON.stringify(changed(example, random));
  switch (random.below(6)) {
    case 0:
      return Buffer.from(Array.from({ length: random.below(300) }, () => random.below(256)));
    case 1:
      return text.slice(0, random.below(text.length + 1));
    case 2: {
      const at = random.below(text.length + 1);
      return `${text.slice(0, at)}${String.fromCharCode(random.below(0x500))}${text.slice(at + random.below(3))}`;
    }
    default:
      return text;
  }
}

const types = ['application/json', 'application/json', 'application/json', 'text/plain', 'a', ''] as const;
/** A failed login takes 5 s, so these requests run in parallel. */
const atOnce = (path: string) => (path === '/api/login' ? 60 : 8);

export async function fuzzTarget([, path]: Endpoint): Promise<RunningCore> {
  const auth = { CORE_API_AUTH_ENABLE: 'true', CORE_API_AUTH_USERNAME: 'admin', CORE_API_AUTH_PASSWORD: 'secret' };
  const environment = { CORE_FFMPEG_MAX_PROCESSES: '2', ...(path === '/api/login' ? auth : {}) };
  const core = await runCore({ environment });
  await core.ask('POST', '/api/v3/process', cheapProcess('there'));
  return core;
}

export async function fuzzApi(
  core: RunningCore,
  [method, path, example]: Endpoint,
  { count, seed }: { count: number; seed: number },
): Promise<void> {
  const random = seededRandom(seed);
  let left = count;
  const sendNext = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const body = bodyOf(example, random);
      const { status, text } = await core.ask(method, path, body, { 'Content-Type': random.pick(types) });
      const label = `seed ${seed}: ${method} ${path} ${JSON.stringify(body.toString())} -> ${text}`;
      expect(status, label).toBeLessThan(500);
    }
  };
  await Promise.all(Array.from({ length: atOnce(path) }, sendNext));
  expect(core.child.exitCode).toBeNull();
  expect(core.said()).not.toMatch(/level=ERROR|Unexpected fault/);
}
