import { expect, it } from 'vitest';
import { AREAS, faultsOfAreas, faultsOfSubject } from './subject.ts';

it.each([
  'http: close connections that time out without an answer',
  'player, log, units: let the embed code be chosen',
  'server/rtmp: feed players from the newest keyframe',
  'release: build, sign and publish by a tag',
])('the subject %s is accepted', (subject) => expect(faultsOfSubject(subject)).toEqual([]));

it.each([
  ['Fix the build', ['is not "area: verb what"']],
  ['build: Fix it', ['"Fix" has a capital']],
  ['build: fixed the cache', ['"fixed" is no imperative']],
  ['docs: the figures of ARM', ['"the" is no verb']],
  ['build: fixing the cache', ['"fixing" is no imperative']],
  ['build: fix the cache; raise the budget', ['says two things: make two commits']],
  ['build: fix the cache.', ['ends with a full stop']],
  [`build: fix ${'x'.repeat(70)}`, ['has 81 characters, at most 72']],
])('the subject %s is rejected', (subject, faults) => expect(faultsOfSubject(subject)).toEqual(faults));

it.each(['services: add Kick', 'player, server/rtmp: feed players from the newest keyframe'])(
  'the areas of %s are accepted',
  (subject) => expect(faultsOfAreas(subject)).toEqual([]),
);

it('an area that is not listed is rejected', () =>
  expect(faultsOfAreas('docs, source panel: name the buttons')).toEqual([
    `has the area "source panel", but there are ${[...AREAS].join(', ')} (harness/tools/commits/subject.ts)`,
  ]));
