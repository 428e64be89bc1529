import { createHash, randomBytes } from 'node:crypto';
import { AGENT_LIMITS } from '../src/api/agentLimits.ts';
import type { Admission } from './agentApi.ts';

/** The core's verdict on a token. `unknown`: it did not respond. */
export type Verdict = 'good' | 'bad' | 'unknown';

interface TokenCheckOptions {
  ask: (token: string) => Promise<Verdict>;
  now?: () => number;
}

const COUNTS_MS = 60_000;
const ASK_EVERY_MS = 1000 / AGENT_LIMITS.tokenChecksPerSecond;
const MAX_REMEMBERED = 1000;
const MAX_NETWORKS = 1000;

interface Asker {
  mark: string;
  token: string;
  network: string;
  answer: (admission: Admission) => void;
}

/** Checks tokens with the core, at most one unknown token per second. A token that was valid skips the queue. */
export function createTokenCheck({ ask, now = () => performance.now() }: TokenCheckOptions) {
  /** Keyed by hash, so that no token is stored. */
  const verdicts = new Map<string, { isGood: boolean; at: number }>();
  /** Wrong tokens per network, until it sends a valid one. */
  const wrong = new Map<string, number>();
  const inFlight = new Map<string, Promise<Admission>>();
  let waiting: Asker[] = [];
  let openAt = Number.NEGATIVE_INFINITY;
  let isOpen = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let requestedAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | null = null;

  const counts = (at: number) => now() - at < COUNTS_MS;

  function remember(mark: string, isGood: boolean) {
    verdicts.delete(mark);
    verdicts.set(mark, { isGood, at: now() });
    // Drops wrong tokens first, so that a flood of them logs out nobody.
    for (const [old, { isGood: wasGood }] of verdicts) {
      if (verdicts.size <= MAX_REMEMBERED) break;
      if (!wasGood) verdicts.delete(old);
    }
    for (const old of verdicts.keys()) if (verdicts.size > MAX_REMEMBERED) verdicts.delete(old);
  }

  const verdictOf = (token: string) => ask(token).catch((): Verdict => 'unknown');

  /** Detects a core that accepts any token, because it trusts localhost or has no login. */
  async function findOpen(): Promise<Verdict> {
    const verdict = await verdictOf(randomToken());
    if (verdict === 'unknown') return verdict;
    isOpen = verdict === 'good';
    openAt = now();
    return verdict;
  }

  async function checkToken(token: string): Promise<Admission> {
    const verdict = await verdictOf(token);
    if (verdict !== 'good') return verdict === 'bad' ? 'refused' : 'unknown';
    const random = await findOpen();
    if (random === 'unknown') return 'unknown';
    return random === 'good' ? 'closed' : 'granted';
  }

  async function judge({ mark, token, network, answer }: Asker) {
    const admission = await checkToken(token);
    if (admission === 'granted') wrong.delete(network);
    if (admission === 'refused') {
      wrong.set(network, (wrong.get(network) ?? 0) + 1);
      const [oldest] = wrong.keys();
      if (wrong.size > MAX_NETWORKS && oldest !== undefined) wrong.delete(oldest);
    }
    if (admission === 'granted' || admission === 'refused') remember(mark, admission === 'granted');
    answer(admission);
  }

  const byFailures = (a: Asker, b: Asker) => (wrong.get(a.network) ?? 0) - (wrong.get(b.network) ?? 0);

  function startNext() {
    if (timer !== null || waiting.length === 0) return;
    timer = setTimeout(
      async () => {
        // Networks with the fewest wrong tokens first.
        waiting.sort(byFailures);
        const [next] = waiting;
        waiting = waiting.slice(1);
        requestedAt = now();
        if (next !== undefined) await judge(next);
        timer = null;
        startNext();
      },
      Math.max(0, requestedAt + ASK_EVERY_MS - now()),
    );
    timer.unref();
  }

  /** @param wasGood the token was valid before, so it skips the queue */
  const begin = (mark: string, token: string, address: string, wasGood: boolean) =>
    new Promise<Admission>((answer) => {
      const asker = { mark, token, network: networkOf(address), answer };
      if (wasGood) return void judge(asker);
      waiting.push(asker);
      if (waiting.length > AGENT_LIMITS.waitingTokens) {
        waiting.sort(byFailures);
        waiting.pop()?.answer('busy');
      }
      startNext();
    });

  return {
    isOpen: () => isOpen,
    /** Checks for an open core in advance; at most once a minute. */
    async look() {
      if (counts(lookedAt)) return;
      lookedAt = now();
      await findOpen();
    },
    async admit(token: string, address: string): Promise<Admission> {
      if (isOpen && counts(openAt)) return 'closed';
      const mark = createHash('sha256').update(token).digest('hex');
      const before = verdicts.get(mark);
      if (before !== undefined && counts(before.at)) return before.isGood ? 'granted' : 'refused';
      const answered = inFlight.get(mark) ?? begin(mark, token, address, before?.isGood === true);
      inFlight.set(mark, answered);
      return await answered.finally(() => inFlight.delete(mark));
    },
  };
}

/** Returns a forged token in the format of the core's. */
function randomToken(): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { exp: 4_000_000_000, usefor: 'access', sub: 'nobody' };
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.${randomBytes(32).toString('base64url')}`;
}

/** An IPv4 address, or an IPv6 /64. */
const networkOf = (address: string): string =>
  address.includes('.') ? address.replace(/^.*:/, '') : address.split(':').slice(0, 4).join(':');
