import { expect, it } from 'vitest';
import { egressId } from '../../../api/processIds.ts';
import { parseEgressMetadata, parseIngestMetadata } from '../../../media/stored/metadata.ts';
import { impactOnPublications } from './impactOnPublications.ts';

const [A, B, C] = ['a', 'b', 'c'].map((digit) => egressId('dacast', `${digit.repeat(8)}-2222-4333-8444-555555555555`));

it.each<[string, (string | undefined)[], (string | undefined)[]]>([
  ['an existing publication', [B, undefined, undefined], [undefined, A, undefined]],
  ['a missing publication', [egressId('dacast', 'gone'), undefined, undefined], [undefined, undefined, undefined]],
  ['itself', [A, undefined, undefined], [undefined, undefined, undefined]],
  ['a publication with a backup of its own', [B, C, undefined], [undefined, undefined, B]],
])('the impact of a save counts outputs as one publication if one names %s as its backup', (_, names, belongs) => {
  const followed = [A, B, C].map((id = '', at) => ({
    ...{ id, name: id, on: true, following: { status: 'same' } as const },
    held: {
      metadata: parseEgressMetadata({ version: 1, control: { backup: names[at]?.split(':').at(-1) } }),
      process: null,
    },
  }));
  const ingest = parseIngestMetadata({ version: 1 });
  const change = { channel: 'c', seconds: 1, before: ingest, after: ingest, on: [], keeps: false, renditions: [] };
  const impact = impactOnPublications(followed, change);
  expect([A, B, C].map((id) => impact.find((entry) => entry.id === id)?.backupOf)).toEqual(belongs);
});
