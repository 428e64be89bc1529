import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { requireFfmpeg } from '../tools/launch/requireFfmpeg.ts';
import { runVerb, UserError } from '../tools/launch/userError.ts';
import { goals } from './loadRequests.ts';
import { loadNow, machine } from './machine.ts';
import { measure } from './measureCores.ts';
import { coresOf } from './parseCores.ts';
import { linesOf, type Result, tableOf } from './resultTable.ts';
import { stopAll } from './startOrJoinCore.ts';
import { writePart } from './writeReportPart.ts';
import { requireWrk } from './wrk.ts';

const Variables = z.object({
  CORES: z.string().default('embedded'),
  ROUNDS: z.coerce.number('ROUNDS must be a number').int().min(1).max(99).default(3),
  SECONDS: z.coerce.number('SECONDS must be a number').int().min(1).max(60).default(2),
  MARKDOWN: z.string().optional(),
  JSONL: z.string().optional(),
});

await runVerb(async () => {
  const read = Variables.safeParse(Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== '')));
  if (!read.success) throw new UserError(read.error.issues.map(({ message }) => message).join('. '));
  const { CORES, ROUNDS, SECONDS, MARKDOWN, JSONL } = read.data;
  const cores = coresOf(CORES);
  await requireWrk();
  await requireFfmpeg();

  const folder = await mkdtemp(path.join(tmpdir(), 'bench-'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => stopAll().finally(() => process.exit(1)));
  }
  const results: Result[] = [];
  const before = loadNow();
  try {
    await measure({
      cores,
      rounds: ROUNDS,
      seconds: SECONDS,
      folder,
      note: (result) => {
        results.push(result);
        const { row, core, round, value, unit } = result;
        process.stderr.write(`${round}/${ROUNDS} ${row} ${core}: ${value.toFixed(1)} ${unit}\n`);
      },
    });
  } finally {
    await stopAll();
    await rm(folder, { recursive: true, force: true });
  }
  if (JSONL !== undefined) await appendFile(JSONL, results.map((result) => `${JSON.stringify(result)}\n`).join(''));

  const names = cores.map(({ name }) => name);
  const table = tableOf(linesOf(results, names, goals), names);
  const conditions = `${machine}; load average ${before} before, ${loadNow()} after; medians of ${ROUNDS} rounds, ${SECONDS} s a load.`;
  if (MARKDOWN !== undefined) await writePart(MARKDOWN, 'core', `${conditions}\n\n${table}`);
  process.stdout.write(`\n${conditions}\n\n${table}`);
});
