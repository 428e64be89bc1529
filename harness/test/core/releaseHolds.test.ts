import { describe, expect, it } from 'vitest';
import { releaseHolds } from '../../../agent/releaseHolds.ts';
import type { ProcessConfig } from '../../../src/api/answers/process.ts';
import { type Core, createCoreClient } from '../../../src/api/client.ts';
import { METADATA_KEY } from '../../../src/api/processIds.ts';
import { start } from './testing.ts';

const X = '11111111-2222-3333-4444-555555555555';
const publicationId = (nth: number) => `restreamer-ui:egress:rtmp:99999999-2222-3333-4444-55555555555${nth}`;
const publication = (nth: number, address: string): ProcessConfig => ({
  ...{ id: publicationId(nth), type: 'ffmpeg', reference: X, options: [], autostart: false, reconnect: true },
  ...{ reconnect_delay_seconds: 15, stale_timeout_seconds: 30 },
  input: [{ id: 'input_0', address, options: ['-re'] }],
  output: [{ id: 'output_0', address: '-', options: ['-codec', 'copy', '-f', 'null'] }],
});
const protectedList = `{memfs}/hold-${X}.m3u8`;
const plain = `{memfs}/${X}.m3u8`;
const stored = (source: object) => ({ version: '1.14.0', name: 'Main', control: { source } });
const IDS = [0, 1, 2].map(publicationId);
const WRITES = ['POST', 'PUT', 'DELETE'];

async function protectedChannel() {
  const { at } = await start();
  const core = createCoreClient({ address: at(''), freshMs: 0 });
  for (const [nth, id] of IDS.entries()) {
    const isHeld = nth < 2;
    await core.processAdd({ body: publication(nth, isHeld ? protectedList : plain) });
    const body = stored({ source: 'hls+memfs', ...(isHeld ? { hold: true } : {}) });
    await core.processMetadataSet({ id, key: METADATA_KEY, body });
    await core.processMetadataSet({ id, key: 'another-program', body: { nth } });
  }
  await core.memWrite({ path: `hold-${X}.m3u8`, body: '#EXTM3U\n' });
  await core.memWrite({ path: `hold-${X}.json`, body: '{}' });
  return { core, address: at('') };
}

/** A client that is killed at its nth write, before or after the core receives it. */
function dying(address: string, nth: number, when: 'before' | 'after') {
  let writes = 0;
  let isDead = false;
  const send: typeof fetch = async (to, options) => {
    if (isDead) throw new TypeError('fetch failed');
    const isLast = WRITES.includes(options?.method ?? '') && ++writes === nth;
    isDead = isLast;
    if (isLast && when === 'before') throw new TypeError('fetch failed');
    const answer = await fetch(to, options);
    if (isLast) throw new TypeError('fetch failed');
    return answer;
  };
  return { core: createCoreClient({ address, freshMs: 0, send }), died: () => isDead };
}

async function whole(core: Core) {
  const processes = await core.processes({ filter: 'config,metadata' });
  const global = await core.metadataAll();
  return {
    processes: processes.map(({ id, config, metadata }) => ({
      id,
      input: typeof config === 'object' ? config?.input : config,
      metadata,
    })),
    notes: Object.keys(global).filter((key) => key.startsWith('sluice-unfinished:')),
    files: (await core.memFiles({ glob: '/hold-*' })).map(({ name }) => name),
  };
}

const RELEASED = {
  processes: IDS.map((id, nth) => ({
    id,
    input: [{ id: 'input_0', address: plain, options: ['-re'] }],
    metadata: { [METADATA_KEY]: stored({ source: 'hls+memfs' }), 'another-program': { nth } },
  })),
  notes: [],
  files: [],
};

describe('a release', () => {
  it('gives every protected publication its channel back, and removes what the agent wrote', async () => {
    const { core } = await protectedChannel();
    const lines: unknown[] = [];
    expect(await releaseHolds(core, (...line) => lines.push(line))).toBe(true);
    expect(lines).toEqual([
      [IDS[0], null],
      [IDS[1], null],
    ]);
    expect(await whole(core)).toEqual(RELEASED);
  });

  it('changes nothing if no publication is protected', async () => {
    const { core } = await protectedChannel();
    await releaseHolds(core, () => undefined);
    const lines: unknown[] = [];
    expect(await releaseHolds(core, (...line) => lines.push(line))).toBe(true);
    expect([lines, await whole(core)]).toEqual([[], RELEASED]);
  });

  it('that is killed at any write is completed by the next one', async () => {
    const { address, core } = await protectedChannel();
    let kills = 0;
    for (let nth = 1; ; nth++) {
      for (const when of ['before', 'after'] as const) {
        for (const [index, id] of IDS.slice(0, 2).entries()) {
          await core.processUpdate({ id, body: publication(index, protectedList) });
          await core.processMetadataSet({ id, key: METADATA_KEY, body: stored({ source: 'hls+memfs', hold: true }) });
          await core.processMetadataSet({ id, key: 'another-program', body: { nth: index } });
        }
        const { core: killed, died } = dying(address, nth, when);
        await releaseHolds(killed, () => undefined).catch(() => false);
        expect(await releaseHolds(core, () => undefined)).toBe(true);
        expect(await whole(core), `killed ${when} write ${nth}`).toEqual(RELEASED);
        if (!died()) return expect(kills).toBeGreaterThan(12);
        kills++;
      }
    }
  });
});
