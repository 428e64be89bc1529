import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { AlarmChange, AlarmContents, DeliveryRecord, IncidentRecord } from './alarms/alarmStore.ts';
import type { JournalEntry } from './journalStore.ts';
import type { AlarmAnswer, AlarmRequest, JournalAnswer, JournalRequest, JournalWorkerData } from './journalWorker.ts';
import type { DatabaseFault } from './ownDatabase.ts';

/** Each call rejects with a JournalError where the file cannot be used, and may be repeated. It may also never end. */
export interface JournalDisk {
  /** The newest id; 0: there is none. */
  open(): Promise<number>;
  write(entries: readonly JournalEntry[]): Promise<void>;
  /** Oldest first. `after` null: the newest. */
  read(after: number | null, limit: number): Promise<readonly JournalEntry[]>;
  close(): Promise<void>;
}

/** The alarms; each call as those of the journal. */
export interface AlarmDisk {
  load(): Promise<AlarmContents>;
  save(change: AlarmChange): Promise<void>;
  /** See `AlarmStore`. */
  deliveries(before: number | null, limit: number): Promise<readonly DeliveryRecord[]>;
  incidents(before: number | null, limit: number): Promise<readonly IncidentRecord[]>;
}

interface AgentDisk extends JournalDisk {
  alarms: AlarmDisk;
}

export class JournalError extends Error {
  readonly fault: DatabaseFault;
  constructor(fault: DatabaseFault) {
    super(fault);
    this.fault = fault;
  }
}

/** It has little to keep. */
const MEMORY = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 };

type WithoutNumber<T> = T extends unknown ? Omit<T, 'number'> : never;

type Answer = Extract<JournalAnswer, { type: 'done' | 'alarms' }>;

interface PendingRequest {
  resolve: (answer: Answer) => void;
  reject: (error: JournalError) => void;
}

/**
 * The journal in a folder, in a thread of its own: a disk that takes its time delays nobody else.
 * @param agent the program of the agent, beside which that of the thread lies
 * @param onSetAside what was no journal has been moved there
 */
export function createJournalDisk(folder: string, agent: string, onSetAside: (copy: string) => void): AgentDisk {
  const pending = new Map<number, PendingRequest>();
  let worker: Worker | null = null;
  let number = 0;

  function start(): Worker {
    const data: JournalWorkerData = { folder };
    const begun = new Worker(programBeside(agent), { execArgv: [], workerData: data, resourceLimits: MEMORY });
    begun.unref();
    begun.on('message', (answer: JournalAnswer) => {
      if (answer.type === 'set-aside') return onSetAside(answer.copy);
      const waiting = pending.get(answer.number);
      pending.delete(answer.number);
      if (answer.type === 'failed') waiting?.reject(new JournalError(answer.fault));
      else waiting?.resolve(answer);
    });
    // An exit follows.
    begun.on('error', () => undefined);
    begun.on('exit', () => {
      if (worker !== begun) return;
      worker = null;
      for (const { reject } of pending.values()) reject(new JournalError('failed'));
      pending.clear();
    });
    return begun;
  }

  const ask = (request: WithoutNumber<JournalRequest>) =>
    new Promise<Answer>((resolve, reject) => {
      number++;
      pending.set(number, { resolve, reject });
      try {
        worker ??= start();
        worker.postMessage({ ...request, number } satisfies JournalRequest);
      } catch {
        // No more threads.
        pending.delete(number);
        reject(new JournalError('failed'));
      }
    });

  async function askJournal(request: Exclude<WithoutNumber<JournalRequest>, { type: 'alarms' }>) {
    const answer = await ask(request);
    if (answer.type !== 'done') throw new JournalError('failed');
    return answer;
  }

  async function askAlarms(request: AlarmRequest): Promise<AlarmAnswer> {
    const answer = await ask({ type: 'alarms', request });
    if (answer.type !== 'alarms') throw new JournalError('failed');
    return answer.answer;
  }

  return {
    open: async () => (await askJournal({ type: 'open' })).last,
    async write(entries) {
      await askJournal({ type: 'write', entries });
    },
    read: async (after, limit) =>
      (await askJournal(after === null ? { type: 'newest', limit } : { type: 'after', id: after, limit })).entries,
    async close() {
      if (worker !== null) await askJournal({ type: 'close' }).catch(() => undefined);
    },
    alarms: {
      async load() {
        const answer = await askAlarms({ type: 'load' });
        if (answer.type !== 'load') throw new JournalError('failed');
        return answer.contents;
      },
      async save(change) {
        await askAlarms({ type: 'save', change });
      },
      async deliveries(before, limit) {
        const answer = await askAlarms({ type: 'deliveries', before, limit });
        return answer.type === 'deliveries' ? answer.deliveries : [];
      },
      async incidents(before, limit) {
        const answer = await askAlarms({ type: 'incidents', before, limit });
        return answer.type === 'incidents' ? answer.incidents : [];
      },
    },
  };
}

/** Its source, or the script that is bundled of it. */
const programBeside = (agent: string): string =>
  join(dirname(agent), agent.endsWith('.ts') ? 'journalWorker.ts' : 'agentJournal.cjs');
