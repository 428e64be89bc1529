import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as z from 'zod';
import { expect, test } from '../test.ts';

const run = promisify(execFile);
const Counted = z.object({ packets: z.number() });

/** Counts packets that leave a machine during use of the interface, with this choice for the update check. */
async function packetsWith(choice: 'true' | 'false' | 'null'): Promise<number> {
  const command = ['harness/test/packets/namespace.sh', 'node', 'harness/test/packets/countOutgoingPackets.ts', choice];
  const { stdout } = await run('unshare', ['--map-root-user', '--net', '--mount', 'sh', ...command]);
  return Counted.parse(JSON.parse(stdout)).packets;
}

test.describe('@this-machine', () => {
  test('no packet leaves without the update check, and some do with it', async () => {
    expect(await packetsWith('false')).toBe(0);
    expect(await packetsWith('null')).toBe(0);
    expect(await packetsWith('true')).toBeGreaterThan(0);
  });
});
