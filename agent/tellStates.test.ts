import { describe, expect, it } from 'vitest';
import type { Channel } from '../src/media/channel/channel.ts';
import type { Status } from '../src/media/timeline/event.ts';
import { observePassing } from '../src/media/verdict/observePassing.ts';
import { createStateTeller, type StateEvent } from './tellStates.ts';

const CHANNEL: Channel = {
  ...{ id: 'a', name: 'A', available: true },
  egresses: { venue: { service: 'rtmp', name: 'Venue\r\nB' } },
};

function scene() {
  const told: StateEvent[] = [];
  let now = 1_000_000;
  const teller = createStateTeller({ tell: (event) => told.push(event), now: () => now });
  const look = (status: Status | null, cause: string | null = null, channels: readonly Channel[] = [CHANNEL]) => {
    const source = { status: 'live' as const, since: null, cause: null };
    const sending = status === 'live' || status === 'failing' ? status : 'starting';
    const publications = [{ id: 'venue', status: sending, since: null, cause } as const];
    teller.look(
      channels,
      channels.map(({ id }) => [id, observePassing({ at: now, source, publications })] as const),
    );
  };
  return {
    teller,
    told,
    look,
    pass(seconds: number, status: Status | null, cause: string | null = null) {
      for (let at = 0; at < seconds; at += 2) {
        now += 2000;
        look(status, cause);
      }
    },
    said: () => told.map(({ of, status, cause }) => [of, status, ...(cause ? [cause] : [])].join(' ')),
  };
}

describe('states of channels in the journal', () => {
  it('are recorded once they last long enough', () => {
    const { pass, said, told } = scene();
    pass(60, 'live');
    pass(2, 'failing');
    pass(60, 'live');
    pass(60, 'failing', 'refused');
    pass(60, 'live');
    expect(said().filter((each) => each.startsWith('source'))).toEqual(['source live']);
    const ofVenue = said().filter((each) => each.startsWith('venue'));
    expect(ofVenue[0]).toBe('venue live');
    expect(ofVenue.slice(-2)).toEqual(['venue failing refused', 'venue live']);
    expect(ofVenue.length).toBeLessThanOrEqual(5);
    const last = told.findLast(({ status }) => status === 'failing');
    expect(last).toMatchObject({ event: 'state', channel: 'a', name: 'Venue B' });
    expect(last?.forMs).toBeLessThanOrEqual(6000);
  });

  it('are recorded again when the cause becomes known, while a start is not recorded', () => {
    const { pass, said } = scene();
    pass(10, null);
    pass(10, 'failing');
    pass(10, 'failing', 'refused');
    pass(10, 'failing', 'refused');
    expect(said().filter((each) => each.startsWith('venue'))).toEqual(['venue failing', 'venue failing refused']);
  });

  it('that change constantly are rate-limited, and the last one follows soon', () => {
    const { pass, told, said } = scene();
    for (let round = 0; round < 500; round++) {
      pass(8, 'live');
      pass(8, 'failing', 'refused');
    }
    expect(told.length).toBeLessThanOrEqual(30 + 8000 / 60 + 5);
    pass(120, 'live');
    expect(said().at(-1)).toBe('venue live');
  });

  it('of deleted channels are forgotten, and recorded again when the channel returns', () => {
    const { look, pass, said } = scene();
    pass(20, 'live');
    const before = said().length;
    look('live', null, []);
    pass(20, 'live');
    expect(said().slice(before)).toEqual(['source live', 'venue live']);
  });

  it('are recorded for a limited number of subjects', () => {
    const { look, told } = scene();
    const many = Array.from({ length: 3000 }, (_, at): Channel => ({ ...CHANNEL, id: `${at}`, egresses: {} }));
    look('live', null, many);
    expect(told.length).toBeLessThanOrEqual(2000);
  });

  it('include the core, which goes away and returns', () => {
    const { teller, told } = scene();
    for (const status of ['alive', 'unclear', 'lost', 'lost', 'unclear', 'alive', 'alive'] as const)
      teller.lookAtCore(status, 6000);
    const gone = { event: 'state', of: 'core', status: 'gone', forMs: 6000, cause: null, name: '' };
    expect(told).toEqual([gone, { ...gone, status: 'live', forMs: 0 }]);
  });
});
