import { describe, expect, it } from 'vitest';
import { bitrateKbitOf, emptyLedger, noteSegments } from './measuredBitrate.ts';

const segment = (n: number, last_modified: number, size_bytes = 250_000) => ({
  name: `/11111111-2222-4333-8444-555555555555_${String(n).padStart(4, '0')}.ts`,
  size_bytes,
  last_modified,
});
const noted = (...files: ReturnType<typeof segment>[]) => noteSegments(emptyLedger, files, 0);

it.each([
  ['nothing', [], null],
  ['one segment', [segment(1, 100)], null],
  ['too short a span for whole seconds', [segment(1, 100), segment(2, 102)], null],
  // 2 s of 250 kB each: 1000 kbit/s
  ['a steady stream', [segment(1, 100), segment(2, 102), segment(3, 104), segment(4, 106)], 1000],
  ['an order that is not promised', [segment(3, 104), segment(1, 100), segment(4, 106), segment(2, 102)], 1000],
  ['segments before an interruption', [segment(1, 10), segment(2, 102), segment(3, 104), segment(4, 106)], 1000],
  ['empty files', [segment(1, 100, 0), segment(2, 102, 0), segment(3, 104, 0)], null],
])('the bitrate of %s is measured', (_, files, kbit) => expect(bitrateKbitOf(noted(...files))).toBe(kbit));

describe('the measured bitrate over time', () => {
  it('approaches the true rate although times are whole seconds', () => {
    let ledger = emptyLedger;
    for (let n = 0; n < 40; n += 1) {
      // Segments of 2.4 s: 1500 kbit/s
      const written = Math.floor(1000.7 + n * 2.4);
      ledger = noteSegments(ledger, [segment(n, written, 450_000)], n * 2.4);
    }
    expect(Math.abs((bitrateKbitOf(ledger) ?? 0) - 1500)).toBeLessThan(1500 * 0.04);
  });

  it('follows a change within a minute', () => {
    let ledger = emptyLedger;
    for (let n = 0; n < 60; n += 1) {
      ledger = noteSegments(ledger, [segment(n, 1000 + n * 2, n < 20 ? 250_000 : 500_000)], n * 2);
    }
    expect(bitrateKbitOf(ledger)).toBe(2000);
  });

  it('ignores segments that are no longer written', () => {
    const ledger = noted(segment(1, 100), segment(2, 102), segment(3, 104));
    expect(bitrateKbitOf(noteSegments(ledger, [], 61))).toBeNull();
  });

  it('counts a name once when the ingest restarts', () => {
    const before = noted(segment(0, 100), segment(1, 102), segment(2, 104));
    const after = noteSegments(before, [segment(0, 130), segment(1, 132), segment(2, 134)], 30);
    expect(bitrateKbitOf(after)).toBe(1000);
  });
});

it('only segments are measured', () => {
  const picture = { name: '/11111111-2222-4333-8444-555555555555.jpg', size_bytes: 9e6, last_modified: 103 };
  expect(noteSegments(emptyLedger, [picture], 0).size).toBe(0);
});
