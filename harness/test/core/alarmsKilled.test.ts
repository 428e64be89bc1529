import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { openAlarmStore, type StoredReceiver } from '../../../agent/alarms/alarmStore.ts';
import { SECRET } from '../../../agent/receivers/testing.ts';
import { NIGHTLY } from '../testing/quickOrWholeSuite.ts';
import type { DEATHS, DeskOrder } from './mortalDesk.ts';
import { testTempDir } from './testTempDir.ts';

/* Runs the alarms in a process of their own and kills it between two steps, which a test in one process cannot do. */

const Call = z.object({ type: z.string(), data: z.object({ id: z.string(), title: z.string() }) });
interface Arrival {
  receiver: string;
  id: string;
  what: string;
}

let arrived: Arrival[] = [];
let killAt: { nth: number; kill: () => void } | null = null;
const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const { type, data } = Call.parse(JSON.parse(`${Buffer.concat(parts)}`));
    expect(request.headers['webhook-id']).toBe(data.id);
    arrived.push({ receiver: request.url ?? '', id: data.id, what: `${type} ${data.title}` });
    if (killAt !== null && killAt.nth === arrived.length - 1) killAt.kill();
    else response.end();
  });
});
let origin = '';
let port = 0;
beforeAll(async () => {
  // Listens on all interfaces, for senders in another network namespace.
  server.listen(0);
  await once(server, 'listening');
  const address = server.address();
  port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  origin = `http://127.0.0.1:${port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const PROGRAM = join(import.meta.dirname, 'mortalDesk.ts');

interface DeskRun extends DeskOrder {
  /** The request without a response, at which the sender is killed. */
  killAtRequest?: number | null;
  by?: readonly string[];
  onPause?: () => void;
}

/** @returns its output; the last `at` is the time of the kill */
async function runDesk({ killAtRequest = null, by = [], onPause, ...order }: DeskRun) {
  const [program = '', ...args] = [...by, process.execPath, PROGRAM, JSON.stringify(order)];
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  killAt = killAtRequest === null ? null : { nth: killAtRequest, kill: () => child.kill('SIGKILL') };
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (line === 'ready to die') child.kill('SIGKILL');
    if (line !== `at ${order.pauseAt}`) continue;
    onPause?.();
    child.stdin.write('\n');
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  killAt = null;
  return { said: lines, how: child.signalCode ?? child.exitCode };
}

function folderWith(receivers: number, at = origin): string {
  const folder = testTempDir();
  const store = openAlarmStore(folder);
  const all = Array.from({ length: receivers }, (_, nth): StoredReceiver => {
    const fields = { address: `${at}/${nth}`, secret: SECRET };
    return { id: `r${nth}`, kind: 'webhook', name: `Receiver ${nth}`, isGone: false, fields };
  });
  store.save({ memory: null, incidents: [], rows: [], receivers: all, removedReceivers: [] });
  store.close();
  return folder;
}

const END = 320;
const WHOLE = [
  'alarm.fired Hall: Channel down',
  'alarm.resolved Resolved: Hall: Channel down',
  'alarm.fired Stage: Channel down',
  'alarm.resolved Resolved: Stage: Channel down',
];

interface Row {
  gap: string;
  at: (typeof DEATHS)[number] | 'received';
  nth: number;
  receivers: number;
}

/** 20 each: every step of the gap, at every message, with one or several receivers. */
const GAPS: Readonly<Record<string, readonly Row['at'][]>> = {
  'after it was decided, before it is stored': ['judged', 'decided', 'storing'],
  'after it was stored, before it is sent': ['stored', 'sending'],
  'after it was sent, before that is stored': ['received', 'sent', 'confirming'],
  'after it was stored that it arrived': ['confirmed'],
};
const rows = Object.entries(GAPS).flatMap(([gap, steps]) =>
  Array.from({ length: 20 }, (_, n): Row => {
    const at = steps[n % steps.length] ?? 'judged';
    return { gap, at, nth: Math.floor(n / steps.length) % 4, receivers: 1 + (n % 3 === 2 ? 2 : 0) };
  }),
);

async function killAndRestart({ at, nth, receivers }: Row) {
  arrived = [];
  const folder = folderWith(receivers);
  const first = at === 'received' ? null : { at, nth };
  const before = await runDesk({
    ...{ folder, from: 0, to: END, pauseAt: null, death: first, killAtRequest: at === 'received' ? nth : null },
  });
  expect(before.how).toBe('SIGKILL');
  const arrivedBefore = arrived.map(({ id }) => id);
  const confirmed = before.said.filter((line) => line.startsWith('confirmed ')).map((line) => line.slice(10));
  const diedAt = Number(before.said.findLast((line) => line.startsWith('at '))?.slice(3));
  const after = await runDesk({ folder, from: diedAt + 2, to: END, death: null, pauseAt: null });
  expect([after.how, after.said.includes('set aside')]).toEqual([0, false]);

  const ids = arrived.map(({ id }) => id);
  const repeated = [...new Set(ids.filter((id, n) => ids.indexOf(id) !== n))];
  const mayComeTwice = arrivedBefore.filter((id) => !confirmed.includes(id));
  for (const receiver of new Set(arrived.map((call) => call.receiver))) {
    const all = arrived.filter((call) => call.receiver === receiver);
    // A retry has the same id, so each message has one.
    expect(new Set(all.map(({ id, what }) => `${what} ${id}`)).size).toBe(WHOLE.length);
    expect([...new Set(all.map(({ what }) => what))]).toEqual(WHOLE);
  }
  expect(new Set(arrived.map((call) => call.receiver)).size).toBe(receivers);
  expect(repeated.filter((id) => !mayComeTwice.includes(id))).toEqual([]);
  expect(ids.length).toBe(receivers * WHOLE.length + repeated.length);
  const store = openAlarmStore(folder);
  const left = store.load().waiting;
  const states = store.deliveries(null, 100).map(({ row }) => row.state);
  store.close();
  expect([left, states]).toEqual([[], Array.from({ length: receivers * WHOLE.length }, () => 'delivered')]);
  return repeated;
}

describe('alarms arrive at each receiver in order and under one id if the agent is killed', () => {
  it.each(rows.filter(({ nth }, at) => nth === 0 && at % 20 < 3))('$gap ($at)', async (row) => {
    const repeated = await killAndRestart(row);
    if (row.receivers === 1) expect(repeated.length).toBe(['received', 'sent'].includes(row.at) ? 1 : 0);
  });

  it.each(rows)(`$gap ($at of message $nth, $receivers receivers) ${NIGHTLY}`, async (row) => {
    await killAndRestart(row);
  });
});

const HOST = '10.213.56.1';

/** A network namespace with one link to this machine; null without the permission to create it. */
function networkWithCutLine() {
  const name = `alarms${process.pid}`;
  const ip = (...words: string[]) => execFileSync('ip', words, { stdio: 'ignore' });
  try {
    ip('netns', 'add', name);
  } catch {
    return null; // not root, or a container without the capability
  }
  onTestFinished(() => void ip('netns', 'delete', name));
  ip('link', 'add', `${name}a`, 'type', 'veth', 'peer', 'name', `${name}b`, 'netns', name);
  ip('address', 'add', `${HOST}/24`, 'dev', `${name}a`);
  ip('link', 'set', `${name}a`, 'up');
  ip('-n', name, 'address', 'add', '10.213.56.2/24', 'dev', `${name}b`);
  return {
    by: ['ip', 'netns', 'exec', name],
    mend: () => void ip('-n', name, 'link', 'set', `${name}b`, 'up'),
  };
}

it('alarms during a network outage are delivered after it', async ({ skip }) => {
  const network = networkWithCutLine();
  if (network === null) return skip('needs the right to make a network namespace');
  arrived = [];
  const folder = folderWith(1, `http://${HOST}:${port}`);
  const { said: lines, how } = await runDesk({
    ...{ folder, from: 0, to: END, death: null, pauseAt: 90, by: network.by },
    onPause() {
      expect(arrived).toEqual([]);
      network.mend();
    },
  });
  expect([how, lines.filter((line) => line.startsWith('alarm'))]).toEqual([
    0,
    ['alarm-fired', 'alarm-resolved', 'alarm-fired', 'alarm-resolved'],
  ]);
  expect(arrived.map(({ what }) => what)).toEqual(WHOLE);
});
