import { describe, expect, it } from 'vitest';
import type { Proof } from '../../api/answers/proofReport.ts';
import { newProofMemory, type ProofFinding, proofAfter } from './proofAfter.ts';

const BEGIN = 1_000_000_000;

/** Looks ten seconds apart. A number is the delay at which the channel is seen. */
type Look = number | ProofFinding;

function play(looks: readonly Look[], everySeconds = 10): (Proof | null)[] {
  let memory = newProofMemory();
  return looks.map((look, i) => {
    const at = BEGIN + i * everySeconds * 1000;
    const finding =
      typeof look === 'number' ? ({ status: 'same', delay: look, shown: at / 1000 - look } as const) : look;
    memory = proofAfter(memory, finding, at);
    return memory.proof;
  });
}

const wordOf = (proof: Proof | null): string => {
  if (proof === null) return '-';
  if (proof.status === 'unseen') return proof.fault;
  return proof.status === 'unclear' ? `?${proof.doubt}` : proof.status;
};
const wordsOf = (looks: readonly Look[]) => play(looks).map(wordOf).join(' ');

const black = { status: 'black' } as const;
const other = { status: 'other' } as const;
const gone = { status: 'gone' } as const;
const stalled = { status: 'stalled' } as const;
const alike = { status: 'alike' } as const;
const slow = { status: 'failed', doubt: 'slow' } as const;

describe('a platform', () => {
  it.each<[name: string, looks: Look[], words: string]>([
    ['with the picture', [18, 18.5, 17.5], 'seen seen seen'],
    ['that is black for a moment', [18, black, 18], 'seen seen seen'],
    ['that stays black', [18, black, black, black], 'seen seen black black'],
    ['that shows another programme, then the picture', [18, other, other, 18], 'seen seen other seen'],
    ['that never showed it', [other, other], '- other'],
    ['that ends', [18, gone, gone], 'seen seen gone'],
    ['without new segments', [18, stalled, 18], 'seen gone seen'],
    ['without new segments from the first look on', [stalled], '?address'],
    ['without anything at its address', [gone, gone], '?address ?address'],
    ['whose picture stands still', [18, alike, alike, alike], 'seen seen seen seen'],
    ['that does not answer once', [18, slow, 18], 'seen seen seen'],
    ['that does not answer', [18, slow, slow, slow, 18], 'seen seen ?slow ?slow seen'],
    ['that shows the same seconds again', [18, 18, 28, 38, 48], 'seen seen seen old old'],
    ['that repeats the last 20 seconds', [18, 18, 38, 38, 58, 58], 'seen seen seen seen old old'],
    ['that buffers once', [18, 18, 48, 48, 48, 48, 48], 'seen seen seen seen seen late late'],
    ['that falls behind', [18, 18, 20, 22, 24, 26, 28], 'seen seen seen late late late late'],
    ['that was late and catches up', [18, 18, 30, 30, 18], 'seen seen seen late seen'],
    ['that seems to be late once', [18, 18, 60, 18, 60, 18], 'seen seen seen seen seen seen'],
    ['that seemed to be early at first', [0.5, 18, 18, 18], 'seen seen seen seen'],
    [
      'that shows the programme of another time',
      [18, { status: 'unmatched' }, { status: 'unmatched' }],
      'seen seen old',
    ],
    ['without sound', [18, { status: 'silent' }, { status: 'silent' }, 18], 'seen seen silent seen'],
    [
      'of a channel that could not be looked at',
      [18, { status: 'unclear', reason: 'no-own' }, { status: 'unclear', reason: 'no-own' }],
      'seen seen ?own',
    ],
    ['with audio alone', [{ status: 'heard' }, { status: 'heard' }], 'seen seen'],
  ])('%s', (_, looks, words) => expect(wordsOf(looks)).toBe(words));

  it('that is not seen has the time at which it was seen last', () => {
    expect(play([18, 18, black, black]).at(-1)).toEqual({
      ...{ status: 'unseen', fault: 'black', since: BEGIN + 10_000, wasSeen: true },
    });
  });

  it('that shows another programme from the first look on was never seen', () => {
    expect(play([other, other]).at(-1)).toMatchObject({ fault: 'other', since: BEGIN, wasSeen: false });
  });

  it.each<[name: string, looks: number[], delay: number]>([
    ['whose viewers begin at different places of a segment', [17, 19, 18.2, 17.4, 18.8], 18.2],
    ['after a longer delay', [17, 19, 18, 17.5, 19, 26, 25], 25.5],
    ['after one other look', [18, 18, 60, 18], 18],
  ])('%s has a delay that does not jump', (_, looks, delay) =>
    expect(play(looks).at(-1)).toMatchObject({ status: 'seen', delay }),
  );

  it('whose longer delay stays has a new usual one', () => {
    const proofs = play([18, 18, ...Array.from({ length: 40 }, () => 32)]);
    expect(wordOf(proofs[5] ?? null)).toBe('late');
    expect(wordOf(proofs.at(-1) ?? null)).toBe('seen');
  });

  it('that stood still for long is unclear, and not missing', () => {
    expect(play([18, ...Array.from({ length: 30 }, () => alike)]).at(-1)).toMatchObject({
      ...{ status: 'unclear', doubt: 'still' },
    });
  });
});
