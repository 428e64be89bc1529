import { expect, it } from 'vitest';
import { egressId, ingestId } from '../../../api/processIds.ts';
import { deletedSubject, subjectChoices } from './subjectChoices.ts';

const CHANNEL = '11111111-2222-4333-8444-555555555555';
const VENUE = egressId('rtmp', '99999999-2222-4333-8444-555555555555');

it('the subject choice lists the core first, then each channel with its publications by name', () => {
  const egresses = { [VENUE]: { service: 'rtmp', name: 'Venue A' } };
  const found = subjectChoices([{ id: CHANNEL, name: 'Studio', available: true, egresses }]);
  expect(found.map(({ subject, name, channel }) => [subject, name, channel])).toEqual([
    ['core', null, null],
    [ingestId(CHANNEL), 'Studio', null],
    [VENUE, 'Venue A', 'Studio'],
  ]);
});

it.each([
  [VENUE, 'A deleted publication'],
  [ingestId(CHANNEL), 'A deleted channel'],
  ['core', undefined],
  ['<b>', undefined],
  ['', undefined],
])('the subject choice describes the deleted subject %s', (subject, text) => {
  expect(deletedSubject(subject)?.text).toBe(text);
});
