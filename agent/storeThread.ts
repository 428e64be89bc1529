import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { StoreFault } from './sqliteFile.ts';
import type { StoreAnswer, StoreName, StoreRequest, StoreResult, StoreWorkerData } from './storeWorker.ts';

export class StoreError extends Error {
  readonly fault: StoreFault;
  constructor(fault: StoreFault) {
    super(fault);
    this.fault = fault;
  }
}

export interface StoreThread {
  /** May be repeated. Rejects with a `StoreError` if the file is unusable, and may hang. */
  ask(request: StoreRequest): Promise<StoreResult>;
}

const MEMORY = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 };

interface PendingCall {
  resolve: (result: StoreResult) => void;
  reject: (error: StoreError) => void;
}

interface StoreThreadOptions extends StoreWorkerData {
  /** Path of the agent's script; the thread's script is beside it. */
  agent: string;
  onSetAside: (store: StoreName, copy: string) => void;
}

/** Runs the stores of a folder in their own thread, so that a slow disk blocks nothing else. */
export function createStoreThread({ agent, onSetAside, ...workerData }: StoreThreadOptions): StoreThread {
  const pending = new Map<number, PendingCall>();
  let worker: Worker | null = null;
  let number = 0;

  function start(): Worker {
    const started = new Worker(programBeside(agent), { execArgv: [], workerData, resourceLimits: MEMORY });
    started.unref();
    started.on('message', (answer: StoreAnswer) => {
      if (answer.type === 'set-aside') return onSetAside(answer.store, answer.copy);
      const waiting = pending.get(answer.number);
      pending.delete(answer.number);
      if (answer.type === 'done') waiting?.resolve(answer.result);
      else waiting?.reject(new StoreError(answer.fault));
    });
    // "exit" follows and is handled below.
    started.on('error', () => undefined);
    started.on('exit', () => {
      if (worker !== started) return;
      worker = null;
      for (const { reject } of pending.values()) reject(new StoreError('failed'));
      pending.clear();
    });
    return started;
  }

  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        if (request.type === 'close' && worker === null) return resolve({ type: 'none' });
        number++;
        pending.set(number, { resolve, reject });
        try {
          worker ??= start();
          worker.postMessage({ number, request });
        } catch {
          pending.delete(number);
          reject(new StoreError('failed'));
        }
      }),
  };
}

const programBeside = (agent: string): string =>
  join(dirname(agent), agent.endsWith('.ts') ? 'storeWorker.ts' : 'agentStores.cjs');
