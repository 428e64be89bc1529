import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AgentEvent, actOnCore } from '../../../agent/actOnCore.ts';
import { LEASE_FILE } from '../../../agent/agentLease.ts';
import { agentProgramOf } from '../../../server/agent/agentArgument.ts';
import { openCore } from '../../../server/core.ts';
import { type Core, createCoreClient } from '../../../src/api/client.ts';
import { holdFile, holdOrderFile, holdStatusFile, slateId } from '../../../src/api/processIds.ts';
import { parseHoldStatus } from '../../../src/media/hold/holdStatus.ts';
import { runFfmpeg } from '../../streams/ffmpeg.ts';
import { scaleToMachine } from '../testing/machineSlowness.ts';
import { NIGHTLY } from '../testing/quickOrWholeSuite.ts';
import { CHANNEL, INGEST, ingest, makeClip, pushClip, READER, stoppedReader } from './heldChannel.ts';
import { until } from './testing.ts';
import { testTempDir } from './testTempDir.ts';

/* Kills the agent at a write, before or after the core receives it, and starts the next one like the supervisor. */

/** `write`: `METHOD path`, without the address of the API. `before`: writes so far. */
type Write = (write: string, body: string, before: readonly string[]) => boolean;

const LIST = `/fs/mem/${holdFile(CHANNEL)}`;
const ORDER = `/fs/mem/${holdOrderFile(CHANNEL)}`;
const SLATE = `/process/${slateId(CHANNEL)}`;
const endsWithSlate = (list: string) => list.trimEnd().split('\n').at(-1)?.startsWith('hold-') === true;
const says = (part: string) => (write: string, body: string) =>
  write === `PUT /fs/mem/${holdStatusFile(CHANNEL)}` && body.includes(`"onAir":"${part}"`);

const WRITES: Readonly<Record<string, Write>> = {
  'its lease': (write) => write === `PUT /fs/mem/${LEASE_FILE}`,
  'the process that draws': (write, body) => write === 'POST /process' && body.includes(slateId(CHANNEL)),
  'the start of the drawing': (write) => write === `PUT ${SLATE}/command`,
  'the first list': (write) => write === `PUT ${LIST}`,
  'its word that the source is on the air': says('source'),
  'a list that goes on': (write, body) => write === `PUT ${LIST}` && body.includes('SEQUENCE:3\n'),
  'another image': (write) => write === `PUT ${SLATE}`,
  'the start of its drawing': (write, _, before) => write === `PUT ${SLATE}/command` && before.includes(`PUT ${SLATE}`),
  'the list that has the image': (write, body) => write === `PUT ${LIST}` && endsWithSlate(body),
  'its word that the image is on the air': says('slate'),
  'the list that has the source again': (write, body) =>
    write === `PUT ${LIST}` && body.includes('\nhold-') && !endsWithSlate(body),
  'an order that it takes back': (write) => write === `DELETE ${ORDER}`,
  'the list that it takes away': (write) => write === `DELETE ${LIST}`,
  'its word that nothing is on the air': (write, body) => says('nothing')(write, body) && body.includes('"stopped"'),
  'the removal of the process that draws': (write) => write === `DELETE ${SLATE}`,
  'the removal of its word': (write) => write === `DELETE /fs/mem/${holdStatusFile(CHANNEL)}`,
  'the removal of an image': (write) => write.startsWith(`DELETE /fs/mem/hold-${CHANNEL}_`),
};

/** Time within which the next agent must repair everything. */
const RIGHT_AFTER_MS = scaleToMachine(10_000);

const PARTS = {
  begun: ['nothing', 'source'],
  live: ['source'],
  away: ['source', 'slate'],
  back: ['slate', 'source'],
  ordered: ['source', 'slate'],
  stopped: ['slate', 'nothing'],
} as const;
type Part = keyof typeof PARTS;

let clip = '';
let picture = '';
beforeAll(async () => {
  const folder = testTempDir();
  clip = await makeClip(folder);
  picture = join(folder, 'picture.png');
  const end = await runFfmpeg(['-f', 'lavfi', '-i', 'color=red:s=64x36', '-frames:v', '1', picture]).ended;
  if (!end.includes('(0)')) throw new Error(end);
});
const running: { stop(): Promise<unknown> }[] = [];
afterAll(async () => {
  await Promise.all(running.splice(0).map((agent) => agent.stop()));
});

function agent(address: string, dies: { at: Write; when: 'before' | 'after'; onDeath: () => void } | null) {
  let isDead = false;
  const writes: string[] = [];
  const send: typeof fetch = async (to, options) => {
    if (isDead) throw new TypeError('fetch failed');
    const path = decodeURIComponent(String(to)).replace(`${address}/api/v3`, '').replace('//', '/');
    const write = `${options?.method ?? 'GET'} ${path}`;
    const isLast = dies?.at(write, String(options?.body ?? ''), writes) === true;
    if (!isLast) {
      if (!write.startsWith('GET')) writes.push(write);
      return await fetch(to, options);
    }
    isDead = true;
    if (dies?.when === 'after') await (await fetch(to, options)).body?.cancel();
    leave.abort();
    dies?.onDeath();
    throw new TypeError('fetch failed');
  };
  const leave = new AbortController();
  const core = createCoreClient({ address, freshMs: 0, send });
  const events: AgentEvent[] = [];
  const ended = actOnCore({
    ...{ core, name: 'a', ready: async () => null, leave: leave.signal },
    tell: (event) => events.push(event),
    report: () => undefined,
    hear: () => undefined,
  });
  return {
    told: events,
    async stop() {
      leave.abort();
      await ended;
    },
  };
}

