import { describe, expect, it } from 'vitest';
import { limit } from '../util/limits.ts';
import { type Caller, decodeAddress, encodeAddress, rejection } from './libsrt.ts';
import { createRelay, type RelayEvent, type RelayRules } from './relay.ts';

function openRelay(overrides: Partial<RelayRules> = {}) {
  const rules = {
    token: '',
    publishers: limit('srtPublishers'),
    players: limit('srtPlayers'),
    channelPlayers: limit('srtChannelPlayers'),
    nameLength: limit('srtName'),
    bytes: limit('srtBytes'),
    ...overrides,
  };
  const events: RelayEvent[] = [];
  const waiting: number[] = [];
  const incoming = new Map<number, (Buffer | 'over')[]>();
  const sent = new Map<number, string[]>();
  const closed: number[] = [];
  const full = new Set<number>();
  const buffered = new Map<number, number>();
  let at = 0;
  const relay = createRelay(
    {
      ready: () => [...(waiting.length > 0 ? [-7] : []), ...incoming.keys()],
      isListener: (socket) => socket === -7,
      accept: () => waiting.shift() ?? null,
      receive: (socket) => incoming.get(socket)?.shift() ?? null,
      send: (socket, message) => {
        if (full.has(socket)) return false;
        sent.set(socket, [...(sent.get(socket) ?? []), message.toString()]);
        return true;
      },
      statistics: (socket) => ({ rtt_ms: 1, send_buf_bytes: buffered.get(socket) ?? 0, recv_buf_bytes: 0 }),
      close: (socket) => {
        closed.push(socket);
        incoming.delete(socket);
      },
    },
    rules,
    { report: (event) => events.push(event), now: () => at },
  );
  let sockets = 0;
  const createCaller = (streamId: string, address = '10.0.0.1'): Caller => {
    sockets += 1;
    return { socket: sockets, streamId, address, port: 5000 + sockets };
  };
  const call = (streamId: string, address?: string) => relay.decide(createCaller(streamId, address));
  const connect = (streamId: string, address?: string) => {
    const callerOf = createCaller(streamId, address);
    const reason = relay.decide(callerOf);
    if (reason !== null) throw new Error(`refused: ${reason}`);
    waiting.push(callerOf.socket);
    relay.turn(0);
    return callerOf.socket;
  };
  const receive = (socket: number, ...messages: (string | null)[]) => {
    incoming.set(
      socket,
      messages.map((message) => (message === null ? 'over' : Buffer.from(message))),
    );
    relay.turn(0);
  };
  return {
    ...{ relay, events, closed, full, buffered, incoming, waiting, call, connect, caller: createCaller, receive },
    sentTo: (socket: number) => sent.get(socket) ?? [],
    advance: (ms: number) => {
      at += ms;
    },
  };
}

