import { expect, it } from 'vitest';
import { bootAgent } from './bootAgent.ts';
import { AGENT } from './buildImages.ts';

it('the agent image starts hardened, and acts on a core', async () =>
  expect(await bootAgent(AGENT, undefined)).toMatch(new RegExp(`^\\| \`${AGENT}\` \\| \\w+ \\| [\\d.]+ s \\|$`)));
