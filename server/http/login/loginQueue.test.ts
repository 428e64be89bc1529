import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { limit } from '../../util/limits.ts';
import { createLoginQueue, type LoginQueue } from './loginQueue.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function visit(loginQueue: LoginQueue, address: string, isRight = false, peer = address, forgives = true) {
  const attempt = { compared: false, outcome: 'open' };
  try {
    const visitor = loginQueue.enter(address, peer);
    const decide = () => {
      attempt.compared = true;
      return isRight;
    };
    visitor
      .compare({ decide, forgives })
      .then((isRight) => {
        attempt.outcome = isRight ? 'right' : 'wrong';
      })
      .catch((error: unknown) => {
        attempt.outcome = error instanceof Error ? error.message : 'odd';
      })
      .finally(visitor.leave);
    return { attempt, visitor };
  } catch (error) {
    attempt.outcome = error instanceof Error ? error.message : 'odd';
    return { attempt, visitor: null };
  }
}

const visitTimes = (loginQueue: LoginQueue, address: string, count: number) =>
  Array.from({ length: count }, () => visit(loginQueue, address).attempt);
const comparedOf = (all: readonly { compared: boolean }[]) => all.filter(({ compared }) => compared).length;

it('the first logins are checked at once, later ones in turn with a limited wait', async () => {
  const loginQueue = createLoginQueue();
  const wrong = visitTimes(loginQueue, '203.0.113.1', 90);
  expect(comparedOf(wrong)).toBe(limit('freeLogins'));
  const own = visit(loginQueue, '203.0.113.1', true).attempt;
  const other = visit(loginQueue, '203.0.113.2', true).attempt;
  await vi.advanceTimersByTimeAsync(0);
  expect([own.outcome, other.outcome]).toEqual(['open', 'right']);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(comparedOf(wrong)).toBeLessThan(50);
  await vi.advanceTimersByTimeAsync(limit('loginWait'));
  expect([comparedOf(wrong), own.outcome]).toEqual([90, 'right']);
  expect(loginQueue.size()).toBe(0);
});

it('a valid lesser secret does not reset the count of failures', async () => {
  const loginQueue = createLoginQueue();
  const guesses: { compared: boolean }[] = [];
  const guessTimes = async (rounds: number, forgives: boolean) => {
    const before = comparedOf(guesses);
    for (let round = 0; round < rounds; round += 1) {
      guesses.push(...visitTimes(loginQueue, '203.0.113.1', limit('freeLogins') - 1));
      await vi.advanceTimersByTimeAsync(limit('loginWait'));
      visit(loginQueue, '203.0.113.1', true, '203.0.113.1', forgives);
    }
    return comparedOf(guesses) - before;
  };
  await guessTimes(150, false);
  expect(await guessTimes(10, false)).toBeLessThanOrEqual((10 * limit('loginWait')) / limit('loginPause'));
  const slow = visitTimes(loginQueue, '203.0.113.1', 9);
  await vi.advanceTimersByTimeAsync(0);
  expect(comparedOf(slow)).toBeLessThan(9);
  await vi.advanceTimersByTimeAsync(limit('loginWait'));
  visit(loginQueue, '203.0.113.1', true);
  await vi.advanceTimersByTimeAsync(limit('loginWait'));
  expect(comparedOf(visitTimes(loginQueue, '203.0.113.1', 9))).toBe(9);
});

it('an address that keeps failing is checked once a second', async () => {
  const loginQueue = createLoginQueue();
  const attempts: { compared: boolean; outcome: string }[] = [];
  for (let second = 0; second < 900; second += 1) {
    attempts.push(...visitTimes(loginQueue, '203.0.113.1', 10));
    await vi.advanceTimersByTimeAsync(1_000);
  }
  const before = comparedOf(attempts);
  attempts.push(...visitTimes(loginQueue, '203.0.113.1', 300));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(comparedOf(attempts) - before).toBeLessThanOrEqual(10_000 / limit('loginPause') + 1);
  expect(attempts.filter(({ outcome }) => outcome === 'Too Many Requests').length).toBeGreaterThan(5_000);
});

it('a login whose client has disconnected is dropped unchecked', async () => {
  const loginQueue = createLoginQueue();
  visitTimes(loginQueue, '203.0.113.1', 30);
  const { attempt, visitor } = visit(loginQueue, '203.0.113.1', true);
  visitor?.leave();
  const fresh = Array.from({ length: 50 }, (_, index) => visit(loginQueue, `198.51.100.${index}`, true).visitor);
  for (const visitor of fresh) visitor?.leave();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([attempt.compared, attempt.outcome, loginQueue.size()]).toEqual([false, 'Too Many Requests', 1]);
});

