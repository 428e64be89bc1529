import { ApiError } from '../../util/apiError.ts';
import { elapsedMs } from '../../util/elapsedMs.ts';
import { limit } from '../../util/limits.ts';

interface WaitRule {
  /** Failed logins that cause no wait yet. */
  readonly free: number;
  readonly longestPauseMs: number;
  readonly longestWaitMs: number;
  /** Time without another failure after which failures expire. */
  readonly forgetMs: number;
}

export const createWaitRule = (): WaitRule => ({
  free: limit('freeLogins'),
  longestPauseMs: limit('loginPause'),
  longestWaitMs: limit('loginWait'),
  forgetMs: 10 * 60_000,
});

/** One millisecond per failure. */
export const computePause = (failures: number, { free, longestPauseMs }: WaitRule): number =>
  failures < free ? 0 : Math.min(failures, longestPauseMs);

/** Whether one more fits behind `waiting` others, assuming that all of them fail. */
export function mayWait(failures: number, waiting: number, rule: WaitRule): boolean {
  let total = 0;
  for (let position = 0; position <= waiting && total <= rule.longestWaitMs; position += 1) {
    total += computePause(failures + position, rule);
  }
  return total <= rule.longestWaitMs;
}

export const createTooManyLogins = (): ApiError =>
  new ApiError(429, 'Too Many Requests', [
    'Too many logins from this address at the same time. Try again in a moment.',
  ]);

/** A rejection does not count as a failure. */
type Decide = () => boolean | Promise<boolean>;

interface QueuedLogin extends LoginCheck {
  readonly give: (isRight: boolean) => void;
  readonly fail: (error: unknown) => void;
}

interface NetworkRecord {
  failures: number;
  lastFailedMs: number;
  readonly line: Set<QueuedLogin>;
  timer: NodeJS.Timeout | null;
  isBusy: boolean;
}

interface LinesDeps {
  readonly rule: WaitRule;
  readonly remembered: number;
}

/** `forgives`: success clears earlier failures. */
export interface LoginCheck {
  readonly decide: Decide;
  readonly forgives: boolean;
}

export interface LoginLines {
  /** Returns the result of `decide` in turn; throws 429 after too long a wait or an abort. */
  stand(network: string, check: LoginCheck, signal: AbortSignal): Promise<boolean>;
  readonly size: () => number;
}

export function createLoginLines({ rule, remembered }: LinesDeps): LoginLines {
  /** Sorted by the last failure. */
  const records = new Map<string, NetworkRecord>();

  const isIdle = ({ line, isBusy }: NetworkRecord) => line.size === 0 && !isBusy;

  const forgetOldest = () => {
    for (const [network, record] of records) {
      if (records.size <= remembered) return;
      if (isIdle(record)) records.delete(network);
    }
  };

  const recordOf = (network: string): NetworkRecord => {
    const found = records.get(network);
    if (found !== undefined && (!isIdle(found) || elapsedMs() - found.lastFailedMs < rule.forgetMs)) return found;
    const line = new Set<QueuedLogin>();
    const fresh = { failures: 0, lastFailedMs: Number.NEGATIVE_INFINITY, line, timer: null, isBusy: false };
    records.set(network, fresh);
    forgetOldest();
    return fresh;
  };

  const forgetIfNothing = (network: string, record: NetworkRecord) => {
    if (isIdle(record) && record.failures === 0) records.delete(network);
  };

  const count = (network: string, record: NetworkRecord, { forgives }: LoginCheck, isRight: boolean) => {
    if (!isRight) {
      record.failures += 1;
      record.lastFailedMs = elapsedMs();
    } else if (forgives) record.failures = 0;
    records.delete(network);
    records.set(network, record);
    forgetIfNothing(network, record);
    forgetOldest();
  };

  const dueInMs = (record: NetworkRecord) => record.lastFailedMs + computePause(record.failures, rule) - elapsedMs();

  const decideLater = async (
    network: string,
    record: NetworkRecord,
    waiting: QueuedLogin,
    answer: Promise<boolean>,
  ) => {
    record.isBusy = true;
    try {
      const isRight = await answer;
      record.isBusy = false;
      count(network, record, waiting, isRight);
      waiting.give(isRight);
    } catch (error) {
      record.isBusy = false;
      waiting.fail(error);
      forgetIfNothing(network, record);
    }
    advance(network, record);
  };

  const advance = (network: string, record: NetworkRecord) => {
    record.timer = null;
    for (const waiting of record.line) {
      const left = dueInMs(record);
      if (left > 0) {
        record.timer = setTimeout(() => advance(network, record), left);
        return;
      }
      record.line.delete(waiting);
      const answer = waiting.decide();
      if (typeof answer !== 'boolean') {
        void decideLater(network, record, waiting, answer);
        return;
      }
      count(network, record, waiting, answer);
      waiting.give(answer);
    }
  };

  const standInLine = (network: string, check: LoginCheck, signal: AbortSignal) =>
    new Promise<boolean>((resolve, reject) => {
      const record = recordOf(network);
      if (!mayWait(record.failures, record.line.size, rule)) return reject(createTooManyLogins());
      const leave = () => {
        record.line.delete(waiting);
        forgetIfNothing(network, record);
        reject(createTooManyLogins());
      };
      const end = () => signal.removeEventListener('abort', leave);
      const waiting: QueuedLogin = {
        ...check,
        give: (isRight) => {
          end();
          resolve(isRight);
        },
        fail: (error) => {
          end();
          reject(error);
        },
      };
      record.line.add(waiting);
      signal.addEventListener('abort', leave);
      if (record.timer === null && !record.isBusy) advance(network, record);
    });

  return { stand: standInLine, size: () => records.size };
}
