import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { formatLimitsPage, limits } from './limits.ts';

const root = new URL('../../', import.meta.url);

describe('limits of strangers', () => {
  it('are told in docs/limits.md', async () => {
    await expect(formatLimitsPage()).toMatchFileSnapshot('../../docs/limits.md');
  });

  it.each(Object.entries(limits))('%s is tested where its row says', async (name, { test }) => {
    expect(await readFile(new URL(test, root), 'utf8')).toContain(`limit('${name}')`);
  });
});