describe('another address is not blocked', () => {
  it('by an address with open logins', () => {
    const loginQueue = createLoginQueue();
    const visitors = Array.from({ length: limit('openLoginsOfAddress') }, () =>
      loginQueue.enter('2001:db8:1:2::a', '::1'),
    );
    expect(() => loginQueue.enter('2001:db8:1:2:ffff::1', '::1')).toThrow('Too Many Requests');
    loginQueue.enter('2001:db8:1:3::1', '::1').leave();
    visitors[0]?.leave();
    loginQueue.enter('2001:db8:1:2::b', '::1').leave();
  });

  it('by a few addresses', () => {
    const loginQueue = createLoginQueue();
    const perAddress = limit('openLoginsOfAddress');
    const visitors = Array.from({ length: limit('openLogins') }, (_, index) =>
      loginQueue.enter(`203.0.113.${Math.floor(index / perAddress)}`, '127.0.0.1'),
    );
    const late = loginQueue.enter('198.51.100.1', '127.0.0.1');
    expect(visitors.map(({ signal }) => signal.aborted).indexOf(true)).toBe(0);
    expect(visitors.filter(({ signal }) => signal.aborted)).toHaveLength(1);
    expect(late.signal.aborted).toBe(false);
  });

  it('by very many addresses with one login each', () => {
    const loginQueue = createLoginQueue({ inAll: 10 });
    const visitors = Array.from({ length: 11 }, (_, index) => loginQueue.enter(`203.0.113.${index}`, '127.0.0.1'));
    expect(visitors.map(({ signal }) => signal.aborted).lastIndexOf(true)).toBe(0);
  });
});

it('the number of remembered addresses is limited, and they expire', async () => {
  const max = limit('loginAddresses');
  const loginQueue = createLoginQueue();
  for (let index = 0; index < max + 500; index += 1) {
    visit(loginQueue, `10.0.${index >> 8}.${index & 255}`);
    if (index % 500 === 499) await vi.advanceTimersByTimeAsync(0);
  }
  expect(loginQueue.size()).toBe(max);
  const wrong = visitTimes(loginQueue, '203.0.113.1', 10);
  await vi.advanceTimersByTimeAsync(0);
  expect(comparedOf(wrong)).toBe(10);
  await vi.advanceTimersByTimeAsync(11 * 60_000);
  expect(comparedOf(visitTimes(loginQueue, '203.0.113.1', 10))).toBe(10);
});

describe('addresses forwarded by one proxy', () => {
  const PROXY = '172.17.0.1';
  const addressAt = (index: number) => `192.168.${(index >> 8) & 255}.${index & 255}`;
  const forge = async (loginQueue: LoginQueue, seconds: number, perSecond: number) => {
    const visits: ReturnType<typeof visit>[] = [];
    for (let second = 0; second < seconds; second += 1) {
      const batch = Array.from({ length: perSecond }, (_, index) =>
        visit(loginQueue, addressAt(second * perSecond + index), false, PROXY),
      );
      visits.push(...batch);
      await vi.advanceTimersByTimeAsync(400);
      for (const { visitor } of batch) visitor?.leave();
      await vi.advanceTimersByTimeAsync(600);
    }
    return visits.map(({ attempt }) => attempt);
  };

  it('do not evade the rate limit by changing', async () => {
    const loginQueue = createLoginQueue();
    const first = await forge(loginQueue, 5, 390);
    expect(comparedOf(first)).toBeLessThanOrEqual(limit('freeLoginsOfProxy') + 5_000 / limit('freeLoginsOfProxy'));
    await forge(loginQueue, 800, 20);
    expect(comparedOf(await forge(loginQueue, 20, 390))).toBeLessThanOrEqual(20 * (1_000 / limit('loginPause')) + 1);
  });

  it('that were checked before keep their own rate limit', async () => {
    const loginQueue = createLoginQueue();
    const wrong = Array.from({ length: 90 }, () => visit(loginQueue, '203.0.113.1', false, PROXY).attempt);
    const other = visit(loginQueue, '203.0.113.2', true, PROXY).attempt;
    await vi.advanceTimersByTimeAsync(0);
    expect([comparedOf(wrong), other.outcome]).toEqual([limit('freeLogins'), 'right']);
    await vi.advanceTimersByTimeAsync(limit('loginWait') - 1);
    expect(comparedOf(wrong)).toBe(90);
  });

  it('wait for each other only, and not longer than a login may', async () => {
    const loginQueue = createLoginQueue();
    await forge(loginQueue, 10, 100);
    const waiting = Array.from(
      { length: 60 },
      (_, index) => visit(loginQueue, addressAt(50_000 + index), false, PROXY).attempt,
    );
    const direct = visit(loginQueue, '203.0.113.3', true).attempt;
    const viaProxy = visit(loginQueue, addressAt(0), true, '172.17.0.2').attempt;
    await vi.advanceTimersByTimeAsync(0);
    expect([direct.outcome, viaProxy.outcome]).toEqual(['right', 'right']);
    expect(waiting.map(({ outcome }) => outcome)).toContain('Too Many Requests');
    await vi.advanceTimersByTimeAsync(limit('loginWait'));
    expect(waiting.map(({ outcome }) => outcome)).not.toContain('open');
    const late = visit(loginQueue, '203.0.113.4', true, PROXY).attempt;
    await vi.advanceTimersByTimeAsync(limit('loginPause'));
    expect(late.outcome).toBe('right');
  });

  it('leave no trace when they disconnect while queued', async () => {
    const loginQueue = createLoginQueue();
    await forge(loginQueue, 10, 100);
    await vi.advanceTimersByTimeAsync(limit('loginPause'));
    const before = loginQueue.size();
    const blocker = visit(loginQueue, '203.0.113.7', false, PROXY);
    const attempts = Array.from({ length: 5 }, () => visit(loginQueue, '203.0.113.8', true, PROXY));
    await vi.advanceTimersByTimeAsync(0);
    for (const { visitor } of attempts) visitor?.leave();
    await vi.advanceTimersByTimeAsync(limit('loginWait'));
    expect(comparedOf(attempts.map(({ attempt }) => attempt))).toBe(0);
    expect([blocker.attempt.outcome, loginQueue.size()]).toEqual(['wrong', before + 1]);
  });
});
