import { describe, expect, it } from 'vitest';
import { HEALING_RULES, isHealingFigure } from './healingRules.ts';
import { type HealingChoice, parseHealing, storedHealingOf, USUAL_HEALING } from './healingSettings.ts';
import { healingIn, storeHealing } from './storeHealing.ts';

const OWN = 'restreamer-ui:egress:rtmp:a';
const OTHER = 'restreamer-ui:egress:rtmp:b';
const GONE = 'restreamer-ui:egress:rtmp:gone';

const CHOICE: HealingChoice = {
  rules: {
    stalled: { on: false, figure: 30 },
    gap: { on: true, figure: 10 },
    unseen: { on: true, figure: 3 },
    planned: { on: true, figure: 12 },
  },
  mostPerHour: 2,
  quiet: { from: '22:00', to: '06:00', zone: 'Europe/Berlin' },
};

const store = (before: unknown, existing: readonly string[]) =>
  storeHealing(before, OWN, storedHealingOf(healingIn(before, OWN), CHOICE), existing);

const stored = (own: unknown) => ({ version: 1, healing: { [OWN]: own } });

describe('healing settings', () => {
  it.each<[name: string, stored: unknown, read: HealingChoice | 'newer']>([
    ['that were never stored', undefined, USUAL_HEALING],
    ['with only a standby image', { version: 1, hold: { limitMinutes: 5 } }, USUAL_HEALING],
    ['of another publication', { version: 1, healing: { [OTHER]: { gap: { on: true } } } }, USUAL_HEALING],
    ['of a future version', { version: 2, healing: {} }, 'newer'],
    ['of another type', { version: 1, healing: [7] }, USUAL_HEALING],
    ['with hours without a time zone', stored({ quiet: { from: '22:00', to: '06:00', zone: 'Mars' } }), USUAL_HEALING],
    ['with a limit of a thousand', stored({ mostPerHour: 1000 }), USUAL_HEALING],
    [
      'with a rule that would loop',
      stored({ planned: { on: true, figure: 0.1 } }),
      { ...USUAL_HEALING, rules: { ...USUAL_HEALING.rules, planned: { on: false, figure: 11 } } },
    ],
  ])('are valid or replaced by defaults: those %s', (_, before, read) => {
    expect(parseHealing(before, OWN)).toEqual(read);
  });

  it('are parsed as they were stored', () => {
    expect(parseHealing(store(undefined, [OWN]), OWN)).toEqual(CHOICE);
  });

  it('keep keys of other programs, and drop publications that are gone', () => {
    const before = {
      ...{ version: 1, hold: { limitMinutes: 7 }, backup: [1], later: true },
      healing: { [OWN]: { own: 'kept', gap: { on: false, later: 1 } }, [OTHER]: { a: 1 }, [GONE]: { a: 1 } },
    };
    expect(store(before, [OWN, OTHER])).toEqual({
      ...before,
      healing: {
        [OTHER]: { a: 1 },
        [OWN]: {
          ...{ own: 'kept', stalled: CHOICE.rules.stalled, planned: CHOICE.rules.planned, unseen: CHOICE.rules.unseen },
          ...{ gap: { on: true, figure: 10, later: 1 }, mostPerHour: 2, quiet: CHOICE.quiet },
        },
      },
    });
  });

  it('allow no planned restart more often than the default limit', () => {
    const { least, seconds } = HEALING_RULES.planned;
    expect(least * seconds).toBeGreaterThanOrEqual(600);
    expect(3600 / (least * seconds)).toBeLessThan(USUAL_HEALING.mostPerHour);
    expect([0, 0.1, 169, Number.NaN].map((figure) => isHealingFigure('planned', figure))).not.toContain(true);
  });
});
