import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import * as z from 'zod';
import { runVerb, UserError } from '../../tools/launch/userError.ts';
import { loadNow, machine } from '../machine.ts';
import { coresOf } from '../parseCores.ts';
import { type AnsweringCore, openCores, stopAll } from '../startOrJoinCore.ts';
import { compareSteps, MOST_CPU, MOST_MEMORY } from './compareSteps.ts';
import { type ChannelsStep, mostFresh, staleIn } from './stalePlaylists.ts';

const Variables = z.object({
  CORES: z.string().default('embedded'),
  // A token lives for ten minutes and is renewed per step.
  SECONDS: z.coerce.number().int().min(10).max(300).default(60),
});
const STEPS = [1, 5, 10, 20];
const SEGMENT_S = 2;
/** Checks after the start until all playlists exist; missing ones then count as missing. */
const SETTLE_LOOKS = 30;
const POLL_INTERVAL_MS = 2_000;

const Files = z.array(z.object({ name: z.string(), last_modified: z.number() }));

const processOf = (n: number, file: string) => ({
  ...{ id: `bench-channel:${n}`, type: 'ffmpeg', reference: `bench_${n}`, autostart: true, reconnect: true },
  ...{ reconnect_delay_seconds: 1, options: ['-loglevel', 'level+info'] },
  input: [{ id: 'in', address: file, options: ['-re', '-stream_loop', '-1'] }],
  output: [
    {
      id: 'out',
      address: `{memfs}/bench_${n}.m3u8`,
      options: [
        ...['-codec', 'copy', '-f', 'hls', '-hls_time', String(SEGMENT_S), '-hls_list_size', '6'],
        ...['-hls_flags', 'delete_segments', '-hls_segment_filename', `{memfs}/bench_${n}_%04d.ts`, '-method', 'PUT'],
      ],
      // Without the underscore, the pattern of channel 1 would match channel 10 too.
      cleanup: [{ pattern: `memfs:/bench_${n}_*`, max_files: 10, max_file_age_seconds: 30, purge_on_delete: true }],
    },
  ],
});

/** A stream of 1.5 Mbit/s like that of a camera, with a keyframe every two seconds. */
async function makeSource(file: string): Promise<void> {
  const video = ['-f', 'lavfi', '-i', 'testsrc2=size=1280x720:rate=25', '-f', 'lavfi', '-i', 'sine=frequency=440'];
  const coding = ['-t', '20', '-c:v', 'libx264', '-preset', 'ultrafast', '-b:v', '1500k', '-g', '50', '-c:a', 'aac'];
  await promisify(execFile)('ffmpeg', ['-v', 'error', ...video, ...coding, '-f', 'mpegts', file]);
}

async function playlistsOf({ api }: AnsweringCore) {
  return Files.parse(JSON.parse(await api.ask('GET', '/v3/fs/mem?glob=/bench_*.m3u8')));
}

async function measureStep(core: AnsweringCore, channels: number, seconds: number): Promise<ChannelsStep> {
  for (let round = 0; round < SETTLE_LOOKS && (await playlistsOf(core)).length < channels; round += 1)
    await sleep(POLL_INTERVAL_MS);
  const ages: (number | null)[] = [];
  const cpuBefore = await core.cpuMs();
  const startedAt = performance.now();
  while (performance.now() < startedAt + seconds * 1000) {
    await sleep(POLL_INTERVAL_MS);
    const files = await playlistsOf(core);
    for (let n = 1; n <= channels; n += 1) {
      const found = files.find(({ name }) => name === `/bench_${n}.m3u8`);
      ages.push(found === undefined ? null : Date.now() / 1000 - found.last_modified);
    }
  }
  const cpuAfter = await core.cpuMs();
  const lastedMs = performance.now() - startedAt;
  return {
    ...{ channels, ages, memoryMib: await core.memoryMib() },
    cpuPercent: cpuBefore === null || cpuAfter === null ? null : ((cpuAfter - cpuBefore) / lastedMs) * 100,
  };
}

await runVerb(async () => {
  const variables = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  const read = Variables.safeParse(variables);
  if (!read.success)
    throw new UserError(read.error.issues.map(({ path: at, message }) => `${at}: ${message}`).join('. '));
  const { CORES, SECONDS } = read.data;
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-channels-'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => stopAll().finally(() => process.exit(1)));
  }
  const before = loadNow();
  const rows: string[] = [];
  const measured: { readonly name: string; readonly steps: readonly ChannelsStep[] }[] = [];
  try {
    const source = path.join(folder, 'source.ts');
    await makeSource(source);
    for (const coreConfig of coresOf(CORES)) {
      const core = await openCores(coreConfig, path.join(folder, coreConfig.name));
      const steps: ChannelsStep[] = [];
      let started = 0;
      for (const channels of STEPS) {
        await core.api.login();
        while (started < channels) {
          started += 1;
          await core.api.ask('POST', '/v3/process', JSON.stringify(processOf(started, source)));
        }
        const step = await measureStep(core, channels, SECONDS);
        steps.push(step);
        const perChannel = step.cpuPercent === null ? '' : `${(step.cpuPercent / channels).toFixed(2)} %`;
        const oldest = Math.max(0, ...step.ages.map((age) => age ?? 0)).toFixed(1);
        const stale = `${staleIn(step, SEGMENT_S)} of ${step.ages.length}`;
        rows.push(
          `| ${core.name} | ${channels} | ${perChannel} | ${step.memoryMib?.toFixed(0) ?? ''} MiB | ${oldest} s | ${stale} |`,
        );
        process.stderr.write(`${rows.at(-1)}\n`);
      }
      measured.push({ name: core.name, steps });
      process.stderr.write(`${core.name}: every playlist fresh with ${mostFresh(steps, SEGMENT_S)} channels\n`);
      await core.stop();
    }
  } finally {
    await stopAll();
    await rm(folder, { recursive: true, force: true });
  }
  const head = `${machine}; load average ${before} before, ${loadNow()} after; ${SECONDS} s a step, 1.5 Mbit/s copied; the core without ffmpeg.`;
  const columns = ['core', 'channels', 'CPU each', 'memory', 'oldest playlist', 'old or missing'];
  process.stdout.write(
    `\n${head}\n\n| ${columns.join(' | ')} |\n|${columns.map(() => '---|').join('')}\n${rows.join('\n')}\n`,
  );
  const [first, last] = [measured.at(0), measured.at(-1)];
  if (first === undefined || last === undefined || first === last) return;
  const ratio = (value: number | null) => value?.toFixed(2) ?? '';
  const compared = compareSteps(first.steps, last.steps).map(
    ({ channels, cpu, memory, missed }) =>
      `| ${channels} | ${ratio(cpu)} | ${ratio(memory)} | ${missed.join(', ') || 'kept'} |`,
  );
  process.stdout.write(
    `\n${first.name} / ${last.name}\n\n| channels | CPU <= ${MOST_CPU} | memory <= ${MOST_MEMORY} | goals |\n|---|---|---|---|\n${compared.join('\n')}\n`,
  );
});
