import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Core } from '../../../src/api/client.ts';
import { holdStatusFile } from '../../../src/api/processIds.ts';
import { parseHoldStatus } from '../../../src/media/hold/holdStatus.ts';
import { rtmpPush } from '../../streams/rtmpPush.ts';
import { type MortalCore, mortalCore, USER } from '../headless/killableCore.ts';
import { rtmpReceiver } from '../receivers/rtmpReceiver.ts';
import { NIGHTLY } from '../testing/quickOrWholeSuite.ts';
import { type AgentsBeside, agentsBeside } from './agentBeside.ts';
import { CHANNEL, COPY, INGEST, ingest, processOf, READER } from './heldChannel.ts';
import { until } from './testing.ts';

/* With E2E_CORE_BINARY, tests another core with the agent beside it. */

let folder = '';
let running: MortalCore;
let agents: AgentsBeside;
let core: Core;

async function logIn() {
  ({ core } = running.client());
  const tokens = await core.login({ body: { username: USER.name, password: USER.password } });
  core.setTokens({ access: tokens.access_token, refresh: tokens.refresh_token });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'falls-'));
  const binary = process.env.E2E_CORE_BINARY;
  running = await mortalCore(folder, binary);
  agents = await agentsBeside(running.address, folder);
  if (binary !== undefined) agents.start();
  await logIn();
});
afterAll(async () => {
  agents.killAll();
  await running.stop();
  await rm(folder, { recursive: true });
});

const status = async () => {
  const answer = await fetch(`${running.address}/memfs/${holdStatusFile(CHANNEL)}`);
  return parseHoldStatus(await answer.text());
};

interface Fall {
  title: string;
  happens: () => Promise<void>;
  /** Whether another core needs the running source to draw the image. */
  needsSource: boolean;
}

const FALLS: readonly Fall[] = [
  {
    title: 'whose core is killed',
    async happens() {
      await running.comeBack();
      await logIn();
    },
    needsSource: true,
  },
  {
    title: 'whose core loads its config anew',
    async happens() {
      const { loaded_at: before } = await core.config();
      await core.configReload();
      await until(
        () => core.config(),
        ({ loaded_at }) => loaded_at !== before,
      );
    },
    needsSource: true,
  },
  {
    title: 'whose memory is emptied',
    async happens() {
      for (const { name: path } of await core.memFiles({ glob: '/**' })) await core.memDelete({ path });
    },
    needsSource: false,
  },
];
const rows = FALLS.flatMap((fall) => (['the source', 'the image'] as const).map((part) => ({ ...fall, what: part })));

it.each(rows)(
  `a protected publication $title on $what continues by itself ${NIGHTLY}`,
  async ({ what: part, happens, needsSource }) => {
    await using receiver = await rtmpReceiver();
    const address = `rtmp://127.0.0.1:${running.rtmp}/${CHANNEL}.stream`;
    const frames = async () => receiver.pictures().flat().length;
    const more = async () => {
      const before = await frames();
      await until(frames, (count) => count > before + 100);
    };
    const reading = processOf(READER, [`{memfs}/hold-${CHANNEL}.m3u8`, '-re'], {
      ...{ id: 'output_0', address: `rtmp://${receiver.host}/takes/key` },
      options: [...COPY, '-f', 'flv'],
    });
    await core.processAdd({ body: ingest });
    await core.processAdd({ body: reading });
    let encoder = rtmpPush(address, 'smooth');
    try {
      await until(status, (hold) => hold?.onAir === 'source' && hold.image === 'ready');
      await more();
      if (part === 'the image') {
        await encoder.stop();
        await until(status, (hold) => hold?.onAir === 'slate');
        await more();
      }
      const beat = (await status())?.beat;
      await happens();
      await until(status, (hold) => hold !== null && hold.beat !== beat);
      if (part === 'the image' && needsSource) encoder = rtmpPush(address, 'smooth');
      await more();
      await until(status, (hold) => hold !== null && hold.onAir !== 'nothing');
      expect((await core.processState({ id: READER })).exec).toBe('running');
    } finally {
      await encoder.stop();
      for (const id of [READER, INGEST]) await core.processDelete({ id }).catch(() => null);
      await until(
        () => core.memFiles({ glob: `/hold-${CHANNEL}*` }),
        (files) => files.length === 0,
      );
    }
  },
);
