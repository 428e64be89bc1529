import { describe, expect, it } from 'vitest';
import { arrivesLess, arrivesSince, type ReceivedBytes, receivedAfter, receivedKbit } from './bytesPushedToServer.ts';

/** Builds polls every 3.5 s from the bytes received in between. */
const receivedFrom = (pieces: readonly (number | null)[]): ReceivedBytes | null => {
  let total = 0;
  return pieces.reduce<ReceivedBytes | null>((received, piece, i) => {
    total += piece ?? 0;
    return receivedAfter(received, piece === null ? null : total, i * 3500);
  }, null);
};
const steady = Array<number>(6).fill(350_000);

describe('the bytes that an encoder sends to the server', () => {
  it.each<[string, readonly (number | null)[], boolean | null, number | null]>([
    ['the usual bitrate', steady, false, 800],
    ['half of the bitrate', [...steady, 175_000, 175_000, 175_000], true, 400],
    ['briefly less', [...steady, 300_000], false, 742.9],
    ['the first seconds', steady.slice(0, 2), null, null],
    ['no encoder is connected', [...steady, null], null, null],
    ['the encoder has reconnected', [...steady, -1_000_000], null, null],
  ])('are compared with its earlier rate: %s', (_, pieces, less, kbit) => {
    expect(arrivesLess(receivedFrom(pieces))).toBe(less);
    const found = receivedKbit(receivedFrom(pieces));
    if (kbit === null || found === null) expect(found).toBe(kbit);
    else expect(found).toBeCloseTo(kbit, 1);
  });

  it.each<[string, readonly (number | null)[], number, boolean | null]>([
    ['bytes arrive', steady, 7000, true],
    ['the bytes may have arrived earlier', steady, 16_000, null],
    ['no poll since', steady, 20_000, null],
    ['no bytes', [...steady, 0], 16_000, false],
    ['no encoder is connected', [null], 0, null],
  ])('arrive or not since a moment: %s', (_, pieces, since, expected) =>
    expect(arrivesSince(receivedFrom(pieces), since)).toBe(expected),
  );
});
