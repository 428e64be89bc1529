import { expect, it } from 'vitest';
import { scheduleLook } from './scheduleLook.ts';

const failure = (name: string) => ({ name, error: 'It does not exist any more' });

it('the schedule alarm does not fire without missed runs', () => {
  expect(scheduleLook([])).toMatchObject({ rule: 'schedule-missed', channel: null, condition: { status: 'good' } });
});

it('the schedule condition lists the three newest misses with the reason', () => {
  const { condition } = scheduleLook([
    { schedule: 'Service', at: 50, result: 'missed' },
    { schedule: 'Youth', at: 40, result: 'failed', failures: [failure('YouTube')] },
    { schedule: 'Night', at: 30, result: 'failed', failures: ['YouTube', 'Twitch', 'Kick'].map(failure) },
    { schedule: 'Old', at: 20, result: 'missed' },
  ]);
  if (condition.status !== 'bad') throw new Error('It is bad');
  const reason = { name: 'YouTube', error: { text: 'It does not exist any more' } };
  const { since, sentences } = condition.statement;
  expect(since).toBe(50);
  expect(sentences.map(({ text, values }) => [text.split(':')[0], values])).toEqual([
    [expect.stringContaining('was not carried out'), { schedule: 'Service', time: { at: 50 } }],
    [expect.stringContaining('failed for'), { schedule: 'Youth', time: { at: 40 }, ...reason }],
    [expect.stringContaining('and {{n}} more'), { schedule: 'Night', time: { at: 30 }, ...reason, n: 2 }],
  ]);
});
