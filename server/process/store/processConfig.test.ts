import { describe, expect, it } from 'vitest';
import { createBlankConfig, ProcessPatch, patchConfig } from './processConfig.ts';

const stored = patchConfig(createBlankConfig(), {
  id: 'p',
  reference: 'r',
  input: [{ id: 'input_0', address: 'old.mp4', options: ['-re'] }],
  output: [
    {
      id: 'o',
      address: 'x',
      options: ['-y'],
      cleanup: [{ pattern: 'memfs:/up**', max_files: 3, purge_on_delete: true }],
    },
  ],
  reconnect: true,
  reconnect_delay_seconds: 5,
  limits: { cpu_usage: 50, memory_mbytes: 100, waitfor_seconds: 5 },
});

it('a new process gets ids, starts, and does not reconnect', () => {
  const config = patchConfig(createBlankConfig(), { input: [{ address: 'a' }], output: [{ address: '-' }] });
  expect(config).toEqual({
    id: expect.stringMatching(/^[2-9A-HJ-NP-Za-km-z]{22}$/),
    type: 'ffmpeg',
    reference: '',
    input: [{ id: expect.stringMatching(/^\w{22}$/), address: 'a', options: [] }],
    output: [{ id: expect.stringMatching(/^\w{22}$/), address: '-', options: [] }],
    options: [],
    reconnect: false,
    reconnect_delay_seconds: 0,
    autostart: true,
    stale_timeout_seconds: 0,
    limits: { cpu_usage: 0, memory_mbytes: 0, waitfor_seconds: 0 },
  });
});

describe('an update of a process config', () => {
  it('keeps fields that it does not contain', () =>
    expect(patchConfig(stored, { reconnect: false, limits: { cpu_usage: 1 } })).toEqual({
      ...stored,
      reconnect: false,
      limits: { ...stored.limits, cpu_usage: 1 },
    }));

  it('merges entries with the old ones by position', () =>
    expect(patchConfig(stored, { input: [{ address: 'a.mp4' }], output: [{ id: 'n', address: '-' }] })).toMatchObject({
      input: [{ id: 'input_0', address: 'a.mp4', options: ['-re'] }],
      output: [{ id: 'n', address: '-', options: ['-y'], cleanup: stored.output[0]?.cleanup }],
    }));

  it('clears lists with empty lists', () => {
    const { output } = patchConfig(stored, { output: [{ address: '-', options: [], cleanup: [] }] });
    expect(output).toEqual([{ id: 'o', address: '-', options: [] }]);
  });

  it('can rename the process', () => expect(patchConfig(stored, { id: 'q' }).id).toBe('q'));
});

it.each([
  [{ id: 5 }],
  [{ type: 'vlc' }],
  [{ reconnect_delay_seconds: -1 }],
  [{ reconnect_delay_seconds: 1.5 }],
  [{ input: [{ options: [1] }] }],
  [[]],
])('%j is rejected as a body', (body) => expect(ProcessPatch.safeParse(body).success).toBe(false));
