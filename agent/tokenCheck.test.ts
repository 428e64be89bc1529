import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { limit } from '../server/util/limits.ts';
import { createTokenCheck, type Verdict } from './tokenCheck.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function scene(good: readonly string[] = ['good']) {
  const core = { good: new Set(good), isOpen: false, isAway: false, calls: 0, ms: 5 };
  const tokens: string[] = [];
  const requestVerdict = async (token: string): Promise<Verdict> => {
    core.calls++;
    tokens.push(token);
    await new Promise((resolve) => setTimeout(resolve, core.ms));
    if (core.isAway) throw new Error('away');
    return core.isOpen || core.good.has(token) ? 'good' : 'bad';
  };
  return { core, tokens, check: createTokenCheck({ ask: requestVerdict, now: () => performance.now() }) };
}
const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms);
async function settle<T>(answer: Promise<T>): Promise<T> {
  await advance(60_000);
  return answer;
}

describe('a token of the core', () => {
  it('is accepted, and checked again after a minute', async () => {
    const { check, core } = scene();
    const first = check.admit('good', '192.0.2.1');
    await advance(1100);
    expect(await first).toBe('granted');
    // One request for the token, one for a forged token.
    expect(core.calls).toBe(2);
    for (let times = 0; times < 100; times++) expect(await check.admit('good', '192.0.2.1')).toBe('granted');
    expect(core.calls).toBe(2);
    core.good.clear();
    await advance(60_000);
    const later = check.admit('good', '192.0.2.1');
    await advance(1100);
    expect(await later).toBe('refused');
  });

  it('from many simultaneous callers is checked once', async () => {
    const { check, core } = scene();
    const all = Array.from({ length: 100 }, () => check.admit('good', '192.0.2.1'));
    expect(new Set(await settle(Promise.all(all)))).toEqual(new Set(['granted']));
    expect(core.calls).toBe(2);
  });

  it('is "unknown" while the core is unreachable, and accepted afterwards', async () => {
    const { check, core } = scene();
    core.isAway = true;
    expect(await settle(check.admit('good', '192.0.2.1'))).toBe('unknown');
    core.isAway = false;
    expect(await settle(check.admit('good', '192.0.2.1'))).toBe('granted');
  });

  it.each([
    ['of another network', '198.51.100.7'],
    ['of another IPv6 network', '2001:db8:1:2::7'],
  ])('%s is accepted within seconds while others send wrong ones', async (_, address) => {
    const { check } = scene();
    for (let at = 0; at < 30; at++) {
      for (let n = 0; n < 40; n++) void check.admit(`wrong ${at} ${n}`, '192.0.2.1');
      await advance(100);
    }
    let admission = '';
    void check.admit('good', address).then((result) => {
      admission = result;
    });
    for (let at = 0; at < 30 && admission === ''; at++) {
      for (let n = 0; n < 40; n++) void check.admit(`more ${at} ${n}`, '192.0.2.1');
      await advance(100);
    }
    expect(admission).toBe('granted');
  });

  it('that was valid stays accepted without delay during a flood of wrong ones', async () => {
    const { check, core } = scene();
    await settle(check.admit('good', '192.0.2.1'));
    for (let at = 0; at < 900; at++) {
      for (let n = 0; n < 20; n++) void check.admit(`wrong ${at} ${n}`, '192.0.2.1');
      await advance(100);
    }
    core.ms = 0;
    const admitted = check.admit('good', '192.0.2.1');
    await advance(1);
    expect(await admitted).toBe('granted');
  });
});

describe('wrong tokens', () => {
  it('cause at most one request to the core per second, regardless of number and origin', async () => {
    const { check, core } = scene();
    const answers: Promise<string>[] = [];
    for (let at = 0; at < 1000; at++) {
      answers.push(check.admit(`wrong ${at}`, `192.0.2.${at % 250}`));
      await advance(10);
    }
    expect(core.calls).toBeLessThanOrEqual(10 * limit('agentTokenChecks') + 1);
    await advance(30_000);
    const results = await Promise.all(answers);
    expect(results.filter((result) => result === 'granted')).toEqual([]);
    expect(results.filter((result) => result === 'busy').length).toBeGreaterThan(900);
    expect(core.calls).toBeLessThanOrEqual(30);
  });

  it('are checked once a minute each', async () => {
    const { check, core } = scene();
    for (let times = 0; times < 50; times++)
      expect(await settledSoon(check.admit('wrong', '192.0.2.1'))).toBe('refused');
    expect(core.calls).toBe(1);
  });
  const settledSoon = async (answer: Promise<string>) => {
    await advance(500);
    return answer;
  };

  it('are all answered if the core is slow', async () => {
    const { check, core } = scene();
    core.ms = 5000;
    const answers = Array.from({ length: 30 }, (_, at) => check.admit(`wrong ${at}`, '192.0.2.1'));
    await advance(200_000);
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['refused', 'busy']));
    expect(core.calls).toBe(limit('agentWaitingTokens'));
  });
});

describe('a core that accepts any token', () => {
  it('makes every token worthless, and is not polled for each', async () => {
    const { check, core, tokens } = scene();
    core.isOpen = true;
    void check.look();
    await advance(10);
    expect(check.isOpen()).toBe(true);
    for (let at = 0; at < 200; at++) expect(await check.admit(`any ${at}`, '192.0.2.1')).toBe('closed');
    expect(tokens.length).toBe(1);
    expect(tokens[0]).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  it('is detected with the first token', async () => {
    const { check, core } = scene();
    core.isOpen = true;
    expect(await settle(check.admit('good', '192.0.2.1'))).toBe('closed');
    expect(core.calls).toBe(2);
  });

  it('is detected within a minute of closing, and at the next token after opening', async () => {
    const { check, core } = scene();
    core.isOpen = true;
    void check.look();
    await advance(61_000);
    core.isOpen = false;
    expect(await settle(check.admit('good', '192.0.2.1'))).toBe('granted');
    expect(check.isOpen()).toBe(false);
    core.isOpen = true;
    await advance(60_000);
    expect(await settle(check.admit('good', '192.0.2.1'))).toBe('closed');
    expect(await settle(check.admit('other', '192.0.2.1'))).toBe('closed');
  });

  it('is checked at most once a minute by health requests', async () => {
    const { check, core } = scene();
    for (let at = 0; at < 1000; at++) {
      void check.look();
      await advance(100);
    }
    expect(core.calls).toBe(2);
  });

  it('gets a different forged token each time', async () => {
    const { check, tokens } = scene();
    for (let at = 0; at < 3; at++) {
      void check.look();
      await advance(61_000);
    }
    expect(new Set(tokens).size).toBe(3);
  });
});
