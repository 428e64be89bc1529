import { describe, expect, it } from 'vitest';
import { toNetworkPrefix } from '../util/networks.ts';
import { createConnectionSlots } from './connectionSlots.ts';
import { createMemoryBudget } from './memoryBudget.ts';

describe('connection slots', () => {
  /** Returns which of the successive connections (`network+number`) are still open. */
  const insideAfter = (rules: Parameters<typeof createConnectionSlots>[0], names: readonly string[]) => {
    const slots = createConnectionSlots(rules);
    const inside = new Set<string>();
    for (const name of names) {
      const network = name.replace(/\d+$/, '');
      if (slots.take({ network: network === 'local' ? 'this machine' : network, leave: () => inside.delete(name) }))
        inside.add(name);
    }
    expect(slots.count()).toBe(inside.size);
    return [...inside].join(' ');
  };
  it.each([
    ['the oldest connection of a flood is closed', 'always', ['a1', 'a2', 'a3', 'a4'], 'a2 a3 a4'],
    ['connections of the flood are closed, not others', 'always', ['b1', 'a1', 'a2', 'a3', 'a4'], 'b1 a3 a4'],
    ['equal networks lose the oldest', 'always', ['a1', 'b1', 'c1', 'd1'], 'b1 c1 d1'],
    ['a full network gets no more', 'fairly', ['a1', 'a2', 'a3', 'a4'], 'a1 a2 a3'],
    ['the largest network yields to a network without slots', 'fairly', ['a1', 'a2', 'a3', 'b1', 'b2'], 'a2 a3 b1'],
    ['equal networks do not yield', 'fairly', ['a1', 'b1', 'c1', 'd1'], 'a1 b1 c1'],
    ['this machine never yields', 'fairly', ['local1', 'local2', 'local3', 'b1'], 'local1 local2 local3'],
    ['this machine gets a slot', 'fairly', ['a1', 'a2', 'a3', 'local1'], 'a2 a3 local1'],
  ] as const)('follow the rule: %s', (_, yielding, names, expected) =>
    expect(insideAfter({ most: 3, yielding }, names)).toBe(expected),
  );

  it('are limited per network', () =>
    expect(insideAfter({ most: 9, mostOfOne: 2, yielding: 'always' }, ['a1', 'b1', 'a2', 'a3'])).toBe('b1 a2 a3'));

  it('are released once', () => {
    const slots = createConnectionSlots({ most: 2, yielding: 'fairly' });
    const slotClient = { network: 'a', leave() {} };
    slots.take(slotClient);
    slots.give(slotClient);
    slots.give(slotClient);
    expect(slots.count()).toBe(0);
  });
});

describe('the network of an address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['127.0.0.1', 'this machine'],
    ['::1', 'this machine'],
    ['::ffff:127.0.0.1', 'this machine'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::6', '2001:db8:1:2'],
    ['2001:0DB8::6', '2001:db8:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['x'.repeat(9999), 'unknown'],
  ])('of %s is %s', (address, network) => expect(toNetworkPrefix(address)).toBe(network));
});

describe('the memory budget', () => {
  it('asks the largest holders to release first', () => {
    const budget = createMemoryBudget(100);
    const released: number[] = [];
    const holdings = [10, 40, 30].map((bytes) => {
      const share = budget.open(() => released.push(bytes));
      share.set(bytes);
      return share;
    });
    expect([budget.sum(), released]).toEqual([80, []]);
    holdings[0]?.set(25);
    expect([budget.sum(), released]).toEqual([95, []]);
    holdings[0]?.set(35);
    expect([budget.sum(), released]).toEqual([65, [40]]);
    for (const share of holdings) share.close();
    holdings[0]?.set(1000);
    expect([budget.sum(), released]).toEqual([0, [40]]);
  });

  it('asks for spare memory first', () => {
    const budget = createMemoryBudget(100);
    const released: string[] = [];
    budget.open(() => released.push('spare'), 'spare').set(30);
    budget.open(() => released.push('large')).set(60);
    budget.open(() => released.push('small')).set(20);
    expect(released).toEqual(['spare']);
  });
});
