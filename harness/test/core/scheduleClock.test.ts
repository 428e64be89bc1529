import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, rename, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as z from 'zod';
import { agentProgramOf } from '../../../server/agent/agentArgument.ts';
import { ScheduleResult } from '../../../src/api/agentEndpoints.ts';
import type { Core } from '../../../src/api/client.ts';
import { egressId, ingestId, METADATA_KEY, SCHEDULE_DONE_KEY, SCHEDULE_KEY } from '../../../src/api/processIds.ts';
import type { ScheduleRule } from '../../../src/media/schedule/scheduleRule.ts';
import { bundleServer } from '../../tools/build/server.ts';
import { type MortalCore, mortalCore, USER } from '../headless/killableCore.ts';
import { NIGHTLY } from '../testing/quickOrWholeSuite.ts';
import { type AgentsBeside, agentsBeside } from './agentBeside.ts';
import { CORE_PROGRAM } from './coreProgram.ts';
import { processOf } from './heldChannel.ts';
import { until } from './testing.ts';
import { testTempDir } from './testTempDir.ts';

/*
 * An agent beside a core with an adjustable clock (Debian's faketime). The embedded core has the same clock, and its
 * own agent is idle. E2E_CORE_BINARY selects another core.
 */

const KILLS = Number(process.env.KILLS ?? 50);
const CHANNEL = '11111111-2222-3333-4444-000000000001';
const PUBLICATIONS = [2, 3, 4].map((n) => egressId('rtmp', `11111111-2222-3333-4444-00000000000${n}`));
const ALL = [ingestId(CHANNEL), ...PUBLICATIONS];
const DAY = new Date().toISOString().slice(0, 10);
const Done = z.looseObject({ last: z.record(z.string(), ScheduleResult) });

/** Milliseconds since 1970 of a time of day. */
const timeOf = (time: string) => Date.parse(`${DAY}T${time}Z`);

let folder = '';
let running: MortalCore;
let agents: AgentsBeside;
let core: Core;
let commands: string[] = [];
let ahead = 0;
let onCommand = () => {};
const closing: (() => void)[] = [];

async function setClock(time: string) {
  ahead = timeOf(time) - Date.now();
  // Atomic, because another program may be reading it.
  await writeFile(join(folder, 'clock.new'), `${ahead < 0 ? '' : '+'}${ahead / 1000}\n`);
  await rename(join(folder, 'clock.new'), join(folder, 'clock'));
}
const untilClock = (time: string, plusMs = 0) => sleep(Math.max(0, timeOf(time) + plusMs - ahead - Date.now()));

