import { expect, it } from 'vitest';
import { createLog } from './index.ts';

function open(level: string, maxLines = 1000) {
  const printed: string[] = [];
  const log = createLog((line) => printed.push(line));
  log.configure({ level, maxLines });
  return { log, printed };
}

it('writes lines and raw entries', () => {
  const { log, printed } = open('info');
  log.write('info', 'Core', 'Read config file', { path: '/db/config.json', version: 3 });
  const [line] = log.lines();
  expect(line).toMatch(
    /^ts=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ level=INFO component="Core" msg="Read config file" path="\/db\/config.json" version=3$/,
  );
  expect(printed).toEqual([line]);
  expect(log.entries()).toMatchObject([{ component: 'Core', message: 'Read config file', version: 3 }]);
  expect(log.entries()[0]).not.toHaveProperty('level');
});

it.each([
  ['silent', []],
  ['error', ['error']],
  ['warn', ['error', 'warn']],
  ['debug', ['error', 'warn', 'debug']],
  ['loud', ['error', 'warn']],
])('level %s keeps %j', (level, kept) => {
  const { log } = open(level);
  for (const each of ['error', 'warn', 'debug'] as const) log.write(each, 'x', each);
  expect(log.entries().map(({ message }) => message)).toEqual(kept);
});

it('forgets the oldest', () => {
  const { log } = open('info', 3);
  for (let n = 1; n <= 20; n += 1) log.write('info', 'x', String(n));
  expect(log.entries().map(({ message }) => message)).toEqual(['18', '19', '20']);
});

it('keeps a line a line', () => {
  const { log } = open('info');
  log.write('info', 'x', 'a\nb "c"', { d: 'e\nf', g: undefined });
  expect(log.lines()[0]).toContain('msg="a\\nb \\"c\\"" d="e\\nf" g=""');
});
