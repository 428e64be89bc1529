import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type AgentEvent, actOnCore } from '../../../agent/actOnCore.ts';
import { createOrders } from '../../../agent/orders.ts';
import type { ScheduleEvent } from '../../../agent/schedule/scheduleEvent.ts';
import { createScheduleRunner } from '../../../agent/schedule/scheduleRunner.ts';
import { agentProgramOf } from '../../../server/agent/agentArgument.ts';
import { openCore } from '../../../server/core.ts';
import { AGENT_API } from '../../../src/api/agentEndpoints.ts';
import { type Core, createCoreClient } from '../../../src/api/client.ts';
import {
  egressId,
  holdStatusFile,
  ingestId,
  METADATA_KEY,
  SCHEDULE_DONE_KEY,
  SCHEDULE_KEY,
} from '../../../src/api/processIds.ts';
import { parseHoldStatus } from '../../../src/media/hold/holdStatus.ts';
import { parseScheduleDone } from '../../../src/media/schedule/scheduleDone.ts';
import type { ScheduleRule } from '../../../src/media/schedule/scheduleRule.ts';
import { mortalCore, USER } from '../headless/killableCore.ts';
import { scaleToMachine } from '../testing/machineSlowness.ts';
import { NIGHTLY, TIMED } from '../testing/quickOrWholeSuite.ts';
import { CHANNEL, ingest, makeClip, processOf, pushClip, READER, stoppedReader } from './heldChannel.ts';
import { until } from './testing.ts';
import { testTempDir } from './testTempDir.ts';

/* Tests schedules on the embedded core with its own agent disabled, or on the core of E2E_CORE_BINARY. */

const other = process.env.E2E_CORE_BINARY;
const uuid = (n: number) => `11111111-2222-3333-4444-${String(n).padStart(12, '0')}`;

const started: { stop(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const item of started.splice(0).toReversed()) await item.stop();
});

interface TestedCore {
  address: string;
  rtmp: number;
  client: (send?: typeof fetch) => Promise<Core>;
}

async function otherCore(binary: string, more: Readonly<Record<string, string>>): Promise<TestedCore> {
  const running = await mortalCore(testTempDir(), binary, more);
  started.push(running);
  return {
    ...{ address: running.address, rtmp: running.rtmp },
    async client(send = fetch) {
      const core = createCoreClient({ address: running.address, freshMs: 0, send });
      const tokens = await core.login({ body: { username: USER.name, password: USER.password } });
      core.setTokens({ access: tokens.access_token, refresh: tokens.refresh_token });
      return core;
    },
  };
}

async function embeddedCore(more: Readonly<Record<string, string>>): Promise<TestedCore> {
  const home = testTempDir();
  const program = join(home, 'core.cjs');
  await writeFile(
    agentProgramOf(program),
    'process.on("message", () => {}); process.on("disconnect", () => process.exit(0));',
  );
  const core = await openCore(
    {
      ...{ CORE_ADDRESS: '127.0.0.1:0', CORE_RTMP_ENABLE: 'true', CORE_RTMP_ADDRESS: '127.0.0.1:0' },
      ...{ CORE_DB_DIR: join(home, 'db'), CORE_STORAGE_DISK_DIR: join(home, 'data'), ...more },
    },
    { print: () => undefined, program },
  );
  started.push(core);
  const address = `http://127.0.0.1:${core.ports().http}`;
  return {
    ...{ address, rtmp: core.ports().rtmp ?? 0 },
    client: async (send = fetch) => createCoreClient({ address, freshMs: 0, send }),
  };
}

const openTested = (more: Readonly<Record<string, string>> = {}) =>
  other === undefined ? embeddedCore(more) : otherCore(other, more);

/** Replaces ffmpeg, because eighty real ones take seconds to start. */
async function waitingFfmpeg(): Promise<string> {
  const path = join(testTempDir(), 'ffmpeg');
  await writeFile(path, '#!/bin/sh\ncase "$*" in *anullsrc*) exec sleep 600 ;; esac\nexec ffmpeg "$@"\n', {
    mode: 0o755,
  });
  return path;
}

/** Silence without an end, which takes almost no CPU. */
const idle = (id: string, channel: string) => ({
  ...processOf(id, ['anullsrc=r=8000:cl=mono', '-re', '-f', 'lavfi'], {
    ...{ id: 'output_0', address: '-' },
    options: ['-f', 'null'],
  }),
  ...{ reference: channel, autostart: false },
});

async function addPublication(core: Core, channel: string, n: number) {
  const id = egressId('rtmp', uuid(n));
  await core.processAdd({ body: idle(id, channel) });
  await core.processMetadataSet({
    ...{ id, key: METADATA_KEY },
    body: { version: '1.14.0', name: `Number ${n}`, control: { turn: { group: 'All', order: 0, pause: 0 } } },
  });
  return id;
}

