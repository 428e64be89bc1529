import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { formatLimitsPage, limits } from './limits.ts';

const root = new URL('../../', import.meta.url);

describe('the limits for clients without a login', () => {
  it('are listed in docs/limits.md', async () => {
    await expect(formatLimitsPage()).toMatchFileSnapshot('../../docs/limits.md');
  });

  it.each(Object.entries(limits))('include %s, tested in the file that its row names', async (name, { test }) => {
    expect(await readFile(new URL(test, root), 'utf8')).toContain(`limit('${name}')`);
  });
});
