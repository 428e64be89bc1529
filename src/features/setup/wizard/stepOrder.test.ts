import { expect, it } from 'vitest';
import { before, chapterOf, earlier, type StepName, segmentOf, type WizardStep } from './stepOrder.ts';

const license: WizardStep = { step: 'license' };
const failed: WizardStep = { step: 'videoSettings', failure: { verdict: 'error', cause: 'refused', log: [] } };

it.each<[WizardStep, StepName | null, string, number]>([
  [{ step: 'type' }, null, 'source', 0],
  [{ step: 'videoSettings', failure: null }, 'type', 'video', 0],
  [failed, 'type', 'video', 0],
  [{ step: 'videoProbe' }, 'videoSettings', 'video', 0],
  [{ step: 'videoResult' }, 'videoSettings', 'picture', 1],
  [{ step: 'audioSettings', failure: null }, 'videoResult', 'audio', 2],
  [{ step: 'audioProbe' }, 'audioSettings', 'audio', 2],
  [{ step: 'meta' }, 'audioSettings', 'description', 3],
  [license, 'meta', 'license', 4],
  // Nothing can be undone after the save.
  [{ step: 'done' }, null, 'license', 4],
  // the question has its own buttons
  [{ step: 'abort', from: { step: 'meta' }, deleting: false }, null, 'description', 3],
])('from $step Back leads to %s, the address ends in %s', (at, back, segment, chapter) => {
  expect(before(at)?.step ?? null).toBe(back);
  expect(segmentOf(at)).toBe(segment);
  expect(chapterOf(at)).toBe(chapter);
});

it.each<[WizardStep, string, StepName | null]>([
  [license, 'source', 'type'],
  [license, 'audio', 'audioSettings'],
  [license, 'license', null],
  [{ step: 'meta' }, 'license', null],
  [{ step: 'type' }, 'audio', null],
  [license, 'nonsense', null],
  [license, '', null],
  [{ step: 'videoProbe' }, 'source', 'type'],
  [{ step: 'abort', from: license, deleting: false }, 'audio', 'audioSettings'],
  [{ step: 'done' }, 'source', null],
])('at $step the address %s leads to %s', (at, segment, step) => {
  expect(earlier(at, segment)?.step ?? null).toBe(step);
});

it('the wizard forgets the reason of a failed probe when its step is left and entered again', () => {
  expect(earlier(license, 'video')).toEqual({ step: 'videoSettings', failure: null });
});