const localNow = (plusMinutes = 0) => new Date(Date.now() + plusMinutes * 60_000).toISOString().slice(0, 16);

const rule = (changes: Partial<ScheduleRule>): ScheduleRule => ({
  ...{ id: 'rule', name: 'Rule', isEnabled: true, zone: 'UTC', want: 'on', imageMinutes: 0, since: Date.now() },
  timing: { type: 'once', from: localNow(), to: localNow(60) },
  subject: { type: 'channel', id: uuid(1), withPublications: true },
  ...changes,
});

const storeRules = (core: Core, rules: readonly ScheduleRule[]) =>
  core.metadataSet({ key: SCHEDULE_KEY, body: { version: 1, schedule: { rules, toleranceMinutes: 10 } } });

const startedOf = async (core: Core) =>
  (await core.processes({ filter: 'state' })).flatMap(({ id, state }) => (state?.order === 'start' ? [id] : []));

function runSchedule(core: Core, wall = Date.now) {
  const events: ScheduleEvent[] = [];
  const leave = new AbortController();
  const runner = createScheduleRunner({ core, orders: createOrders(core), tell: (event) => events.push(event), wall });
  const ended = runner.run(() => true, leave.signal);
  const running = {
    told: events,
    runner,
    async stop() {
      leave.abort();
      await ended;
    },
  };
  started.push(running);
  return running;
}

describe('a schedule', () => {
  it(`starts 20 channels with 60 destinations within 5 s ${TIMED}`, async () => {
    const tested = await openTested({ CORE_FFMPEG_BINARY: await waitingFfmpeg() });
    const core = await tested.client();
    const channels = Array.from({ length: 20 }, (_, n) => uuid(n + 1));
    for (const [n, channel] of channels.entries()) {
      await core.processAdd({ body: idle(ingestId(channel), channel) });
      for (const k of [0, 1, 2]) await addPublication(core, channel, 100 + 3 * n + k);
    }
    await storeRules(
      core,
      channels.map((id) => rule({ id, subject: { type: 'channel', id, withPublications: true } })),
    );
    const at = performance.now();
    const { told: events } = runSchedule(core);
    await until(
      async () => events.length,
      (count) => count === 20,
      scaleToMachine(30_000),
    );
    const elapsed = Math.round(performance.now() - at);
    process.stderr.write(`ordered within ${elapsed} ms\n`);
    expect((await startedOf(core)).length).toBe(80);
    expect(events.map(({ event }) => event)).toEqual(channels.map(() => 'schedule-done'));
    expect(elapsed).toBeLessThan(scaleToMachine(5000));
  });

  it(`starts each process once if its agent is killed at any of its writes ${NIGHTLY}`, async () => {
    const tested = await openTested();
    const core = await tested.client();
    await core.processAdd({ body: idle(ingestId(uuid(1)), uuid(1)) });
    for (const k of [0, 1, 2]) await addPublication(core, uuid(1), 100 + k);
    const all = [ingestId(uuid(1)), ...[0, 1, 2].map((k) => egressId('rtmp', uuid(100 + k)))];
    for (const when of ['before', 'after'] as const) {
      for (let nth = 1; nth <= 5; nth++) {
        const commands: string[] = [];
        const underWay: Promise<Response>[] = [];
        let [left, isDead] = [nth, false];
        const send: typeof fetch = async (to, options) => {
          const isWrite = options?.method === 'PUT';
          if (isDead) throw new TypeError('fetch failed');
          isDead = isWrite && --left === 0;
          const arrives = !isDead || when === 'after';
          if (arrives && isWrite && String(to).includes('/command')) commands.push(String(to));
          if (!arrives) throw new TypeError('fetch failed');
          const answer = fetch(to, options);
          underWay.push(answer);
          if (!isDead) return await answer;
          await (await answer).body?.cancel();
          throw new TypeError('fetch failed');
        };
        const first = await tested.client(send);
        await storeRules(core, [rule({ id: `${when}-${nth}` })]);
        const dying = runSchedule(first);
        await until(async () => isDead, Boolean);
        // Commands in flight must arrive before those of the next agent.
        await Promise.allSettled(underWay);
        await dying.stop();
        const alive = await tested.client(async (to, options) => {
          if (options?.method === 'PUT' && String(to).includes('/command')) commands.push(String(to));
          return await fetch(to, options);
        });
        const next = runSchedule(alive);
        await until(
          async () => parseScheduleDone((await core.metadataAll())[SCHEDULE_DONE_KEY]),
          (done) => `${when}-${nth}` in done,
        );
        await next.stop();
        expect([when, nth, (await startedOf(core)).toSorted()]).toEqual([when, nth, all.toSorted()]);
        expect([when, nth, commands.length, new Set(commands).size]).toEqual([when, nth, 4, 4]);
        for (const id of all) await core.processCommand({ id, body: { command: 'stop' } });
      }
    }
    // Everything is done, and what an operator has stopped stays stopped.
    const idler = runSchedule(core);
    await sleep(3000);
    expect([await startedOf(core), idler.told]).toEqual([[], []]);
  });
});

