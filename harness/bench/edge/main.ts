import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { type RunningEdge, startEdge } from '../../tools/edge/startEdge.ts';
import { runVerb, UserError } from '../../tools/launch/userError.ts';
import { loadNow, machine } from '../machine.ts';
import { coresOf } from '../parseCores.ts';
import { openCores, stopAll } from '../startOrJoinCore.ts';
import { watchBesideStrangers } from './besideStrangers.ts';
import { edgeFiguresOf, missedGoals, missedGoalsBesideStrangers } from './edgeFigures.ts';
import { startLiveChannel } from './simulatedChannel.ts';
import { floodEdge } from './unknownNameFlood.ts';
import { type FetchResult, watchAsViewers } from './viewers.ts';

const boundedInt = (least: number, max: number, normal: number) =>
  z.coerce.number().int().min(least).max(max).default(normal);
const Variables = z.object({
  CORES: z.string().default('embedded'),
  VIEWERS: boundedInt(1, 2000, 500),
  SECONDS: boundedInt(4, 300, 30),
  BITRATE_KBIT: boundedInt(100, 20_000, 1000),
  STRANGERS_SECONDS: boundedInt(60, 3600, 120),
});
const QUIET_SECONDS = 20;

const CHANNEL = 'bench';
const FEW = 10;
const channels = [{ name: CHANNEL, access: 'public', hasVariants: false }] as const;

const lines = (viewers: number) => [
  { viewers: FEW, edges: 0 },
  { viewers, edges: 0 },
  { viewers, edges: 1 },
  { viewers, edges: 2 },
];

await runVerb(async () => {
  const variables = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  const read = Variables.safeParse(variables);
  if (!read.success)
    throw new UserError(read.error.issues.map(({ path: at, message }) => `${at}: ${message}`).join('. '));
  const { CORES, VIEWERS, SECONDS, BITRATE_KBIT, STRANGERS_SECONDS } = read.data;
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-edge-'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // Ctrl-C reaches nginx as well, which is in the same process group.
    process.once(signal, () => stopAll().finally(() => process.exit(1)));
  }
  const before = loadNow();
  const rows: string[] = [];
  const running = new Set<RunningEdge>();
  let strangers = '';
  try {
    for (const core of coresOf(CORES)) {
      const staged = await openCores(core, path.join(folder, core.name));
      await staged.api.login();
      const live = startLiveChannel(staged, CHANNEL, BITRATE_KBIT);
      await live.begun;
      let fewPercent: number | null = null;
      for (const { viewers, edges } of lines(VIEWERS)) {
        // A token lives for ten minutes.
        await staged.api.login();
        const started: RunningEdge[] = [];
        for (let n = 0; n < edges; n += 1) {
          const edgeFolder = path.join(folder, `${core.name}-${edges}-${n}`);
          const edge = await startEdge({ origin: staged.origin, channels }, edgeFolder);
          running.add(edge);
          started.push(edge);
        }
        const origins = edges === 0 ? [staged.origin] : started.map(({ port }) => `http://127.0.0.1:${port}`);
        const fetched: FetchResult[] = [];
        const cpuBefore = await staged.cpuMs();
        const addresses = origins.map((origin) => `${origin}/memfs/${CHANNEL}.m3u8`);
        await watchAsViewers({ viewers, addresses, seconds: SECONDS }, (result) => fetched.push(result));
        const cpuAfter = await staged.cpuMs();
        let counted = 0;
        let memoryMib: number | null = null;
        for (const edge of started) {
          const memory = await edge.memoryMib();
          if (memory !== null) memoryMib = Math.max(memoryMib ?? 0, memory);
          await edge.count();
          const status = await (await fetch(`http://127.0.0.1:${edge.port}/edge/status`)).json();
          counted += z.object({ viewers: z.number() }).parse(status).viewers;
          await edge.stop();
          running.delete(edge);
        }
        const figures = edgeFiguresOf(fetched, SECONDS, edges);
        const corePercent = cpuBefore === null || cpuAfter === null ? null : (cpuAfter - cpuBefore) / SECONDS / 10;
        if (edges === 0 && viewers === FEW) fewPercent = corePercent;
        const cpu = corePercent === null ? '' : `${corePercent.toFixed(1)} %`;
        const status = { viewers, counted, memoryMib, corePercent, fewPercent };
        const missed = missedGoals(figures, edges, status).join(', ') || 'kept';
        rows.push(
          `| ${core.name} | ${viewers} | ${edges} | ${figures.requests} | ${figures.errors} | ${figures.p95Ms.toFixed(0)} ms | ${figures.originPerSecond.toFixed(1)} | ${cpu} | ${edges === 0 ? '' : counted} | ${memoryMib === null ? '' : `${memoryMib.toFixed(0)} MiB`} | ${missed} |`,
        );
        process.stderr.write(`${rows.at(-1)}\n`);
      }
      await live.stop();
      await staged.stop();
    }
    const flood = { channel: CHANNEL, folder: path.join(folder, 'strangers'), seconds: SECONDS };
    const { requests, statuses, originPerSecond, memoryMib } = await floodEdge(flood, (edge) => running.add(edge));
    strangers = `One stranger, names at random: ${requests} requests (${JSON.stringify(statuses)}), the core asked ${originPerSecond.toFixed(1)} times a second, the edge has ${memoryMib?.toFixed(0) ?? '?'} MiB.`;
    const scene = {
      channel: CHANNEL,
      folder: path.join(folder, 'beside'),
      viewers: VIEWERS,
      bitrateKbit: BITRATE_KBIT,
    };
    const figures = await watchBesideStrangers(
      { ...scene, quietSeconds: QUIET_SECONDS, seconds: STRANGERS_SECONDS },
      (edge) => running.add(edge),
    );
    strangers += `\n${VIEWERS} viewers beside strangers for ${STRANGERS_SECONDS} s: ${JSON.stringify(figures)}; goals: ${missedGoalsBesideStrangers(figures).join(', ') || 'kept'}.`;
  } finally {
    await Promise.all([...running].map((edge) => edge.stop()));
    await stopAll();
    await rm(folder, { recursive: true, force: true });
  }
  const head = `${machine}; load average ${before} before, ${loadNow()} after; ${SECONDS} s a line, ${BITRATE_KBIT} kbit/s.`;
  const columns = [
    'core',
    'viewers',
    'edges',
    'requests',
    'errors',
    'segment p95',
    'core asked /s',
    'core CPU',
    'counted',
    'edge memory',
    'goals',
  ];
  process.stdout.write(
    `\n${head}\n\n| ${columns.join(' | ')} |\n|${columns.map(() => '---|').join('')}\n${rows.join('\n')}\n\n${strangers}\n`,
  );
});
