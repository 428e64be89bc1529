import { randomBytes } from 'node:crypto';
import type { ProcessState } from '../../src/api/answers/process.ts';
import type { Core } from '../../src/api/client.ts';
import { codeOf } from '../../src/api/error.ts';
import { lookFile, lookId, lookListFile } from '../../src/api/processIds.ts';
import type { Input } from '../../src/media/encoding/profile.ts';
import { addressIn, type Storage } from '../../src/media/hls/hlsFiles.ts';
import type { Look } from '../../src/media/look/look.ts';
import { lookProcess } from '../../src/media/look/lookProcess.ts';
import { readLook } from '../../src/media/look/readLook.ts';

/** A look at files of the core takes a second. ffmpeg is ended after this time. */
const PATIENCE_MS = 20_000;
const POLL_MS = 500;
/** Most looks are over by then. */
const VAIN_AFTER_MS = 3000;
const ENDED: readonly ProcessState['exec'][] = ['finished', 'failed', 'killed'];

export type LookCore = Pick<
  Core,
  | 'processAdd'
  | 'processCommand'
  | 'processState'
  | 'processReport'
  | 'processDelete'
  | 'fileBytes'
  | 'memWrite'
  | 'memDelete'
  | 'diskWrite'
  | 'diskDelete'
>;

type LookRequest = Omit<Parameters<typeof lookProcess>[0], 'id' | 'file' | 'input'>;

interface LookOptions {
  core: LookCore;
  request: LookRequest;
  /** An address, or segments of the core, see `lookPlaylist`. */
  input: Input | { storage: Storage; list: string };
  /** Number of the process, see `lookId`. */
  n: number;
  /** Monotonic clock, in milliseconds. */
  now: () => number;
  pause: (ms: number) => Promise<unknown>;
  /** Ends the look early. */
  leave: AbortSignal;
  patienceMs?: number;
  /** Gets the log of ffmpeg. */
  hear?: (lines: readonly string[]) => void;
  /** Returns whether the log shows that waiting is useless. */
  isVain?: (lines: readonly string[]) => boolean;
}

/** Adds a process, waits for its end, reads its result and deletes it. Rejects only if the core does not respond. */
export async function runLook(options: LookOptions): Promise<Look> {
  const { core, request, input, n, now, pause, leave, patienceMs = PATIENCE_MS, hear, isVain } = options;
  const id = lookId(n);
  const name = randomBytes(16).toString('hex');
  const file = lookFile(name);
  const path = lookListFile(name);
  const { seconds, pictures } = request;

  async function waitForEnd(): Promise<ProcessState['exec']> {
    const begun = now();
    while (true) {
      const { exec } = await core.processState({ id });
      const waited = now() - begun;
      if (ENDED.includes(exec) || waited >= patienceMs || leave.aborted) return exec;
      if (waited >= VAIN_AFTER_MS && isVain?.(await readLog())) return exec;
      await pause(POLL_MS);
    }
  }

  async function readLog(): Promise<string[]> {
    const { log } = await core.processReport({ id });
    return log.map(([, line = '']) => line);
  }

  async function readFrames(): Promise<Uint8Array | null> {
    try {
      const bytes = await core.fileBytes({ storage: 'mem', path: file });
      return bytes instanceof Uint8Array ? bytes : null;
    } catch (error) {
      if (codeOf(error) === 404) return null;
      throw error;
    }
  }

  async function writeInput(): Promise<Input> {
    if ('address' in input) return input;
    const { storage, list: body } = input;
    await (storage === 'memfs' ? core.memWrite({ path, body }) : core.diskWrite({ path, body }));
    return { address: addressIn(storage, path), options: [] };
  }

  async function removeInput() {
    if ('address' in input) return;
    await (input.storage === 'memfs' ? core.memDelete({ path }) : core.diskDelete({ path }));
  }

  /** Returns null if the core rejects the process. */
  async function runProcess(): Promise<ProcessState['exec'] | null> {
    try {
      await core.processAdd({ body: lookProcess({ ...request, id, file, input: await writeInput() }) });
      await core.processCommand({ id, body: { command: 'start' } });
    } catch (error) {
      const code = codeOf(error);
      if (code === null || code < 400 || code === 401) throw error;
      return null;
    }
    return await waitForEnd();
  }

  // A killed agent may have left one.
  await core.processDelete({ id });
  try {
    const exec = await runProcess();
    if (exec === null) return { status: 'failed', cause: 'refused' };
    const lines = await readLog();
    hear?.(lines);
    const pixels = exec === 'finished' && request.hasVideo ? await readFrames() : null;
    return readLook({ exec, lines, pixels, seconds, pictures });
  } finally {
    // Deletes the file of the frames as well.
    await core.processDelete({ id }).finally(removeInput);
  }
}
