import { createHash, randomBytes } from 'node:crypto';
import { AGENT_LIMITS } from '../src/api/agentLimits.ts';
import type { Admission } from './agentApi.ts';

/** What the core says to a token. `unknown`: nothing. */
export type Verdict = 'good' | 'bad' | 'unknown';

interface TokenCheckOptions {
  /** Asks the core. */
  ask: (token: string) => Promise<Verdict>;
  /** Steady milliseconds. */
  now?: () => number;
}

/** So long a verdict counts, of a token or of an open core. */
const COUNTS_MS = 60_000;
const ASK_EVERY_MS = 1000 / AGENT_LIMITS.tokenChecksPerSecond;
const MOST_REMEMBERED = 1000;
const MOST_NETWORKS = 1000;

interface Asker {
  mark: string;
  token: string;
  network: string;
  answer: (admission: Admission) => void;
}

/**
 * Whether a token is one of the core. Strangers cost the core a call a second, all together; a token that was good is asked
 * about without waiting for them.
 */
export function createTokenCheck({ ask, now = () => performance.now() }: TokenCheckOptions) {
  /** By its hash: a token is nothing to keep. */
  const known = new Map<string, { isGood: boolean; at: number }>();
  /** Wrong tokens of a network, as long as it has not shown a good one. */
  const wrong = new Map<string, number>();
  const asking = new Map<string, Promise<Admission>>();
  let waiting: Asker[] = [];
  let openAt = Number.NEGATIVE_INFINITY;
  let isOpen = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let askedAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | null = null;

  const counts = (at: number) => now() - at < COUNTS_MS;

  function remember(mark: string, isGood: boolean) {
    known.delete(mark);
    known.set(mark, { isGood, at: now() });
    // Those that count least: a flood of wrong tokens makes nobody log in anew.
    for (const [old, { isGood: wasGood }] of known) {
      if (known.size <= MOST_REMEMBERED) break;
      if (!wasGood) known.delete(old);
    }
    for (const old of known.keys()) if (known.size > MOST_REMEMBERED) known.delete(old);
  }

  const verdictOf = (token: string) => ask(token).catch((): Verdict => 'unknown');

  /** A core that takes any token for a good one, as it exempts this machine or has no login. */
  async function findOpen(): Promise<Verdict> {
    const verdict = await verdictOf(randomToken());
    if (verdict === 'unknown') return verdict;
    isOpen = verdict === 'good';
    openAt = now();
    return verdict;
  }

  async function look(token: string): Promise<Admission> {
    const verdict = await verdictOf(token);
    if (verdict !== 'good') return verdict === 'bad' ? 'refused' : 'unknown';
    const random = await findOpen();
    if (random === 'unknown') return 'unknown';
    return random === 'good' ? 'closed' : 'granted';
  }

  async function judge({ mark, token, network, answer }: Asker) {
    const admission = await look(token);
    if (admission === 'granted') wrong.delete(network);
    if (admission === 'refused') {
      wrong.set(network, (wrong.get(network) ?? 0) + 1);
      const [oldest] = wrong.keys();
      if (wrong.size > MOST_NETWORKS && oldest !== undefined) wrong.delete(oldest);
    }
    if (admission === 'granted' || admission === 'refused') remember(mark, admission === 'granted');
    answer(admission);
  }

  const least = (one: Asker, other: Asker) => (wrong.get(one.network) ?? 0) - (wrong.get(other.network) ?? 0);

  function askNext() {
    if (timer !== null || waiting.length === 0) return;
    timer = setTimeout(
      async () => {
        // Those who have shown no wrong token first.
        waiting.sort(least);
        const [next] = waiting;
        waiting = waiting.slice(1);
        askedAt = now();
        if (next !== undefined) await judge(next);
        timer = null;
        askNext();
      },
      Math.max(0, askedAt + ASK_EVERY_MS - now()),
    );
    timer.unref();
  }

  /** @param wasGood a minute ago, so that it is no stranger's */
  const begin = (mark: string, token: string, address: string, wasGood: boolean) =>
    new Promise<Admission>((answer) => {
      const asker = { mark, token, network: networkOf(address), answer };
      if (wasGood) return void judge(asker);
      waiting.push(asker);
      if (waiting.length > AGENT_LIMITS.waitingTokens) {
        waiting.sort(least);
        waiting.pop()?.answer('busy');
      }
      askNext();
    });

  return {
    /** Whether the core lets in anybody who asks from here, by what was last seen of it. */
    isOpen: () => isOpen,
    /** To know it before anybody asks; at most once a minute. */
    async look() {
      if (counts(lookedAt)) return;
      lookedAt = now();
      await findOpen();
    },
    async admit(token: string, address: string): Promise<Admission> {
      if (isOpen && counts(openAt)) return 'closed';
      const mark = createHash('sha256').update(token).digest('hex');
      const before = known.get(mark);
      if (before !== undefined && counts(before.at)) return before.isGood ? 'granted' : 'refused';
      const answered = asking.get(mark) ?? begin(mark, token, address, before?.isGood === true);
      asking.set(mark, answered);
      return await answered.finally(() => asking.delete(mark));
    },
  };
}

/** Of the form of a token of a core, and signed by nobody. */
function randomToken(): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { exp: 4_000_000_000, usefor: 'access', sub: 'nobody' };
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.${randomBytes(32).toString('base64url')}`;
}

/** One IPv4 address, or one IPv6 /64. */
const networkOf = (address: string): string =>
  address.includes('.') ? address.replace(/^.*:/, '') : address.split(':').slice(0, 4).join(':');
