import { describe, expect, it } from 'vitest';
import { HoldStatus } from '../../api/answers/holdStatus.ts';
import { type AirState, airAfter, airAtStart, holdStatusOf } from './describeHold.ts';
import { type Hold, type HoldLook, newHold, resumedHold } from './stitchPlaylist.ts';

const LIST = { sequence: 1, discontinuitySequence: 0, target: 2 };
const holdOn = (onAir: 'source' | 'slate'): Hold => {
  const file = onAir === 'slate' ? 'hold-x_000.ts' : 'x_1.ts';
  return resumedHold({ ...LIST, entries: [{ file, seconds: 2, discontinuity: false }] }, 0, /^hold-/, 100, 40);
};
const holds = { source: holdOn('source'), slate: holdOn('slate'), nothing: newHold() };

type Row = [
  onAir: keyof typeof holds,
  ingest: HoldLook['ingest'],
  order: HoldLook['order'],
  why: AirState['why'],
  what: string,
  isBlank?: boolean,
];

describe('the reason for the input on the air', () => {
  it.each<{ what: string; rows: Row[] }>([
    {
      what: 'an encoder that ends and returns',
      rows: [
        ['nothing', 'ended', 'auto', 'ended', 'never began'],
        ['nothing', 'running', 'auto', 'running', 'its first segment is awaited'],
        ['source', 'running', 'auto', 'running', 'live'],
        ['source', 'ended', 'auto', 'ended', 'the last segment still runs'],
        ['slate', 'ended', 'auto', 'ended', 'away'],
        ['slate', 'running', 'auto', 'ended', 'back, and judged'],
        ['source', 'running', 'auto', 'running', 'live again'],
      ],
    },
    {
      what: 'an encoder that hangs, and is ended then',
      rows: [
        ['source', 'running', 'auto', 'running', 'live'],
        ['slate', 'running', 'auto', 'late', 'hangs'],
        ['slate', 'ended', 'auto', 'ended', 'the core ended it'],
      ],
    },
    {
      what: 'an operator who switches to the image and back',
      rows: [
        ['source', 'running', 'auto', 'running', 'live'],
        ['slate', 'running', 'slate', 'order', 'cut'],
        ['slate', 'running', 'auto', 'order', 'back, and judged'],
        ['source', 'running', 'source', 'order', 'forced'],
      ],
    },
    {
      what: 'a switch to the image during which the encoder ends',
      rows: [
        ['slate', 'ended', 'slate', 'order', 'cut'],
        ['slate', 'ended', 'auto', 'ended', 'the encoder keeps it on'],
      ],
    },
    {
      what: 'a source whose picture is still, and that ends then',
      rows: [
        ['source', 'running', 'auto', 'running', 'live'],
        ['slate', 'running', 'auto', 'blank', 'still', true],
        ['slate', 'running', 'auto', 'blank', 'moves, and judged'],
        ['slate', 'ended', 'auto', 'ended', 'away', true],
        ['source', 'running', 'source', 'order', 'forced', true],
      ],
    },
    {
      what: 'the limit',
      rows: [
        ['slate', 'ended', 'auto', 'ended', 'away'],
        ['nothing', 'ended', 'auto', 'limit', 'for too long'],
        ['nothing', 'running', 'auto', 'limit', 'its first segment is awaited'],
        ['source', 'running', 'auto', 'running', 'live'],
      ],
    },
    {
      what: 'a stop on the slate, and after the limit',
      rows: [
        ['slate', 'ended', 'auto', 'ended', 'away'],
        ['nothing', 'stopped', 'auto', 'stopped', 'stopped'],
        ['nothing', 'ended', 'auto', 'ended', 'started without an encoder'],
        ['slate', 'ended', 'auto', 'ended', 'away'],
        ['nothing', 'ended', 'auto', 'limit', 'for too long'],
        ['nothing', 'stopped', 'auto', 'stopped', 'stopped'],
      ],
    },
    {
      what: 'a core that does not answer about processes',
      rows: [
        ['source', 'unknown', 'auto', 'unknown', 'segments come'],
        ['slate', 'unknown', 'auto', 'unknown', 'none come'],
        ['slate', 'running', 'auto', 'unknown', 'it answers again'],
      ],
    },
  ])('follows the course of $what', ({ rows }) => {
    let air = airAtStart(0);
    for (const [onAir, ingest, order, why, label, isBlank = false] of rows) {
      air = airAfter(air, holds[onAir], { at: 100, ingest, order, isBlank });
      expect([air.onAir, air.why], label).toEqual([onAir, why]);
    }
  });
});

describe('the status of a hold', () => {
  const air = airAfter(airAtStart(0), holds.slate, { at: 100, ingest: 'ended', order: 'auto' });
  const facts = { air, order: 'auto', image: 'ready', limit: 90, beat: 7, at: 112.34 } as const;

  it('counts the seconds since the switch, even if a previous agent has switched', () => {
    expect(holdStatusOf(facts)).toEqual({
      ...{ version: 1, beat: 7, onAir: 'slate', seconds: 52.3, why: 'ended', image: 'ready' },
      limitIn: 37.7,
    });
  });

  it.each([
    ['without a limit', { limit: null }],
    ['by order', { order: 'slate' as const }],
    ['with the source on the air', { air: { ...air, onAir: 'source' as const } }],
  ])('has no time limit %s', (_, other) => {
    expect(holdStatusOf({ ...facts, ...other }).limitIn).toBeNull();
  });

  it('counts the seconds since the list was removed', () => {
    const before = airAfter(airAtStart(5), holds.nothing, { at: 9, ingest: 'ended', order: 'auto' });
    expect(before.since).toBe(5);
    expect(airAfter(air, holds.nothing, { at: 130, ingest: 'ended', order: 'auto' }).since).toBe(130);
  });

  it.each(Object.values(holds).flatMap((hold) => [0, 1e9, -5].map((at) => ({ hold, at }))))(
    'is valid for the interface at second $at',
    ({ hold, at }) => {
      const status = holdStatusOf({ ...facts, air: airAfter(air, hold, { ...facts, at, ingest: 'unknown' }), at });
      expect(HoldStatus.parse(status)).toEqual(status);
    },
  );
});
