import { expect, it } from 'vitest';
import { parseIngestMetadata } from '../../media/stored/metadata.ts';
import { channelForViewers } from './channelForViewers.ts';

it('viewers get the public part of the stored metadata only', () => {
  const stored = parseIngestMetadata({
    sources: [{ type: 'network', settings: { password: 'secret' } }],
    meta: { name: 'Studio', description: 'All day', author: { name: 'Ada', description: 'Her', mail: 'x@y' }, tag: 1 },
    player: { mute: true },
  });
  const viewed = channelForViewers('1-2', stored);
  expect(viewed).toMatchObject({
    id: '1-2',
    name: 'Studio',
    description: 'All day',
    author: { name: 'Ada', description: 'Her' },
    license: 'CC BY 4.0',
    storage: 'memfs',
    player: { mute: true, logo: { position: 'top-left' } },
  });
  expect(Object.keys(viewed).sort()).toEqual(['author', 'description', 'id', 'license', 'name', 'player', 'storage']);
  expect(Object.keys(viewed.author)).toEqual(['name', 'description']);
});