it.skipIf(other !== undefined)(
  'a schedule is stored and carried out by an agent that only runs when needed',
  async () => {
    const running = await mortalCore(testTempDir(), undefined, { SLUICE_AGENT_RUN: 'needed' });
    started.push(running);
    const { core } = running.client();
    const tokens = await core.login({ body: { username: USER.name, password: USER.password } });
    core.setTokens({ access: tokens.access_token, refresh: tokens.refresh_token });
    await core.processAdd({ body: idle(ingestId(uuid(1)), uuid(1)) });
    const request = async (method: string, path: string, body: object | null = null) => {
      const answer = await fetch(`${running.address}${AGENT_API}${path}`, {
        method,
        headers: { Authorization: `Bearer ${tokens.access_token}`, 'Content-Type': 'application/json' },
        body: body && JSON.stringify(body),
      });
      return await answer.json();
    };
    expect(await request('GET', '/schedules/next')).toMatchObject({ status: 503 });
    const { revision, settings } = await request('GET', '/schedules');
    const stored = await request('PUT', '/schedules', { settings: { ...settings, rules: [rule({})] }, revision });
    expect(stored).toMatchObject({ settings: { rules: [{ id: 'rule' }] } });
    await until(
      () => startedOf(core),
      (ids) => ids.includes(ingestId(uuid(1))),
    );
    await until(
      () => request('GET', '/schedules'),
      ({ last }) => last.rule?.result === 'done',
    );
    expect(await request('GET', '/schedules/next')).toMatchObject({ channels: { [uuid(1)]: { becomes: 'off' } } });
  },
);

describe('the standby image of a schedule', () => {
  let clip = '';
  beforeAll(async () => {
    clip = await makeClip(testTempDir());
  });
  const encoders: { stop(): Promise<unknown> }[] = [];
  afterAll(() => Promise.all(encoders.map((encoder) => encoder.stop())));

  it(`is on the air before the encoder connects, in the format of an earlier source ${TIMED}`, async () => {
    const { client, rtmp } = await openTested();
    const core = await client();
    await core.processAdd({ body: ingest });
    await core.processAdd({ body: stoppedReader });
    const clock = { ahead: 0 };
    const events: (AgentEvent | ScheduleEvent)[] = [];
    const leave = new AbortController();
    const runner = createScheduleRunner({
      ...{ core, orders: createOrders(core), tell: (event) => events.push(event) },
      wall: () => Date.now() + clock.ahead,
    });
    const ended = actOnCore({
      ...{ core, name: 'a', ready: async () => null, leave: leave.signal },
      ...{ tell: (event) => events.push(event), report: () => undefined, hear: () => undefined },
      beside: (mayAct) => runner.run(mayAct, leave.signal),
    });
    started.push({
      async stop() {
        leave.abort();
        await ended;
      },
    });
    const status = async () => {
      const bytes = await core.fileBytes({ storage: 'mem', path: holdStatusFile(CHANNEL) });
      return bytes instanceof Uint8Array ? parseHoldStatus(new TextDecoder().decode(bytes)) : null;
    };
    const encoder = pushClip(clip, rtmp);
    encoders.push(encoder);
    await until(status, (hold) => hold?.onAir === 'source' && hold.image === 'ready');
    await encoder.stop();
    const orders = createOrders(core);
    await orders.run([{ subject: { type: 'channel', id: CHANNEL }, command: 'stop' }]);
    await until(status, (hold) => hold?.onAir === 'nothing');

    await storeRules(core, [
      rule({ imageMinutes: 10, subject: { type: 'channel', id: CHANNEL, withPublications: true } }),
    ]);
    runner.refresh();
    const at = performance.now();
    const shown = await until(status, (hold) => hold?.onAir === 'slate');
    process.stderr.write(`the image was on the air after ${Math.round(performance.now() - at)} ms\n`);
    expect(shown?.why).toBe('order');
    await until(
      () => startedOf(core),
      (ids) => ids.includes(READER),
    );
    encoders.push(pushClip(clip, rtmp));
    await sleep(3000);
    expect((await status())?.onAir).toBe('slate');
    clock.ahead = 11 * 60_000;
    await until(status, (hold) => hold?.onAir === 'source');
    expect(events.filter(({ event }) => event.startsWith('schedule'))).toHaveLength(1);
  });
});
