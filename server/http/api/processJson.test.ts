import { describe, expect, it } from 'vitest';
import { testTempDir } from '../../../harness/test/core/testTempDir.ts';
import { createProcesses } from '../../process/index.ts';
import { processesDeps } from '../../process/testing.ts';
import { encodeJsonList, formatProcess, selectParts } from './processJson.ts';

describe('an encoded JSON list', () => {
  it.each([[[]], [['1']], [['{"a":1}', '"ä"', '"\u{1F600}"', 'null']]])('of the texts %j is valid JSON', (texts) => {
    expect(encodeJsonList(texts).toString()).toBe(`[${texts.join(',')}]\n`);
  });
});

it('a changed process is serialized again', async () => {
  const processes = await createProcesses(processesDeps(testTempDir()));
  try {
    const format = () =>
      JSON.parse(formatProcess(processes.get('p'), selectParts('config,metadata'), processes.metadata));
    await processes.add({
      id: 'p',
      reference: 'a',
      autostart: false,
      input: [{ address: 'in' }],
      output: [{ address: '-' }],
    });
    expect(format()).toMatchObject({ reference: 'a', config: { reference: 'a' }, metadata: null });
    await processes.metadata.setOfProcess('p', 'key', { is: 1 });
    expect(format().metadata).toEqual({ key: { is: 1 } });
    await processes.metadata.setOfProcess('p', 'key', { is: 2 });
    expect(format().metadata).toEqual({ key: { is: 2 } });
    await processes.update('p', { reference: 'b' });
    expect(format()).toMatchObject({ reference: 'b', config: { reference: 'b' }, metadata: null });
  } finally {
    await processes.stop();
  }
});
