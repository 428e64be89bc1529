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

/** It answers one request after the other. */
export interface StoreThread {
  /** Rejects with a StoreError where the file cannot be used, and may be repeated. It may also never end. */
  ask(request: StoreRequest): Promise<StoreResult>;
}

/** It has little to keep. */
const MEMORY = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 };

interface PendingCall {
  resolve: (result: StoreResult) => void;
  reject: (error: StoreError) => void;
}

interface StoreThreadOptions extends StoreWorkerData {
  /** The program of the agent, beside which that of the thread lies. */
  agent: string;
  /** What was damaged has been moved there. */
  onSetAside: (store: StoreName, copy: string) => void;
}

/** Journal, history, alarms and tokens in a folder, in a thread of their own: a disk that takes its time delays nobody else. */
export function createStoreThread({ agent, onSetAside, ...workerData }: StoreThreadOptions): StoreThread {
  const pending = new Map<number, PendingCall>();
  let worker: Worker | null = null;
  let number = 0;

  function start(): Worker {
    const begun = new Worker(programBeside(agent), { execArgv: [], workerData, resourceLimits: MEMORY });
    begun.unref();
    begun.on('message', (answer: StoreAnswer) => {
      if (answer.type === 'set-aside') return onSetAside(answer.store, answer.copy);
      const waiting = pending.get(answer.number);
      pending.delete(answer.number);
      if (answer.type === 'done') waiting?.resolve(answer.result);
      else waiting?.reject(new StoreError(answer.fault));
    });
    // An exit follows.
    begun.on('error', () => undefined);
    begun.on('exit', () => {
      if (worker !== begun) return;
      worker = null;
      for (const { reject } of pending.values()) reject(new StoreError('failed'));
      pending.clear();
    });
    return begun;
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
          // No more threads.
          pending.delete(number);
          reject(new StoreError('failed'));
        }
      }),
  };
}

/** Its source, or the script that is bundled of it. */
const programBeside = (agent: string): string =>
  join(dirname(agent), agent.endsWith('.ts') ? 'storeWorker.ts' : 'agentStores.cjs');
