import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { historyFileName } from './historyFileName.ts';

beforeEach(() => void vi.stubEnv('TZ', 'Europe/Berlin'));
afterEach(() => vi.unstubAllEnvs());

const at = (text: string) => Date.parse(text) / 1000;

it.each([
  ['Studio A', '2026-10-31T23:00:00Z', '2026-11-30T23:00:00Z', 'history-studio-a-2026-11-01-to-2026-11-30.csv'],
  ['Core', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 'history-core-2026-10-25.csv'],
  ['Core', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', 'history-core-2026-03-29.csv'],
  ['Core', '2026-11-29T11:03:10Z', '2026-11-29T12:03:10Z', 'history-core-2026-11-29-1203-to-2026-11-29-1303.csv'],
  ['../../etc/passwd\r\n', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 'history-etc-passwd-2026-10-25.csv'],
  ['\u202Egnp.exe "x"', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 'history-gnp-exe-x-2026-10-25.csv'],
  ['Студия 1', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 'history-студия-1-2026-10-25.csv'],
  ['', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 'history-2026-10-25.csv'],
])('an exported file is named after %j and the span from %s to %s', (name, from, to, file) => {
  expect(historyFileName(name, at(from), at(to))).toBe(file);
});

it('a file name is limited to the length that file systems accept', () => {
  expect(historyFileName('x'.repeat(5000), 0, 86_400).length).toBeLessThan(120);
});
