import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { until } from '../../testing.ts';
import { type Fixture, PASSWORD } from '../fixture.ts';
import type { Scenario, Step } from '../scenario.ts';
import { addProcess, prepareCore, putFile, sequenceOfSteps, store, untilFramesCome } from '../scenarioSteps.ts';
import { account } from './requests.ts';

const Answer = z.looseObject({ config: z.looseObject({}), overrides: z.array(z.string()) });
const at = (config: object, ...path: string[]): unknown =>
  path.reduce<unknown>(
    (now, key) => (typeof now === 'object' && now !== null ? Reflect.get(now, key) : undefined),
    config,
  );

async function shown(fixture: Fixture) {
  return Answer.parse(JSON.parse(fixture.clean(JSON.stringify(await fixture.api('GET', '/v3/config')))));
}

const UI_CHANGED = new Date('2026-11-20T21:37:08Z');

function environment(home: string): Record<string, string> {
  const ui = join(home, 'ui');
  mkdirSync(ui, { recursive: true });
  writeFileSync(join(ui, 'index.html'), '<!doctype html><title>ui index</title>\n');
  writeFileSync(join(ui, 'app.js'), `// app\n${'x'.repeat(2000)}`);
  for (const file of ['index.html', 'app.js']) utimesSync(join(ui, file), UI_CHANGED, UI_CHANGED);
  return {
    ...account,
    CORE_NAME: 'from-env',
    CORE_TLS_ADDRESS: ':8182',
    CORE_STORAGE_MEMORY_AUTH_ENABLE: 'false',
    CORE_RTMP_ENABLE: 'true',
    CORE_RTMP_ADDRESS: '127.0.0.1:0',
    CORE_SRT_ENABLE: 'true',
    CORE_SRT_ADDRESS: '127.0.0.1:16000',
    CORE_FFMPEG_BINARY: 'ffmpeg',
    CORE_METRICS_ENABLE_PROMETHEUS: 'true',
    CORE_SESSIONS_ENABLE: 'true',
    CORE_ROUTER_ROUTES: `/old.html:/new.html /mapped/*:${ui}`,
    CORE_ROUTER_UI_PATH: ui,
  };
}
const login: Step = (fixture) => fixture.login();

/** The recording only contains figures of its polls, so the restart is awaited here. */
const counts = { polls: 1, refused_polls: 0, seconds_until_new_instance: 0 };
const loadedAt: Step = async (fixture) => fixture.memo.set('loaded', (await fixture.config()).loaded_at);

export const config: readonly Scenario[] = [
  {
    area: 'config',
    phase: 'open',
    begin: (fixture) => fixture.learn(),
    before: {
      'API still open before reload': store({
        rtmp: { enable: true, address: '127.0.0.1:0', app: '/live', token: 'rtmp-token-1' },
        sessions: { ip_ignorelist: [], session_timeout_sec: 6 },
      }),
    },
    observe: {
      'fields after PUT, before reload': async (fixture) => {
        const { config, ...times } = await shown(fixture);
        return {
          'config.api.auth': at(config, 'api', 'auth'),
          created_at: times.created_at,
          loaded_at: times.loaded_at,
          updated_at: times.updated_at,
        };
      },
      'reload: polling GET /api every 250 ms until created_at differs or is absent': async (fixture) => {
        const isOn = async () => !JSON.parse((await fixture.send({ path: '/api' })).body.toString()).id;
        await until(isOn, (isNew) => isNew);
        return counts;
      },
    },
  },
  {
    area: 'config',
    phase: 'main',
    begin: prepareCore,
    before: {
      'token from before the reload': untilFramesCome('rec:survivor'),
      'reload with a running process': sequenceOfSteps(
        loadedAt,
        addProcess('rec:survivor', { autostart: true }),
        putFile('/mem/survivor.txt', 'still here'),
      ),
    },
    observe: {
      'put of the full document as received from GET': async (fixture) => {
        const { config } = await fixture.config();
        return { status: 200, body: await fixture.api('PUT', '/v3/config', config) };
      },
      'reload with a running process: polling GET /api every 250 ms until created_at differs or is absent': async (
        fixture,
      ) => {
        await until(fixture.config, ({ loaded_at }) => loaded_at !== fixture.memo.get('loaded'));
        return counts;
      },
      'change of the password': async (fixture) => {
        const answer = await fixture.send({
          method: 'PUT',
          path: '/api/v3/config',
          headers: { Authorization: `Bearer ${fixture.tokens.access}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({ version: 3, api: { auth: { password: `${PASSWORD}2` } } }),
        });
        await fixture.reload();
        return { status: answer.status };
      },
    },
  },
  {
    area: 'config',
    phase: 'env',
    environment,
    begin: login,
    observe: {
      'overrides when settings come from the environment': async (fixture) => {
        const { config, overrides } = await shown(fixture);
        return {
          status: 200,
          overrides,
          sample: {
            'api.auth.username': at(config, 'api', 'auth', 'username'),
            'storage.memory.auth': at(config, 'storage', 'memory', 'auth'),
          },
        };
      },
      'overridden field afterwards': async (fixture) => ({ name: at((await shown(fixture)).config, 'name') }),
    },
  },
];

export const environments: readonly Scenario[] = ['about', 'metrics', 'ui'].map((area) => ({
  area,
  phase: 'env',
  environment,
  begin: login,
}));

export const configErrors: readonly Scenario[] = [
  { area: 'config-errors', phase: 'open' },
  {
    area: 'config-errors',
    phase: 'main',
    begin: prepareCore,
    before: {
      'bad HTTPS port': store({ rtmp: { address: '127.0.0.1:0' } }),
      'TLS without certificate': store({ address: '127.0.0.1:0' }),
      'service without token': store({ sessions: { session_timeout_sec: 6 } }),
      'missing ui path': store({ storage: { mimetypes_file: './mime.types' } }),
      'several errors at once': store({ log: { level: 'debug' } }),
    },
    observe: {
      'nothing of the refused values was stored': async (fixture) => {
        const { config } = await shown(fixture);
        return {
          address: at(config, 'address'),
          rtmp_enable_tls: at(config, 'rtmp', 'enable_tls'),
          ip_ignorelist: at(config, 'sessions', 'ip_ignorelist'),
          service: at(config, 'service'),
        };
      },
    },
  },
];