async function coreAlone() {
  const home = testTempDir();
  const program = join(home, 'core.cjs');
  await writeFile(
    agentProgramOf(program),
    'process.on("message", () => {}); process.on("disconnect", () => process.exit(0));',
  );
  const core = await openCore(
    {
      ...{ CORE_ADDRESS: '127.0.0.1:0', CORE_RTMP_ENABLE: 'true', CORE_RTMP_ADDRESS: '127.0.0.1:0' },
      ...{ CORE_DB_DIR: join(home, 'db'), CORE_STORAGE_DISK_DIR: join(home, 'data') },
    },
    { print: () => undefined, program },
  );
  running.push(core);
  const address = `http://127.0.0.1:${core.ports().http}`;
  return { address, rtmp: core.ports().rtmp ?? 0, client: createCoreClient({ address, freshMs: 0 }) };
}

const draw = async (client: Core) =>
  client.diskWrite({ path: `channels/${CHANNEL}/slate.png`, body: new Blob([await readFile(picture)]) });

const rows = Object.entries(WRITES).flatMap(([title, at]) =>
  (['before', 'after'] as const).map((when) => ({ title, at, when })),
);

it.concurrent.each(rows)(
  `an agent killed $when $title is replaced by one that repairs the state within seconds ${NIGHTLY}`,
  async ({ at, when }) => {
    const { address, rtmp, client } = await coreAlone();
    let part: Part | 'gone' = 'begun';
    const deaths: { part: string; rightAgain: Promise<unknown> }[] = [];
    const text = async (file: string) => {
      const answer = await fetch(`${address}/memfs/${file}`);
      return answer.ok ? await answer.text() : null;
    };
    const status = async () => parseHoldStatus((await text(holdStatusFile(CHANNEL))) ?? '');
    const ofHold = async () => (await client.memFiles({ glob: `/*${CHANNEL}*` })).map(({ name }) => name.slice(1));
    const left = async () => (await ofHold()).filter((name) => name.startsWith('hold-'));

    async function isRight(beat: number | null): Promise<string> {
      if (part === 'gone') return (await left()).join();
      const [hold, list, files] = [await status(), await text(holdFile(CHANNEL)), await ofHold()];
      if (hold === null || hold.beat === beat) return 'silent';
      const allowed: readonly string[] = PARTS[part];
      if (!allowed.includes(hold.onAir)) return hold.onAir;
      if ((list === null) !== (hold.onAir === 'nothing')) return 'its list is another one';
      const missing = (list ?? '').split('\n').filter((line) => line.endsWith('.ts') && !files.includes(line));
      return missing.length > 0 ? `without ${missing.join()}` : '';
    }

    let current = agent(address, {
      at,
      when,
      onDeath() {
        current = agent(address, null);
        running.push(current);
        const rightAgain = status().then((before) =>
          until(
            () => isRight(before?.beat ?? null),
            (wrong) => wrong === '',
            RIGHT_AFTER_MS,
          ),
        );
        rightAgain.catch(() => undefined);
        deaths.push({ part, rightAgain });
      },
    });
    running.push(current);
    await client.processAdd({ body: { ...ingest, reconnect_delay_seconds: 2 } });
    await client.processAdd({ body: stoppedReader });

    let encoder = pushClip(clip, rtmp);
    await until(status, (hold) => hold?.onAir === 'source' && hold.image === 'ready');
    part = 'live';
    const images = async () => (await left()).filter((name) => name.endsWith('.ts'));
    const first = await images();
    await draw(client);
    await until(images, (now) => now.some((name) => !first.includes(name)));
    part = 'away';
    await encoder.stop();
    await until(status, (hold) => hold?.onAir === 'slate');
    part = 'back';
    encoder = pushClip(clip, rtmp);
    await until(status, (hold) => hold?.onAir === 'source');
    part = 'ordered';
    await client.memWrite({ path: holdOrderFile(CHANNEL), body: 'slate' });
    await until(status, (hold) => hold?.onAir === 'slate' && hold.why === 'order');
    part = 'stopped';
    await client.processCommand({ id: INGEST, body: { command: 'stop' } });
    await until(status, (hold) => hold?.onAir === 'nothing');
    await until(
      () => text(holdOrderFile(CHANNEL)),
      (order) => order === null,
    );
    part = 'gone';
    await client.processDelete({ id: READER });
    await until(left, (files) => files.length === 0);
    await until(
      () => client.processes({ id: slateId(CHANNEL) }),
      (found) => found.length === 0,
    );
    await encoder.stop();
    expect(deaths.length).toBe(1);
    for (const { part: diedIn, rightAgain } of deaths) expect([diedIn, await rightAgain]).toEqual([diedIn, '']);
    await current.stop();
  },
);
