import { describe, expect, it } from 'vitest';
import { type EngineStatus, type EngineStep, isCi, planEngineStart } from './planEngineStart.ts';

const rows: [EngineStatus, { asked: boolean; ci: boolean }, EngineStep][] = [
  ['running', { asked: false, ci: false }, 'use'],
  ['running', { asked: false, ci: true }, 'use'],
  ['running', { asked: true, ci: false }, 'use'],
  ['running', { asked: true, ci: true }, 'use'],
  // `make containers` installed it, and `make test` uses it
  ['installed', { asked: false, ci: false }, 'start'],
  ['installed', { asked: false, ci: true }, 'start'],
  ['installed', { asked: true, ci: false }, 'start'],
  ['installed', { asked: true, ci: true }, 'start'],
  // `make test` on a developer's machine
  ['missing', { asked: false, ci: false }, 'leave'],
  ['missing', { asked: false, ci: true }, 'install'],
  ['missing', { asked: true, ci: false }, 'install'],
  ['missing', { asked: true, ci: true }, 'install'],
];

describe('a container engine', () => {
  it.each(rows)('that is %s, with %o, leads to the step: %s', (status, wish, step) =>
    expect(planEngineStart(status, wish)).toBe(step),
  );
});

it.each([
  ['true', true],
  ['1', true],
  ['woodpecker', true],
  [undefined, false],
  ['', false],
  ['0', false],
  ['false', false],
])('CI=%s counts as set: %s', (value, expected) => expect(isCi(value)).toBe(expected));
