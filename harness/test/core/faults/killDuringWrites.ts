import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { testTempDir } from '../testTempDir.ts';
import { allowedValues, slotsOf, writeUntil } from './acknowledgedRandomWrites.ts';
import { runCore, seededRandom } from './runCore.ts';

/** Kills a core at any moment of about `writes` random writes, and expects all acknowledged ones in its files. */
export async function killDuringWrites(seed: number, writes: number): Promise<number> {
  const random = seededRandom(seed);
  const home = testTempDir();
  const core = await runCore({ home });
  const slots = slotsOf(core, random);
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
  const restarted = await runCore({ home });
  for (const slot of slots) {
    expect(allowedValues(slot), `seed ${seed}, killed at ${killAt}`).toContainEqual(await slot.read(restarted));
  }
  await restarted.end();
  return acknowledged;
}
