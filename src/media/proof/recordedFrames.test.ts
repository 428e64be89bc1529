import { describe, expect, it } from 'vitest';
import type { LookFrames } from '../look/look.ts';
import { compareFrames, type FrameFinding } from './compareFrames.ts';
import recorded from './fixtures/frames.json' with { type: 'json' };
import { type Frame, framesAt } from './frame.ts';
import { newProofMemory, proofAfter } from './proofAfter.ts';

/* Clips rendered and encoded by ffmpeg: harness/tools/proof/renderProofFrames.ts. */

const CELLS = 72;
const LOOK_S = 8;
const NOW = 5000;

function track(text: string): LookFrames {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return Array.from({ length: bytes.length / CELLS }, (_, at) => ({
    ...{ at, grey: bytes.slice(at * CELLS, (at + 1) * CELLS) },
  }));
}

const own = (name: keyof typeof recorded): Frame[] => framesAt(track(recorded[name].own), NOW);

/** One look at a platform from this second of the clip on, which it plays later. */
const look = (name: keyof typeof recorded, platform: 'logo' | 'bars', from: number, delay: number): Frame[] =>
  track(recorded[name][platform])
    .slice(from, from + LOOK_S)
    .map(({ grey }, i) => ({ at: NOW + from + delay + i, grey }));

const FROM = Array.from({ length: 8 }, (_, i) => 60 + i * 11);
const CARDS = Array.from({ length: 15 }, (_, i) => 40 + i * 8);
const MOVING = ['varied', 'other'] as const;
const STILL = ['slides', 'dark', 'noise'] as const;
const HARMLESS: readonly FrameFinding['status'][] = ['same', 'alike', 'unclear'];
const judged = (name: keyof typeof recorded, seen: Frame[], expected: number | null) =>
  compareFrames(
    own(name).filter(({ at }) => at <= (seen.at(-1)?.at ?? 0)),
    seen,
    expected,
  );

describe('a recorded platform', () => {
  it.each(MOVING.flatMap((name) => (['logo', 'bars'] as const).map((platform) => [name, platform] as const)))(
    'shows the clip "%s", changed with "%s", with its delay',
    (name, platform) => {
      const findings = FROM.flatMap((from) =>
        [10, 40].map((delay) => [delay, judged(name, look(name, platform, from, delay), null)] as const),
      );
      expect(findings.filter(([, { status }]) => !HARMLESS.includes(status))).toEqual([]);
      const seen = findings.flatMap(([delay, finding]) =>
        finding.status === 'same' ? [Math.abs(finding.delay - delay)] : [],
      );
      expect(seen.length / findings.length).toBeGreaterThan(0.7);
      expect(seen.filter((error) => error > 1)).toEqual([]);
    },
  );

  it.each(STILL.flatMap((name) => (['logo', 'bars'] as const).map((platform) => [name, platform] as const)))(
    'shows the clip "%s", changed with "%s", without a false alarm',
    (name, platform) => {
      let memory = newProofMemory();
      for (const from of FROM) {
        const finding = judged(name, look(name, platform, from, 20), 20);
        memory = proofAfter(memory, finding, (NOW + from + 20) * 1000);
        expect([from, memory.proof?.status]).not.toEqual([from, 'unseen']);
      }
    },
  );

  it('that shows another clip is not seen', () => {
    const findings = FROM.map((from) => judged('varied', look('other', 'logo', from, 20), 20).status);
    expect(findings.filter((status) => status === 'same')).toEqual([]);
    expect(findings.filter((status) => status === 'other').length / findings.length).toBeGreaterThan(0.7);
  });

  const still = (name: keyof typeof recorded, from: number): Frame[] => {
    const [first] = look(name, 'logo', from, 20);
    return first ? Array.from({ length: LOOK_S }, (_, i) => ({ ...first, at: first.at + i })) : [];
  };

  it('that stands still at a frame of the channel is frozen', () => {
    const findings = FROM.map((from) => judged('varied', still('varied', from), 20).status);
    expect(findings.filter((status) => status !== 'frozen')).toEqual([]);
  });

  it.each(['other', 'dark'] as const)('that shows a card of the clip "%s" is not called frozen', (name) => {
    const findings = CARDS.map((from) => judged('varied', still(name, from), 20).status);
    expect(findings).not.toContain('frozen');
    expect(findings).toContain('other');
  });
});
