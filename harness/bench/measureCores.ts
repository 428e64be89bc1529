import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chapters, coldRow, type LoadRow, MEMORY, PROCESSES, START } from './loadRequests.ts';
import type { CoreUnderBench } from './parseCores.ts';
import type { Result, Sample } from './resultTable.ts';
import { type AnsweringCore, dropFiles, openCores, putFiles } from './startOrJoinCore.ts';
import { load } from './wrk.ts';

export interface Plan {
  readonly cores: readonly CoreUnderBench[];
  readonly rounds: number;
  readonly seconds: number;
  readonly folder: string;
  readonly note: (result: Result) => void;
}

/** Idle time before memory is measured, so that start-up work is done. */
const SETTLE_MS = 5_000;

/** Alternates between cores in changing order, so that other load affects all of them. */
export async function measure({ cores, rounds, seconds, folder, note }: Plan): Promise<void> {
  for (let round = 1; round <= rounds; round++) {
    let turn = round;
    const inEachCore = async (staged: readonly AnsweringCore[], work: (core: AnsweringCore) => Promise<unknown>) => {
      turn += 1;
      for (const core of turn % 2 === 0 ? staged : staged.toReversed()) await work(core);
    };
    const addResult = (row: string, core: AnsweringCore, sample: Sample) =>
      note({ row, core: core.name, round, ...sample });
    const memory = async (row: string, staged: readonly AnsweringCore[]) => {
      await sleep(SETTLE_MS);
      await inEachCore(staged, async (core) => {
        const value = await core.memoryMib();
        if (value !== null) addResult(row, core, { unit: 'MiB', value });
      });
    };
    const measureLoad = (row: LoadRow, staged: readonly AnsweringCore[], length = seconds) =>
      inEachCore(staged, async (core) => {
        const token = await core.api.login();
        const before = await core.cpuMs();
        const sample = await load(core.origin, token, row, length);
        const after = await core.cpuMs();
        const isKnown = before !== null && after !== null && sample.value > 0;
        addResult(
          row.name,
          core,
          isKnown ? { ...sample, cpuMicros: ((after - before) * 1000) / (sample.value * length) } : sample,
        );
      });
    const startCores = async (row: string) => {
      const staged: AnsweringCore[] = [];
      for (const candidate of turn % 2 === 0 ? cores : cores.toReversed()) {
        const core = await openCores(candidate, path.join(folder, candidate.name));
        staged.push(core);
        if (core.startMs !== null) addResult(row, core, { unit: 'ms', value: core.startMs });
      }
      return staged;
    };

    for (const { name } of cores) await rm(path.join(folder, name), { recursive: true, force: true });
    const fresh = await startCores(START.empty);
    await memory(MEMORY.idle, fresh);
    await inEachCore(fresh, ({ api }) => api.login().then(() => api.define(PROCESSES)));
    await memory(MEMORY.defined, fresh);
    for (const core of fresh) await core.stop();

    const restarted = await startCores(START.stored);
    await measureLoad(coldRow, restarted, 1);
    await inEachCore(restarted, putFiles);
    await memory(MEMORY.restarted, restarted);
    let defined = PROCESSES;
    for (const { processes, rows } of chapters) {
      await inEachCore(restarted, ({ api }) => api.login().then(() => api.remove(defined, processes)));
      defined = processes;
      for (const row of rows) await measureLoad(row, restarted);
      if (processes === PROCESSES) await memory(MEMORY.loaded, restarted);
    }
    await inEachCore(restarted, async (core) => {
      await core.api.remove(defined, 0);
      await dropFiles(core);
      await core.stop();
    });
  }
}
