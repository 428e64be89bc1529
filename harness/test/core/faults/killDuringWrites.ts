import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { testTempDir } from '../testTempDir.ts';
import { allowedValues, slotsOf, writeUntil } from './acknowledgedRandomWrites.ts';
import { runCore, seededRandom } from './runCore.ts';

/**
 * `kill -9` in the middle of about `writes` random writes: both files are readable, everything that was acknowledged is
 * there in a core that is started anew.
 */
export async function killDuringWrites(seed: number, writes: number): Promise<number> {
  const random = seededRandom(seed);
  const home = testTempDir();
  const core = await runCore({ home });
  const slots = slotsOf(core, random);
  // Not after a write, but at any moment of one.
  const killAt = 1 + random.below(writes);
  const acknowledged = await writeUntil(slots, (count) => {
    if (count >= killAt && core.child.signalCode === null)
      setTimeout(() => core.child.kill('SIGKILL'), random.below(8));
    return count >= writes * 2;
  });
  expect(await core.ended).toBe('SIGKILL');

  for (const name of ['db.json', 'config.json']) {
    const text = readFileSync(join(home, 'db', name), 'utf8');
    expect(() => JSON.parse(text), `seed ${seed}: ${name}`).not.toThrow();
  }
  const again = await runCore({ home });
  for (const slot of slots) {
    expect(allowedValues(slot), `seed ${seed}, killed at ${killAt}`).toContainEqual(await slot.read(again));
  }
  await again.end();
  return acknowledged;
}
