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
  const events: StateEvent[] = [];
  let now = 1_000_000;
  const teller = createStateTeller({ tell: (event) => events.push(event), now: () => now });
  const lookAt = (status: Status | null, cause: string | null = null, channels: readonly Channel[] = [CHANNEL]) => {
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
    events,
    lookAt,
    advance(seconds: number, status: Status | null, cause: string | null = null) {
      for (let at = 0; at < seconds; at += 2) {
        now += 2000;
        lookAt(status, cause);
      }
    },
    texts: () => events.map(({ of, status, cause }) => [of, status, ...(cause ? [cause] : [])].join(' ')),
  };
}

describe('states of channels in the journal', () => {
  it('are recorded once they last long enough', () => {
    const { advance, texts, events } = scene();
    advance(60, 'live');
    advance(2, 'failing');
    advance(60, 'live');
    advance(60, 'failing', 'refused');
    advance(60, 'live');
    expect(texts().filter((text) => text.startsWith('source'))).toEqual(['source live']);
    const ofVenue = texts().filter((text) => text.startsWith('venue'));
    expect(ofVenue[0]).toBe('venue live');
    expect(ofVenue.slice(-2)).toEqual(['venue failing refused', 'venue live']);
    expect(ofVenue.length).toBeLessThanOrEqual(5);
    const last = events.findLast(({ status }) => status === 'failing');
    expect(last).toMatchObject({ event: 'state', channel: 'a', name: 'Venue B' });
    expect(last?.forMs).toBeLessThanOrEqual(6000);
  });

  it('are recorded again when the cause becomes known, while a start is not recorded', () => {
    const { advance, texts } = scene();
    advance(10, null);
    advance(10, 'failing');
    advance(10, 'failing', 'refused');
    advance(10, 'failing', 'refused');
    expect(texts().filter((text) => text.startsWith('venue'))).toEqual(['venue failing', 'venue failing refused']);
  });

  it('that change constantly are rate-limited, and the last one follows soon', () => {
    const { advance, events, texts } = scene();
    for (let round = 0; round < 500; round++) {
      advance(8, 'live');
      advance(8, 'failing', 'refused');
    }
    expect(events.length).toBeLessThanOrEqual(30 + 8000 / 60 + 5);
    advance(120, 'live');
    expect(texts().at(-1)).toBe('venue live');
  });

  it('of deleted channels are forgotten, and recorded again when the channel returns', () => {
    const { lookAt, advance, texts } = scene();
    advance(20, 'live');
    const before = texts().length;
    lookAt('live', null, []);
    advance(20, 'live');
    expect(texts().slice(before)).toEqual(['source live', 'venue live']);
  });

  it('are recorded for a limited number of subjects', () => {
    const { lookAt, events } = scene();
    const channels = Array.from({ length: 3000 }, (_, at): Channel => ({ ...CHANNEL, id: `${at}`, egresses: {} }));
    lookAt('live', null, channels);
    expect(events.length).toBeLessThanOrEqual(2000);
  });

  it('include outages of the core', () => {
    const { teller, events } = scene();
    for (const status of ['alive', 'unclear', 'lost', 'lost', 'unclear', 'alive', 'alive'] as const)
      teller.lookAtCore(status, 6000);
    const goneEvent = { event: 'state', of: 'core', status: 'gone', forMs: 6000, cause: null, name: '' };
    expect(events).toEqual([goneEvent, { ...goneEvent, status: 'live', forMs: 0 }]);
  });
});
