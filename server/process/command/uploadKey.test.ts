import { describe, expect, it } from 'vitest';
import { createUploadKeys } from './uploadKey.ts';

const MEMFS = 'http://admin:se%20cret@127.0.0.1:8080/memfs';
const keys = createUploadKeys();
const key = keys.of('cam');
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
    ['that is reached by an address of the network', 'http://admin:secret@192.0.2.7:8080/memfs'],
    ['whose name only begins like one of this machine', 'http://admin:secret@localhost.example:8080/memfs'],
  ])('is not needed by a core %s', (_, memfs) => {
    const output = { id: 'out', address: `${memfs}/a.m3u8`, options: [] };
    expect(key.addTo(output, memfs)).toEqual(output);
  });

  it.each([
    ['[::1]', 'u:p@'],
    ['localhost', 'u:p@'],
    ['127.0.0.1', ''],
  ])('is shown at %s too, with the login "%s"', (host, login) => {
    const memfs = `http://${login}${host}:80/memfs`;
    expect(key.addTo({ id: '', address: `${memfs}/a`, options: [] }, memfs).address).toBe(
      `http://${host}:80/memfs${key.folder}/a`,
    );
  });

  it('is another one at each start', () => expect(createUploadKeys().of('cam').folder).not.toBe(key.folder));

  it('tells whose it is, until its process is gone', () => {
    const other = keys.of('studio:2');
    expect(keys.writerOf(`${other.folder}/a.ts`)).toEqual({ process: 'studio:2', folder: other.folder });
    expect(keys.writerOf(`${keys.of('cam').folder}/a.ts`)).toEqual({ process: 'cam', folder: key.folder });
    for (const path of [other.folder, `/x${other.folder}/a.ts`, `/~${'A'.repeat(32)}/a.ts`, '/a.ts', '']) {
      expect(keys.writerOf(path)).toBeNull();
    }
    keys.forget('studio:2');
    expect(keys.writerOf(`${other.folder}/a.ts`)).toBeNull();
  });

  it('is in no line, however ffmpeg cuts the address', () =>
    expect(key.removeFrom(`Failed to open '${key.folder}/a.ts'`, () => MEMFS)).toBe("Failed to open '/a.ts'"));
});
