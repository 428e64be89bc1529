import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { agentProgramOf } from '../../../server/agent/agentArgument.ts';
import { openCore } from '../../../server/core.ts';
import { createCoreClient } from '../../../src/api/client.ts';
import { METADATA_KEY } from '../../../src/api/processIds.ts';
import { NIGHTLY } from '../testing/quickOrWholeSuite.ts';
import { CORE_PROGRAM } from './coreProgram.ts';
import { CHANNEL, ingest, READER, stoppedReader } from './heldChannel.ts';
import { until } from './testing.ts';
import { testTempDir } from './testTempDir.ts';

it(`publications read their channels directly again if the core's agent keeps crashing ${NIGHTLY}`, async () => {
  const home = testTempDir();
  const program = join(home, 'agent.cjs');
  await writeFile(
    program,
    `if (process.argv[3] === 'release') import('${agentProgramOf(CORE_PROGRAM)}'); else process.exit(1);`,
  );
  const lines: string[] = [];
  const core = await openCore(
    {
      CORE_ADDRESS: '127.0.0.1:0',
      CORE_RTMP_ENABLE: 'true',
      CORE_RTMP_ADDRESS: '127.0.0.1:0',
      CORE_DB_DIR: join(home, 'db'),
      CORE_STORAGE_DISK_DIR: join(home, 'data'),
    },
    { print: (line) => lines.push(line), program },
  );
  try {
    const client = createCoreClient({ address: `http://127.0.0.1:${core.ports().http}`, freshMs: 0 });
    await client.processAdd({ body: { ...ingest, autostart: false } });
    await client.processAdd({ body: stoppedReader });
    const stored = { version: '1.14.0', control: { source: { source: 'hls+memfs', hold: true } } };
    await client.processMetadataSet({ id: READER, key: METADATA_KEY, body: stored });
    await until(
      async () => lines.join('\n'),
      (text) => text.includes('Publications read their channels again'),
    );
    const [released] = await client.processes({ id: READER, filter: 'config,metadata' });
    expect(released).toMatchObject({
      config: { input: [{ address: `{memfs}/${CHANNEL}.m3u8`, options: ['-re'] }] },
      metadata: { [METADATA_KEY]: { version: '1.14.0', control: { source: { source: 'hls+memfs' } } } },
    });
    expect(released?.metadata).not.toMatchObject({ [METADATA_KEY]: { control: { source: { hold: true } } } });
    const printed = lines.slice(
      0,
      lines.findIndex((line) => line.includes('Publications read their channels again')),
    );
    expect(printed.filter((line) => line.includes('It ended')).length).toBe(5);
  } finally {
    await core.stop();
  }
});
