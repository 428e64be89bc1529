import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';
import * as z from 'zod';
import { CoreError } from '../../../src/api/error.ts';
import { egressOf } from '../../../src/api/processIds.ts';
import { coreUnderTest } from '../../core/coreUnderTest.ts';
import { ensureBuilt } from '../../tools/build/ensureBuilt.ts';
import { requireFfmpeg } from '../../tools/launch/requireFfmpeg.ts';
import { runVerb, UserError } from '../../tools/launch/userError.ts';
import { loadNow, machine } from '../machine.ts';
import { openBrowser } from './browser.ts';
import { logIn } from './firstVisit.ts';
import { serveInterface } from './interfaceServer.ts';
import { MARKS, markTime } from './performanceMarks.ts';
import { seedChannel, seedChannels, seedPublications } from './seed.ts';

/** Minutes of observation, after as many as the page needs to fill its histories. */
const MINUTES = Number(process.env.MINUTES || 120);
const WARM_UP = Number(process.env.WARM_UP || 10);
const USER = { name: 'admin', password: 'bench-secret' };
const [CHANNELS, PUBLICATIONS] = [12, 50];
const RESTART_EVERY = 15;
const MOST_MB = 2;
const MOST_TRIES = 10;
const RETRY_MS = 5000;
const BUSY_MS = 300_000;
const SNAPSHOT_EVERY = 10;

interface Sample {
  minute: number;
  heapMb: number;
  nodes: number;
  listeners: number;
  timers: number;
}

/** Runs in the page before its own scripts: counts the timers that wait. */
function countTimers() {
  const waiting = new Set<unknown>();
  const { setTimeout: begin, clearTimeout: end, setInterval: repeat, clearInterval: cease } = window;
  Object.assign(window, {
    waitingTimers: () => waiting.size,
    setTimeout(work: TimerHandler, ...rest: [number?]) {
      const run = () => {
        waiting.delete(id);
        if (typeof work === 'function') work();
      };
      const id = begin(run, ...rest);
      waiting.add(id);
      return id;
    },
    clearTimeout(id?: number) {
      waiting.delete(id);
      end(id);
    },
    setInterval(work: TimerHandler, ...rest: [number?]) {
      const id = repeat(work, ...rest);
      waiting.add(id);
      return id;
    },
    clearInterval(id?: number) {
      waiting.delete(id);
      cease(id);
    },
  });
}

const HeapSnapshot = z.object({
  snapshot: z.object({
    meta: z.object({ node_fields: z.array(z.string()), node_types: z.tuple([z.array(z.string())], z.unknown()) }),
  }),
  nodes: z.array(z.number()),
});
/** V8 compiles code for hours, and the tools keep responses and timings. */
const NOT_OF_THE_PAGE = ['code', 'native', 'synthetic'];

/** Returns the size of the page's own objects. */
async function objectsMbOf(cdp: CDPSession): Promise<number> {
  const chunks: string[] = [];
  const take = ({ chunk }: { chunk: string }) => void chunks.push(chunk);
  cdp.on('HeapProfiler.addHeapSnapshotChunk', take);
  await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  cdp.off('HeapProfiler.addHeapSnapshotChunk', take);
  const { snapshot, nodes } = HeapSnapshot.parse(JSON.parse(chunks.join('')));
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')];
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += fields.length) {
    const name = types[0][nodes[at + type] ?? -1] ?? '';
    if (!NOT_OF_THE_PAGE.includes(name)) bytes += nodes[at + size] ?? 0;
  }
  return bytes / 1e6;
}

async function sampleOf(page: Page, cdp: CDPSession, minute: number): Promise<Sample> {
  for (let round = 0; round < 3; round++) await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  const of = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
  // The marks of the benchmark itself, one per long task.
  const timers = await page.evaluate<number>('performance.clearMarks(), waitingTimers()');
  return {
    minute,
    heapMb: usedSize / 1e6,
    nodes: of('Nodes'),
    listeners: of('JSEventListeners'),
    timers,
  };
}

const meanOf = (samples: readonly Sample[], key: keyof Sample) =>
  samples.reduce((sum, sample) => sum + sample[key], 0) / samples.length;

/** Growth between the first and the last third, which single samples do not decide. */
function growthOf(samples: readonly Sample[], key: keyof Sample): number {
  const third = Math.max(1, Math.floor(samples.length / 3));
  return meanOf(samples.slice(-third), key) - meanOf(samples.slice(0, third), key);
}

/** A single late response must not end hours of observation. */
async function insist(work: () => Promise<unknown>) {
  for (let tries = MOST_TRIES; ; tries--) {
    try {
      await work();
      return;
    } catch (error) {
      if (!(error instanceof CoreError) || tries === 1) throw error;
      await sleep(RETRY_MS);
    }
  }
}

await runVerb(async () => {
  await requireFfmpeg();
  await ensureBuilt();
  const before = loadNow();
  const core = await coreUnderTest(USER);
  const server = await serveInterface('dist', core.url, 'gzip');
  const { page, cdp, close } = await openBrowser();
  const samples: Sample[] = [];
  const objects: number[] = [];
  try {
    const api = await core.api();
    await seedChannel(api);
    await seedPublications(api, PUBLICATIONS);
    await seedChannels(api, CHANNELS);
    const outputs = (await api.processes({})).map(({ id }) => id).filter((id) => egressOf(id) !== null);
    await page.addInitScript(countTimers);
    page.setDefaultTimeout(BUSY_MS);
    await page.goto(server.ui);
    await markTime(page, MARKS.login);
    await logIn(page, USER);
    for (let minute = 1; minute <= WARM_UP + MINUTES; minute++) {
      const end = Date.now() + 60_000;
      const id = outputs[minute % outputs.length] ?? '';
      const command = (name: 'start' | 'stop') =>
        insist(async () => (await core.api()).processCommand({ id, body: { command: name } }));
      await command('start');
      const other = await page.context().newPage();
      await other.bringToFront();
      await sleep(10_000);
      await other.close();
      await page.bringToFront();
      await page.getByRole('link', { name: 'Multiview' }).first().click();
      await sleep(10_000);
      await page.goBack();
      await command('stop');
      if (minute % RESTART_EVERY === 0) await core.restart();
      await sleep(Math.max(end - Date.now(), 0));
      const sample = await sampleOf(page, cdp, minute);
      process.stderr.write(`${JSON.stringify(sample)}\n`);
      if (minute > WARM_UP) samples.push(sample);
      if (minute >= WARM_UP && (minute - WARM_UP) % SNAPSHOT_EVERY === 0) objects.push(await objectsMbOf(cdp));
    }
  } finally {
    await close();
    await server.close();
    await core.dispose();
  }
  const [heap, nodes, listeners, timers] = (['heapMb', 'nodes', 'listeners', 'timers'] as const).map((key) =>
    growthOf(samples, key),
  );
  process.stdout.write(
    `${machine}; load average ${before} before, ${loadNow()} after; ${MINUTES} min with ${CHANNELS} channels and ${PUBLICATIONS} publications.\n` +
      `heap ${heap?.toFixed(2)} MB (objects without code, in MB: ${objects.map((mb) => mb.toFixed(2)).join(' ')}), nodes ${nodes?.toFixed(0)}, listeners ${listeners?.toFixed(0)}, timers ${timers?.toFixed(0)} more\n`,
  );
  if (!(Number(heap) < MOST_MB)) throw new UserError('The heap of the page grows.');
});
