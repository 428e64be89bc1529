import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as z from 'zod';
import { expect, test } from '../test.ts';

const run = promisify(execFile);
const Counted = z.object({ packets: z.number() });

/** Packets that leave a machine on which the interface is used, with the update check as chosen. */
async function packetsWith(choice: 'true' | 'false' | 'null'): Promise<number> {
  const inside = ['harness/test/packets/namespace.sh', 'node', 'harness/test/packets/countOutgoingPackets.ts', choice];
  const { stdout } = await run('unshare', ['--map-root-user', '--net', '--mount', 'sh', ...inside]);
  return Counted.parse(JSON.parse(stdout)).packets;
}

test.describe('@this-machine', () => {
  test('without the update check no packet leaves, and with it some do', async () => {
    expect(await packetsWith('false')).toBe(0);
    expect(await packetsWith('null')).toBe(0);
    expect(await packetsWith('true')).toBeGreaterThan(0);
  });
});
