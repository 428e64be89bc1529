import { expect, it } from 'vitest';
import { planCommand } from './processChanges.ts';

const running = { isValid: true, order: 'start', stored: 'start' } as const;
const off = { isValid: true, order: 'stop', stored: 'stop' } as const;

it.each([
  ['starts a stopped process', 'start', off, { action: 'start', isNews: true }],
  ['does not store a start twice', 'start', { ...off, stored: 'start' }, { action: 'start', isNews: false }],
  ['forwards a start to a running process', 'start', running, { action: 'forward', command: 'start' }],
  ['stops a running process', 'stop', running, { action: 'stop', isNews: true }],
  ['does not store a stop twice', 'stop', off, { action: 'stop', isNews: false }],
  ['stores a stop even if nothing runs', 'stop', { ...off, stored: 'start' }, { action: 'stop', isNews: true }],
  ['stores no restart', 'restart', running, { action: 'forward', command: 'restart' }],
  [
    'lets an invalid process reject the start',
    'start',
    { ...off, isValid: false },
    { action: 'forward', command: 'start' },
  ],
  ['reloads an invalid process', 'reload', { ...off, isValid: false }, { action: 'reload' }],
] as const)('planCommand %s', (_, command, orders, plan) => expect(planCommand(command, orders)).toEqual(plan));
