import { expect, it } from 'vitest';
import { namedChannel, pageSaying } from '../fixtures/renderTestPages.ts';
import { machineHead } from './headMetadata.ts';

const saying = { meta: { name: 'Alpha', description: 'Of the channel' } };

it.each([
  [{ description: 'Of <all>' }, namedChannel('Alpha'), 'Of &lt;all&gt;'],
  [{ description: 'Of all' }, saying, 'Of the channel'],
  [{}, saying, 'Of the channel'],
  [{}, namedChannel('Alpha'), ''],
])('settings %j and channel %j result in the description "%j"', (stored, channel, description) => {
  const { markup } = machineHead(pageSaying({ a: channel }, stored));
  for (const name of ['name="description"', 'property="og:description"', 'name="twitter:description"'])
    expect(markup).toContain(`<meta ${name} content="${description}">`);
});
