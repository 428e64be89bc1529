import { expect, it } from 'vitest';
import { Config } from './answers/config.ts';
import { endpoints } from './endpoints.ts';
import recorded from './fixtures/answers.json' with { type: 'json' };
import cores from './fixtures/cores.json' with { type: 'json' };

/** Answers of core 16.14.0 by endpoint. Recordings contain no tokens, so a sample replaces them. */
const filled: typeof recorded = JSON.parse(
  JSON.stringify(recorded).replaceAll('{{JWT}}', 'eyJhbGci.eyJleGkiOjYwMH0.s-_1'),
);
const rows = Object.entries(filled).flatMap(([endpoint, answers]) =>
  answers.map(({ name, body }) => ({ endpoint: endpoint as keyof typeof endpoints, name, body: body as unknown })),
);

it('the recordings contain answers', () => expect(rows.length).toBeGreaterThan(80));

it.each(rows)('$endpoint accepts the recorded answer: $name', ({ endpoint, body }) => {
  const parsed = endpoints[endpoint].answer.safeParse(body);
  expect(parsed.error).toBeUndefined();
});

/** One core per config version: 1 (16.7, 16.8), 2 (16.9), 3 (16.10 and later). */
const ofCores = Object.entries(cores).flatMap(([core, { refused: _, ...answers }]) =>
  Object.entries(answers).flatMap(([endpoint, found]) =>
    found.map(({ name, body }) => ({ core, endpoint: endpoint as keyof typeof answers, name, body: body as unknown })),
  ),
);

it.each(ofCores)('$endpoint accepts the answer of core $core: $name', ({ endpoint, body }) => {
  const parsed = endpoints[endpoint].answer.safeParse(body);
  expect(parsed.error).toBeUndefined();
});

it.each([
  ['missing', undefined, ['localjwt']],
  ['null', null, []],
  ['empty', [], []],
  ['unknown', ['x'], ['x']],
])('the description of a core reads login methods that are %s as %j', (_, auths, expected) => {
  const about = { app: 'datarhei-core', version: { number: '16.7.2' }, ...(auths === undefined ? {} : { auths }) };
  expect(endpoints.about.answer.parse(about).auths).toEqual(expected);
});

it('a process state contains no invented figures', () => {
  const running = endpoints.processState.answer.parse({ order: 'start', exec: 'running', runtime_seconds: 3 });
  expect(running).toMatchObject({ reconnect_seconds: -1, last_logline: '', command: [] });
});

it.each([
  ['a list of 15.x', ['.ts'], { allow: ['.ts'], block: [] }],
  ['an object of 16.x', { allow: [], block: ['.m3u8'] }, { allow: [], block: ['.m3u8'] }],
])('the config reads cache types given as %s', (_, types, expected) => {
  const { config } = endpoints.config.answer.parse({ config: { storage: { disk: { cache: { types } } } } });
  expect(config.storage?.disk?.cache?.types).toEqual(expected);
});

it('the config keeps unknown fields', () => {
  const { config } = endpoints.config.answer.parse({ config: { playout: { enable: true } }, overrides: null });
  expect(config).toMatchObject({ playout: { enable: true } });
});

it.each([
  [{ api: { auth: { password: 'secret', jwt: { secret: 'signs' } } } }, true, true],
  [{ api: { auth: { password: '', jwt: { secret: '' } } } }, false, false],
  [{ api: { auth: { jwt: {} } } }, false, false],
])('the config keeps of login secrets only whether they are set: %j', (config, password, secret) => {
  const { auth } = Config.parse(config).api ?? {};
  expect(auth).toMatchObject({ password, jwt: { secret } });
  expect(Config.parse({ api: { auth: {} } }).api?.auth).toMatchObject({ enable: false, username: '', password: false });
});