/** A proxy to the core that counts commands for processes. */
async function countCommands(to: string): Promise<string> {
  const proxy = createServer((incoming, answer) => {
    const { method, url = '', headers } = incoming;
    if (method === 'PUT' && url.endsWith('/command')) {
      commands.push(decodeURIComponent(url));
      onCommand();
    }
    const outgoing = request(to + url, { method, headers }, (found) => {
      answer.writeHead(found.statusCode ?? 502, found.headers);
      found.pipe(answer);
    });
    outgoing.on('error', () => answer.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

async function logIn() {
  ({ core } = running.client());
  const tokens = await core.login({ body: { username: USER.name, password: USER.password } });
  core.setTokens({ access: tokens.access_token, refresh: tokens.refresh_token });
}

const embedded = bundleServer(CORE_PROGRAM);

beforeEach(async () => {
  folder = testTempDir();
  const { stdout } = await promisify(execFile)('faketime', ['-m', '-f', '+0', 'printenv', 'LD_PRELOAD']);
  const clock = {
    ...{ LD_PRELOAD: stdout.trim(), FAKETIME_TIMESTAMP_FILE: join(folder, 'clock') },
    ...{ FAKETIME_NO_CACHE: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' },
  };
  await setClock('09:00:00');
  const program = join(folder, 'core.cjs');
  await copyFile(embedded, program);
  await writeFile(
    agentProgramOf(program),
    'process.on("message", () => {}); process.on("disconnect", () => process.exit(0));',
  );
  running = await mortalCore(folder, process.env.E2E_CORE_BINARY ?? program, clock);
  agents = await agentsBeside(await countCommands(running.address), folder, clock);
  await logIn();
});
afterEach(async () => {
  agents.killAll();
  for (const close of closing.splice(0)) close();
  await running.stop();
});

/** Silence without an end, which takes almost no CPU. */
const idle = (id: string) => ({
  ...processOf(id, ['anullsrc=r=8000:cl=mono', '-re', '-f', 'lavfi'], {
    ...{ id: 'output_0', address: '-' },
    options: ['-f', 'null'],
  }),
  ...{ reference: CHANNEL, autostart: false },
});

async function prepare(rule = 'rule') {
  for (const id of ALL) {
    await core.processDelete({ id }).catch(() => undefined);
    await core.processAdd({ body: idle(id) });
  }
  for (const id of PUBLICATIONS)
    await core.processMetadataSet({ id, key: METADATA_KEY, body: { version: '1.14.0', name: id.slice(-1) } });
  const scheduleRule: ScheduleRule = {
    ...{ id: rule, name: 'Service', isEnabled: true, zone: 'UTC', want: 'on', imageMinutes: 0 },
    since: timeOf('09:00:00'),
    timing: { type: 'once', from: `${DAY}T10:00`, to: `${DAY}T11:30` },
    subject: { type: 'channel', id: CHANNEL, withPublications: true },
  };
  await core.metadataSet({
    key: SCHEDULE_KEY,
    body: { version: 1, schedule: { rules: [scheduleRule], toleranceMinutes: 10 } },
  });
  commands = [];
}

async function killed(agent: ChildProcess) {
  agent.kill('SIGKILL');
  if (agent.exitCode === null && agent.signalCode === null) await once(agent, 'exit');
}

const resultOf = async (rule = 'rule') =>
  Done.safeParse((await core.metadataAll())[SCHEDULE_DONE_KEY]).data?.last[rule] ?? null;
const untilResult = (rule = 'rule', becomes = 'on') =>
  until(
    () => resultOf(rule),
    (result) => result?.becomes === becomes,
  );
const started = async () =>
  (await core.processes({ filter: 'state' }))
    .flatMap(({ id, state }) => (state?.order === 'start' ? [id] : []))
    .toSorted();
const runs = () => Promise.all(ALL.map(async (id) => (await core.processReport({ id })).history.length + 1));

it(`a schedule starts what the agent missed while it was off from 09:50 to 10:20, and reports the delay ${NIGHTLY}`, async () => {
  await prepare();
  await setClock('09:49:52');
  const first = agents.start();
  await untilClock('09:50:00');
  await killed(first);
  await setClock('10:20:00');
  agents.start();
  const { result, lateSeconds = 0 } = (await untilResult()) ?? {};
  expect([result, Math.round(lateSeconds / 60)]).toEqual(['late', 20]);
  expect([await started(), await runs(), commands.length]).toEqual([ALL.toSorted(), [1, 1, 1, 1], 4]);
});

it(`a schedule starts nothing twice after the clock was set back 20 minutes, and ends late after it was set forward ${NIGHTLY}`, async () => {
  await prepare();
  await setClock('09:59:52');
  agents.start();
  expect(await untilResult()).toMatchObject({ result: 'done' });
  const [, , , last = ''] = ALL;
  await core.processCommand({ id: last, body: { command: 'stop' } });
  await setClock('10:05:00');
  await sleep(2500);
  await setClock('09:45:00');
  await sleep(2500);
  await setClock('09:59:58');
  await untilClock('10:00:00', 4000);
  expect([await started(), commands.length]).toEqual([ALL.filter((id) => id !== last).toSorted(), 4]);
  await setClock('12:05:00');
  const { result, lateSeconds = 0 } = (await untilResult('rule', 'off')) ?? {};
  expect([result, Math.round(lateSeconds / 60)]).toEqual(['late', 35]);
  expect(await started()).toEqual([]);
  await setClock('11:05:00');
  await sleep(4000);
  expect([await started(), commands.length]).toEqual([[], 7]);
});

it(`a schedule starts what was due while the core was unreachable, and reports the delay ${NIGHTLY}`, async () => {
  await prepare();
  await setClock('09:59:48');
  agents.start();
  await untilClock('09:59:57');
  await running.stop();
  await untilClock('10:00:00', 2000);
  await setClock('10:03:00');
  await sleep(2000);
  await running.comeBack();
  await logIn();
  const { result, lateSeconds = 0 } = (await untilResult()) ?? {};
  expect([result, Math.floor(lateSeconds / 60)]).toEqual(['done', 3]);
  expect([await started(), await runs()]).toEqual([ALL.toSorted(), [1, 1, 1, 1]]);
});

it(`a schedule starts each process once if the agent is killed within 100 ms of a start, ${KILLS} times ${NIGHTLY}`, {
  timeout: 900_000,
}, async () => {
  const sent: number[] = [];
  for (let nth = 0; nth < KILLS; nth++) {
    const rule = `rule-${nth}`;
    await prepare(rule);
    await setClock('09:59:56');
    const dying = agents.start();
    const span = Math.random() * 200 - 100;
    if (nth % 2 === 0) await untilClock('10:00:00', span);
    else {
      await new Promise<void>((resolve) => {
        onCommand = resolve;
      });
      await sleep(Math.max(0, span));
    }
    onCommand = () => {};
    await killed(dying);
    const before = commands.length;
    const next = agents.start();
    await untilResult(rule);
    sent.push(before);
    expect([nth, span, await started(), await runs()]).toEqual([nth, span, ALL.toSorted(), [1, 1, 1, 1]]);
    await killed(next);
  }
  process.stderr.write(`commands sent before the kill: ${sent.join(' ')}\n`);
});
