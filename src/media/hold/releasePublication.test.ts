import { describe, expect, it } from 'vitest';
import type { ProcessConfig } from '../../api/answers/process.ts';
import { METADATA_KEY } from '../../api/processIds.ts';
import { emptyStream } from '../encoding/streams.ts';
import { egressProcess } from '../process/egress.ts';
import { parseEgressMetadata } from '../stored/metadata.ts';
import { releasePublication } from './releasePublication.ts';

const X = '11111111-2222-3333-4444-555555555555';
const UUID = '99999999-2222-3333-4444-555555555555';

const metadata = parseEgressMetadata({
  outputs: [{ address: 'rtmp://a.example/live/key', options: ['-f', 'flv'] }],
  profiles: [
    {
      video: { source: 0, stream: 0, encoder: { coder: 'copy', mapping: ['-codec:v', 'copy'] } },
      audio: { source: 0, stream: 1, encoder: { coder: 'copy', mapping: ['-codec:a', 'copy'] } },
    },
  ],
});
const streams = [
  { ...emptyStream, type: 'video', codec: 'h264', stream: 0 },
  { ...emptyStream, type: 'audio', codec: 'aac', stream: 1 },
];
const written = egressProcess({ channel: X, service: 'rtmp', uuid: UUID, metadata, streams });
if (written === null) throw new Error('it sends nothing');
const plain: ProcessConfig = written;

const reading = (address: string, options = ['-re']): ProcessConfig => ({
  ...plain,
  input: plain.input.map((input) => ({ ...input, address, options })),
});
const readsHold = reading(`{memfs}/hold-${X}.m3u8`);
const isHeld = (hold: unknown) => ({
  [METADATA_KEY]: { ...metadata, control: { ...metadata.control, source: { ...metadata.control.source, hold } } },
  'another-program': { note: 1 },
});
const isPlain = { [METADATA_KEY]: metadata, 'another-program': { note: 1 } };

describe('a publication that is released from its hold', () => {
  it.each<[what: string, config: ProcessConfig, stored: object]>([
    ['protected by the interface', readsHold, isHeld(true)],
    ['protected by another program', readsHold, isPlain],
    ['by another address of the memory', reading(`http://127.0.0.1:8080/memfs/hold-${X}.m3u8`), isHeld(true)],
    ['without real time', reading(`{memfs}/hold-${X}.m3u8`, []), isHeld(true)],
  ])('equals an unprotected publication: %s', (_, config, stored) => {
    expect(releasePublication({ config, metadata: { ...stored } })).toEqual({
      config: plain,
      metadata: isPlain,
      isOther: true,
    });
  });

  it('is not restarted if only its settings mention the protection', () => {
    expect(releasePublication({ config: plain, metadata: isHeld(false) })).toEqual({
      config: plain,
      metadata: isPlain,
      isOther: false,
    });
  });

  it('keeps metadata of a newer interface', () => {
    const newer = { version: '99.0.0', control: { source: { source: 'hls+memfs', hold: true, other: 1 }, more: 2 } };
    const released = releasePublication({ config: readsHold, metadata: { [METADATA_KEY]: newer } });
    expect(released?.metadata).toEqual({
      [METADATA_KEY]: { version: '99.0.0', control: { source: { source: 'hls+memfs', other: 1 }, more: 2 } },
    });
  });

  it.each([null, [], 'hold', {}, { control: null }, { control: { source: 'hold' } }])(
    'keeps metadata that is %j',
    (stored) => {
      expect(releasePublication({ config: readsHold, metadata: { [METADATA_KEY]: stored } })?.metadata).toEqual({
        [METADATA_KEY]: stored,
      });
    },
  );

  it('is null if nothing is protected', () => {
    expect(releasePublication({ config: plain, metadata: isPlain })).toBeNull();
    expect(releasePublication({ config: reading('rtmp://a.example/x'), metadata: {} })).toBeNull();
  });
});
