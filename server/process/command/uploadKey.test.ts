import { describe, expect, it } from 'vitest';
import { createUploadKeys } from './uploadKey.ts';

const MEMFS = 'http://admin:se%20cret@127.0.0.1:8080/memfs';
const keys = createUploadKeys();
const key = keys.of('cam');
const KEYED = `http://127.0.0.1:8080/memfs${key.folder}`;

describe('the upload key of a process', () => {
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
  ])('is added for our own storage only: %s', (_, address, options, keyedAddress, keyedOptions) => {
    const output = key.addTo({ id: 'out', address, options }, MEMFS);
    expect(output).toEqual({ id: 'out', address: keyedAddress, options: keyedOptions });
    expect(key.removeFrom(`[hls @ 0x1] Opening '${output.address}' for writing`, () => MEMFS)).toBe(
      `[hls @ 0x1] Opening '${address}' for writing`,
    );
  });

  it.each([
    ['at a network address', 'http://admin:secret@192.0.2.7:8080/memfs'],
    ['at a host that only starts with localhost', 'http://admin:secret@localhost.example:8080/memfs'],
  ])('is not used for a core %s', (_, memfs) => {
    const output = { id: 'out', address: `${memfs}/a.m3u8`, options: [] };
    expect(key.addTo(output, memfs)).toEqual(output);
  });

  it.each([
    ['[::1]', 'u:p@'],
    ['localhost', 'u:p@'],
    ['127.0.0.1', ''],
  ])('is added for the host %s with the login "%s"', (host, login) => {
    const memfs = `http://${login}${host}:80/memfs`;
    expect(key.addTo({ id: '', address: `${memfs}/a`, options: [] }, memfs).address).toBe(
      `http://${host}:80/memfs${key.folder}/a`,
    );
  });

  it('changes at each start', () => expect(createUploadKeys().of('cam').folder).not.toBe(key.folder));

  it('identifies the process until it is gone', () => {
    const other = keys.of('studio:2');
    expect(keys.writerOf(`${other.folder}/a.ts`)).toEqual({ process: 'studio:2', folder: other.folder });
    expect(keys.writerOf(`${keys.of('cam').folder}/a.ts`)).toEqual({ process: 'cam', folder: key.folder });
    for (const path of [other.folder, `/x${other.folder}/a.ts`, `/~${'A'.repeat(32)}/a.ts`, '/a.ts', '']) {
      expect(keys.writerOf(path)).toBeNull();
    }
    keys.forget('studio:2');
    expect(keys.writerOf(`${other.folder}/a.ts`)).toBeNull();
  });

  it('is removed from every log line, however ffmpeg truncates the address', () =>
    expect(key.removeFrom(`Failed to open '${key.folder}/a.ts'`, () => MEMFS)).toBe("Failed to open '/a.ts'"));
});
