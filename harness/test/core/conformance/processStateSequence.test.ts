import { expect, it } from 'vitest';
import { missingStates, requiredStates } from './processStateSequence.ts';

const at = (t_s: number, exec: string, reconnect_seconds = -1) => ({ t_s, order: 'start', exec, reconnect_seconds });

it('the required states are those that lasted and the last one', () => {
  const rows = [
    at(0, 'running'),
    at(0.2, 'failed', 3),
    at(3.2, 'failed', 0),
    at(4.2, 'failed', 3),
    at(5.2, 'failed', 2),
  ];
  expect(requiredStates(rows)).toEqual(['start failed counting', 'start failed counting']);
  expect(requiredStates([at(0, 'running'), at(4, 'finished', 2), at(6.5, 'running')])).toEqual([
    'start running',
    'start finished counting',
    'start running',
  ]);
});

it.each([
  ['in order', ['running', 'failed', 'running'], []],
  ['with other states in between', ['starting', 'running', 'finishing', 'failed', 'starting', 'running'], []],
  ['too early', ['running', 'failed'], ['start running']],
  ['in another order', ['failed', 'running'], ['start failed', 'start running']],
] as const)('missing states are found if states occur %s', (_, states, left) => {
  expect(
    missingStates(
      ['start running', 'start failed', 'start running'],
      states.map((exec) => at(0, exec)),
    ),
  ).toEqual(left);
});