describe('the SRT relay', () => {
  it('forwards messages of a publisher to its own players only', () => {
    const { connect, receive, sentTo } = openRelay();
    const [publisher, otherPublisher] = [connect('one,mode:publish'), connect('other,mode:publish')];
    const [first, second] = [connect('one,mode:request'), connect('one')];
    receive(publisher, 'a', 'b');
    receive(otherPublisher, 'c');
    expect([sentTo(first), sentTo(second), sentTo(otherPublisher)]).toEqual([['a', 'b'], ['a', 'b'], []]);
  });

  it.each<[string, Partial<RelayRules>, string, number, string]>([
    ['a wrong token', { token: 'T' }, 'a,mode:publish,token:X', rejection.unauthorized, 'FORBIDDEN'],
    ['no token', { token: 'T' }, 'a,mode:publish', rejection.unauthorized, 'FORBIDDEN'],
    ['no token and no stream id', { token: 'T' }, '', rejection.unauthorized, 'FORBIDDEN'],
    ['another mode', {}, 'a,mode:watch', rejection.badMode, 'INVALID'],
    ['no name', {}, ',mode:publish', rejection.badRequest, 'INVALID'],
    ['a long name', { nameLength: 5 }, 'abcdef,mode:publish', rejection.badRequest, 'INVALID'],
    ['a name without a publisher', {}, 'a,mode:request', rejection.notFound, 'NOTFOUND'],
    ['a name already in use', {}, 'taken,mode:publish', rejection.conflict, 'CONFLICT'],
    ['the name of an Object property', {}, 'constructor', rejection.notFound, 'NOTFOUND'],
  ])('rejects %s with the reason', (_, rules, streamId, reason, action) => {
    const { call, connect, events } = openRelay(rules);
    if (rules.token === undefined) connect('taken,mode:publish');
    expect(call(streamId)).toBe(reason);
    expect(events.at(-1)).toMatchObject({ type: 'refused', action });
    expect(JSON.stringify(events)).not.toContain('token:X');
  });

  it('reports a wrong passphrase once per caller whose handshake libsrt ended', () => {
    const { call, connect, relay, events, advance } = openRelay();
    const refusals = () => events.filter(({ type }) => type === 'refused');
    expect(call('a,mode:publish')).toBeNull();
    connect('b,mode:publish');
    relay.count();
    expect(refusals()).toEqual([]);
    advance(5_001);
    relay.count();
    relay.count();
    expect(refusals()).toEqual([
      {
        type: 'refused',
        action: 'FORBIDDEN',
        reason: 'wrong or missing passphrase',
        name: 'a',
        remote: '10.0.0.1:5001',
      },
    ]);
    expect(relay.isBusy()).toBe(true);
    expect(call('a,mode:publish')).toBeNull();
  });

  it('admits a publisher without a stream id under its address', () => {
    const { connect, relay } = openRelay();
    connect('', '10.0.0.9');
    expect(Object.keys(relay.channels().publisher)).toEqual(['10.0.0.9:5001']);
  });

  it('closes the second of two concurrent publishers', () => {
    const { relay, caller, waiting, closed, events } = openRelay();
    const callers = [caller('a,mode:publish'), caller('a,mode:publish')];
    expect(callers.map(relay.decide)).toEqual([null, null]);
    waiting.push(1, 2);
    relay.turn(0);
    expect(closed).toEqual([2]);
    expect(events.at(-1)).toMatchObject({ type: 'refused', action: 'CONFLICT' });
  });

  it('closes a player whose publisher left during its handshake', () => {
    const { relay, caller, connect, receive, waiting, closed } = openRelay();
    const publisher = connect('a,mode:publish');
    const player = caller('a');
    expect(relay.decide(player)).toBeNull();
    receive(publisher, null);
    waiting.push(player.socket);
    relay.turn(0);
    expect(closed).toContain(player.socket);
  });

  it('closes the players with their publisher, and frees the name', () => {
    const { connect, receive, closed, relay, events } = openRelay();
    const [publisher, player] = [connect('a,mode:publish'), connect('a')];
    receive(publisher, 'x', null);
    expect(closed).toEqual([publisher, player]);
    expect(relay.channels()).toMatchObject({ publisher: {}, subscriber: {}, connections: {} });
    expect(events.filter(({ type }) => type === 'left')).toHaveLength(2);
    expect(relay.isBusy()).toBe(false);
    connect('a,mode:publish');
  });

  it('drops messages for a slow player only', () => {
    const { connect, receive, full, sentTo } = openRelay();
    const [publisher, slow, fast] = [connect('a,mode:publish'), connect('a'), connect('a')];
    full.add(slow);
    receive(publisher, 'x');
    expect([sentTo(slow), sentTo(fast)]).toEqual([[], ['x']]);
  });

  it('reports bytes once, including those of a closed connection', () => {
    const { connect, receive, relay, events } = openRelay();
    const [publisher, player] = [connect('a,mode:publish'), connect('a')];
    receive(publisher, 'four');
    relay.count();
    relay.count();
    receive(publisher, 'six---', null);
    expect(events.filter(({ type }) => type === 'carried')).toEqual([
      { type: 'carried', id: publisher, received: 4, sent: 0 },
      { type: 'carried', id: player, received: 0, sent: 4 },
      { type: 'carried', id: publisher, received: 6, sent: 0 },
      { type: 'carried', id: player, received: 0, sent: 6 },
    ]);
  });

  it.each<[string, Partial<RelayRules>]>([
    ['players', { players: 2 }],
    ['players of a channel', { channelPlayers: 2 }],
  ])('gives a slot of the network with the most %s to a newcomer', (_, rules) => {
    const { connect, closed, relay } = openRelay(rules);
    connect('a,mode:publish');
    const [first] = [connect('a', '10.0.0.2'), connect('a', '10.0.0.2')];
    connect('a', '10.0.0.3');
    expect(closed).toEqual([first]);
    expect(relay.channels().subscriber).toMatchObject({ a: [3, 4] });
  });

  it('closes the connection with the largest buffer above the memory limit', () => {
    const { connect, closed, relay, events, buffered } = openRelay();
    connect('a,mode:publish');
    const [mine, others] = [connect('a', '10.0.0.3'), Array.from({ length: 100 }, () => connect('a', '10.0.0.2'))];
    const share = limit('srtBytes') / others.length;
    for (const socket of others) buffered.set(socket, share - 1000);
    buffered.set(mine, 50_000);
    relay.count();
    expect(closed).toEqual([]);
    for (const socket of others) buffered.set(socket, share + 1000);
    relay.count();
    expect(closed.length).toBeGreaterThan(5);
    expect(closed.length).toBeLessThan(20);
    expect(closed).not.toContain(mine);
    expect(events).toContainEqual(expect.objectContaining({ type: 'refused', action: 'FULL' }));
  });

  it('rejects a publisher above the limit', () => {
    const { connect, closed, events } = openRelay({ publishers: 1 });
    connect('a,mode:publish', '10.0.0.2');
    const second = connect('b,mode:publish', '10.0.0.3');
    expect(closed).toEqual([second]);
    expect(events.at(-1)).toMatchObject({ type: 'refused', action: 'FULL' });
  });

  it('forgets callers that never complete their handshake', () => {
    const { call, relay, advance } = openRelay();
    for (let i = 0; i < 50; i++) call(`n${i},mode:publish`);
    expect(relay.isBusy()).toBe(true);
    advance(6_000);
    expect(relay.isBusy()).toBe(false);
  });

  it('limits the reported rejections', () => {
    const { call, relay, events } = openRelay();
    for (let i = 0; i < 1_000; i++) expect(call('nobody')).toBe(rejection.notFound);
    expect(events).toHaveLength(50);
    relay.count();
    call('nobody');
    expect(events).toHaveLength(51);
  });

  it('discards what a player sends, and ends with the player', () => {
    const { connect, receive, closed, sentTo } = openRelay();
    const [publisher, player] = [connect('a,mode:publish'), connect('a')];
    receive(player, 'noise', null);
    expect([closed, sentTo(publisher)]).toEqual([[player], []]);
  });
});

it.each([
  ['127.0.0.1', '127.0.0.1'],
  ['10.1.2.3', '10.1.2.3'],
  ['::1', '0:0:0:0:0:0:0:1'],
  ['2001:db8::7:ff', '2001:db8:0:0:0:0:7:ff'],
  ['::ffff:c0a8:1', '192.168.0.1'],
])('the address %s survives libsrt as %s', (host, address) => {
  expect(decodeAddress(Buffer.concat([encodeAddress({ host, port: 6000 }), Buffer.alloc(12)]))).toEqual({
    address,
    port: 6000,
  });
});
