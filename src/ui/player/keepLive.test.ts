import { expect, it } from 'vitest';
import { nextStep } from './keepLive.ts';

it.each([
  ['plays at the edge', { paused: false, currentTime: 100, edge: 101, still: 0 }, 'none'],
  ['nothing loaded yet', { paused: false, currentTime: 0, edge: null, still: 3 }, 'none'],
  ['lags after a stall', { paused: false, currentTime: 100, edge: 109, still: 0 }, 'jump'],
  ['stands still for long', { paused: false, currentTime: 100, edge: 100, still: 10 }, 'reload'],
  ['never began', { paused: false, currentTime: 0, edge: null, still: 12 }, 'reload'],
  ['paused by the operator', { paused: true, currentTime: 100, edge: 500, still: 400 }, 'none'],
] as const)('%s', (_, moment, step) => expect(nextStep(moment)).toBe(step));
