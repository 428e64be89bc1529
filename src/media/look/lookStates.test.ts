import { describe, expect, it } from 'vitest';
import type { Look, LookSpan } from './look.ts';
import { isLookUrgent, LOOK_HOLDS_MS, type LookMemory, lookStates, memoryAfter, newLookMemory } from './lookStates.ts';

const START = 1_700_000_000_000;
const EVERY_MS = 30_000;

interface LookedSpans {
  black?: LookSpan[];
  still?: LookSpan[];
  silent?: LookSpan[] | null;
  cell?: number;
}
const span = (from: number, to = 12): LookSpan => ({ from, to });
const seen = ({ black = [], still = [], silent = [], cell = 90 }: LookedSpans = {}): Look => ({
  status: 'seen',
  seconds: 12,
  picture: { black, still },
  sound: silent && { silent },
  frames: [0, 11].map((at) => ({ at, grey: new Uint8Array(72).fill(cell) })),
});
const MOVING = seen({ cell: 60 });
const STILL = seen({ still: [span(0)] });
const slide = (cell: number) => seen({ still: [span(0)], cell });
const BLACK = seen({ black: [span(0)], still: [span(0)], cell: 0 });
const SOUND_ALONE: Look = { status: 'seen', seconds: 12, picture: null, sound: { silent: [] }, frames: [] };
const SILENT = seen({ silent: [span(0)] });
const failed: Look = { status: 'failed', cause: 'slow' };

function memoryOf(looks: readonly Look[], everyMs = EVERY_MS): { memory: LookMemory; at: number } {
  let memory = newLookMemory();
  let at = START;
  for (const look of looks) {
    at += everyMs;
    memory = memoryAfter(memory, look, at);
  }
  return { memory, at };
}

const statesAfter = (looks: readonly Look[]) => {
  const { memory, at } = memoryOf(looks);
  const states = lookStates(memory, at);
  if (states.status === 'unknown') return ['unknown'];
  const ago = (since: number) => Math.round((at - since) / 1000);
  const { picture, sound } = states;
  return [
    picture === null ? 'no video' : 'since' in picture ? `${picture.status} ${ago(picture.since)}` : picture.status,
    sound === null ? 'no audio' : 'since' in sound ? `${sound.status} ${ago(sound.since)}` : sound.status,
  ];
};

describe('the states of a stream after looks', () => {
  it.each<[string, readonly Look[], string[]]>([
    ['a moving picture with sound', [MOVING, MOVING], ['moving', 'heard']],
    ['a black picture', [MOVING, BLACK], ['black 12', 'heard']],
    ['a picture that stays black', [MOVING, BLACK, BLACK, BLACK], ['black 72', 'heard']],
    ['a picture that is black from the first look on', [BLACK], ['black 12', 'heard']],
    ['a fade to black of 3 s', [MOVING, seen({ black: [span(5, 8)], still: [span(5, 8)] })], ['moving', 'heard']],
    ['a fade that begins at the end', [MOVING, seen({ black: [span(9)], still: [span(9)] })], ['moving', 'heard']],
    ['a programme that returns from black', [MOVING, BLACK, MOVING], ['moving', 'heard']],
    ['a picture that froze', [MOVING, STILL], ['frozen 12', 'heard']],
    ['a picture that froze during a look', [MOVING, seen({ still: [span(3)] })], ['frozen 9', 'heard']],
    ['a picture that stays frozen', [MOVING, STILL, STILL, STILL], ['frozen 72', 'heard']],
    ['a picture that froze in the only look', [seen({ still: [span(3)] })], ['still 9', 'heard']],
    ['a static slide with sound', [STILL, STILL, STILL], ['still 72', 'heard']],
    ['a show of slides', [slide(90), slide(90), slide(40), slide(140)], ['still 12', 'heard']],
    [
      'a slide that changed during a look',
      [MOVING, seen({ still: [span(0, 5), span(6)] }), STILL],
      ['still 36', 'heard'],
    ],
    ['slides after a camera', [MOVING, slide(90), slide(40), slide(40)], ['still 42', 'heard']],
    ['a camera that froze after slides', [slide(90), slide(40), MOVING, STILL], ['frozen 12', 'heard']],
    ['a picture that froze before and after black', [MOVING, STILL, BLACK, STILL], ['frozen 12', 'heard']],
    ['a night camera with noise', [MOVING, MOVING, MOVING], ['moving', 'heard']],
    ['a camera without audio', [seen({ silent: null })], ['moving', 'no audio']],
    ['a silent stream', [MOVING, SILENT, SILENT], ['moving', 'silent 42']],
    ['a pause of a speaker', [MOVING, seen({ silent: [span(4)] })], ['moving', 'heard']],
    ['two pauses', [seen({ silent: [span(0, 3), span(8)] })], ['moving', 'heard']],
    ['audio alone', [SOUND_ALONE], ['no video', 'heard']],
    ['looks that failed', [failed, failed], ['unknown']],
    ['a look that failed after a frozen picture', [MOVING, STILL, failed], ['frozen 42', 'heard']],
    ['frozen pictures around a failed look', [MOVING, STILL, failed, STILL], ['frozen 72', 'heard']],
    ['looks that have failed for long', [MOVING, STILL, ...Array<Look>(6).fill(failed)], ['unknown']],
  ])('name %s', (_, looks, expected) => expect(statesAfter(looks)).toEqual(expected));

  it('are unknown after a time without looks, and begin anew', () => {
    const { memory, at } = memoryOf([MOVING, STILL]);
    expect(lookStates(memory, at + LOOK_HOLDS_MS + 1)).toEqual({ status: 'unknown', cause: null });
    const later = at + 3_600_000;
    expect(lookStates(memoryAfter(memory, STILL, later), later)).toMatchObject({
      picture: { status: 'still', since: later - 12_000 },
    });
  });

  it('survive a clock that was set back', () => {
    const { memory, at } = memoryOf([MOVING, BLACK]);
    const earlier = at - 3_600_000;
    expect(lookStates(memoryAfter(memory, BLACK, earlier), earlier)).toMatchObject({
      picture: { status: 'black', since: earlier - 12_000 },
    });
  });

  it('are unknown if they were seen at a time that has not come yet', () => {
    const { memory, at } = memoryOf([MOVING, BLACK]);
    expect(lookStates(memory, at - 3_600_000)).toEqual({ status: 'unknown', cause: null });
  });

  it.each<[string, readonly Look[], boolean]>([
    ['a moving picture', [MOVING], false],
    ['the beginning of black', [seen({ black: [span(9)] })], true],
    ['the beginning of silence', [seen({ silent: [span(4)] })], true],
    ['a picture that is frozen', [MOVING, STILL], true],
    ['a slide', [STILL], false],
    ['a picture that has been frozen for long', [MOVING, ...Array<Look>(12).fill(STILL)], false],
    ['a failure', [failed], false],
  ])('ask for a second look soon: %s', (_, looks, expected) =>
    expect(isLookUrgent(memoryOf(looks).memory)).toBe(expected),
  );
});
