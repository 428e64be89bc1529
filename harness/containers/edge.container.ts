import { expect, it } from 'vitest';
import { bootEdge } from './bootEdge.ts';
import { EDGE } from './buildImages.ts';

it('the edge image starts hardened, and serves what a core has', async () =>
  expect(await bootEdge(EDGE, undefined)).toMatch(new RegExp(`^\\| \`${EDGE}\` \\| \\w+ \\| [\\d.]+ s \\|$`)));
