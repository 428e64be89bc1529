import { describe, expect, it } from 'vitest';
import { createUploadKey } from './uploadKey.ts';

const MEMFS = 'http://admin:se%20cret@127.0.0.1:8080/memfs';
const key = createUploadKey();
const KEYED = `http://127.0.0.1:8080/memfs${key.folder}`;

describe('the key of uploads', () => {
  it.each([
    ['an address', `${MEMFS}/a.m3u8`, [], `${KEYED}/a.m3u8`, []],
    [
      'an option',
      `${MEMFS}/a.m3u8`,
      ['-hls_segment_filename', `${MEMFS}/a_%04d.ts`, '-f', 'hls'],
      `${KEYED}/a.m3u8`,
      ['-hls_segment_filename', `${KEYED}/a_%04d.ts`, '-f', 'hls'],
    ],
    ['several targets', `[f=hls]${MEMFS}/a.m3u8|[f=flv]rtmp://b`, [], `[f=hls]${KEYED}/a.m3u8|[f=flv]rtmp://b`, []],
    ['another server', 'http://admin:se%20cret@192.0.2.1/memfs/a', [], 'http://admin:se%20cret@192.0.2.1/memfs/a', []],
    ['a file', '/core/data/a.m3u8', [], '/core/data/a.m3u8', []],
  ])('is shown to our own storage alone: %s', (_, address, options, keyedAddress, keyedOptions) => {
    const output = key.addTo({ id: 'out', address, options }, MEMFS);
    expect(output).toEqual({ id: 'out', address: keyedAddress, options: keyedOptions });
    expect(key.removeFrom(`[hls @ 0x1] Opening '${output.address}' for writing`, () => MEMFS)).toBe(
      `[hls @ 0x1] Opening '${address}' for writing`,
    );
  });

  it.each([
    ['whose storage has no password', 'http://127.0.0.1:8080/memfs'],
    ['that is reached by an address of the network', 'http://admin:secret@192.0.2.7:8080/memfs'],
    ['whose name only begins like one of this machine', 'http://admin:secret@localhost.example:8080/memfs'],
  ])('is not needed by a core %s', (_, memfs) => {
    const output = { id: 'out', address: `${memfs}/a.m3u8`, options: [] };
    expect(key.addTo(output, memfs)).toEqual(output);
  });

  it.each(['[::1]', 'localhost'])('is shown at %s too', (host) => {
    const memfs = `http://u:p@${host}:80/memfs`;
    expect(key.addTo({ id: '', address: `${memfs}/a`, options: [] }, memfs).address).toBe(
      `http://${host}:80/memfs${key.folder}/a`,
    );
  });

  it('is another one at each start', () => expect(createUploadKey().folder).not.toBe(key.folder));

  it('is in no line, however ffmpeg cuts the address', () =>
    expect(key.removeFrom(`Failed to open '${key.folder}/a.ts'`, () => MEMFS)).toBe("Failed to open '/a.ts'"));
});
