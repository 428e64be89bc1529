import { describe, expect, it } from 'vitest';
import { LookReport } from '../../api/answers/lookReport.ts';
import type { Look } from './look.ts';
import { lookFactsOf, lookReportOf, parseLookReport, resumedLooks, secondsStill } from './lookReport.ts';
import { LOOK_HOLDS_MS, type LookMemory, memoryAfter, newLookMemory } from './lookStates.ts';

const AT = 1_700_000_000_000;
const memory = (since: Partial<LookMemory['since']>, hasMoved = true): LookMemory => ({
  ...newLookMemory(),
  ...{ at: AT, has: { video: true, audio: true }, hasMoved },
  since: { black: null, still: null, silent: null, ...since },
});
const SINCE = AT - 60_000;

describe('the report of looks', () => {
  it.each<[string, LookMemory, object, number]>([
    ['a moving picture', memory({}), { blackSince: null, frozenSince: null, silentSince: null }, 0],
    ['a black picture', memory({ black: SINCE, still: SINCE }), { blackSince: SINCE, frozenSince: null }, 60],
    ['a frozen picture', memory({ still: SINCE }), { blackSince: null, frozenSince: SINCE }, 60],
    ['a slide', memory({ still: SINCE }, false), { blackSince: null, frozenSince: null }, 60],
    ['silence', memory({ silent: SINCE }), { frozenSince: null, silentSince: SINCE }, 0],
    ['the first moment of a still', memory({ still: AT - 2000 }), { frozenSince: null }, 0],
  ])('gives the facts about %s', (_, seen, facts, still) => {
    const report = lookReportOf(seen, AT + 5000);
    expect(LookReport.parse(report)).toEqual(report);
    expect(lookFactsOf(report)).toMatchObject(facts);
    expect(secondsStill(report)).toBe(still);
    expect(lookReportOf(resumedLooks(report), AT + 5000)).toEqual(report);
  });

  const picture = (cell: number) => Array<number>(72).fill(cell);
  const still = (cell: number): Look => ({
    ...{ status: 'seen', seconds: 12, sound: { silent: [] } },
    picture: { black: [], still: [{ from: 0, to: 12 }] },
    frames: [0, 11].map((at) => ({ at, grey: Uint8Array.from(picture(cell)) })),
  });
  it.each<[string, number[], number, number]>([
    ['the same slide', picture(90), 90, 90],
    ['a new slide', picture(90), 40, 12],
    ['a picture that was still, of which nothing is known', [], 40, 90],
  ])('lets the next agent count from its beginning %s', (_, grey, cell, seconds) => {
    const report = LookReport.parse(lookReportOf({ ...memory({ still: SINCE }, false), grey }, AT));
    expect(parseLookReport(JSON.stringify(report))).toEqual(report);
    const later = AT + 30_000;
    expect(secondsStill(lookReportOf(memoryAfter(resumedLooks(report), still(cell), later), later))).toBe(seconds);
  });

  it('says nothing about what was seen long ago', () =>
    expect(lookReportOf(memory({ black: SINCE }), AT + LOOK_HOLDS_MS + 1)).toMatchObject({ at: AT, picture: null }));

  it.each([
    ['a page', '<html>'],
    ['another version', JSON.stringify({ version: 2, at: AT, picture: null, sound: null, failure: null })],
    ['a time that is none', JSON.stringify({ version: 1, at: -5, picture: null, sound: null, failure: null })],
    ['an unknown state', JSON.stringify({ version: 1, at: 1, picture: { status: 'blue', since: 1 }, sound: null })],
    [
      'a picture of another size',
      JSON.stringify({ version: 1, at: 1, picture: null, sound: null, failure: null, grey: [1, 2] }),
    ],
    ['a megabyte', `"${'x'.repeat(1_000_000)}"`],
  ])('is ignored if it is %s', (_, text) => expect(parseLookReport(text)).toBeNull());
});
