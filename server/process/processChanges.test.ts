import { expect, it } from 'vitest';
import { planCommand } from './processChanges.ts';

const on = { isValid: true, order: 'start', stored: 'start' } as const;
const off = { isValid: true, order: 'stop', stored: 'stop' } as const;

it.each([
  ['starts what is off', 'start', off, { action: 'start', isNews: true }],
  ['stores no start that is stored', 'start', { ...off, stored: 'start' }, { action: 'start', isNews: false }],
  ['leaves a start to what is on', 'start', on, { action: 'forward', command: 'start' }],
  ['stops what is on', 'stop', on, { action: 'stop', isNews: true }],
  ['stores no stop that is stored', 'stop', off, { action: 'stop', isNews: false }],
  ['stores a stop also while nothing runs', 'stop', { ...off, stored: 'start' }, { action: 'stop', isNews: true }],
  ['stores no restart', 'restart', on, { action: 'forward', command: 'restart' }],
  ['lets what is not valid refuse', 'start', { ...off, isValid: false }, { action: 'forward', command: 'start' }],
  ['reloads also what is not valid', 'reload', { ...off, isValid: false }, { action: 'reload' }],
] as const)('%s', (_, command, orders, plan) => expect(planCommand(command, orders)).toEqual(plan));
