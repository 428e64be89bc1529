import type { MediaType, Stream } from '../../media/encoding/streams.ts';
import type { EgressMetadata } from '../../media/stored/metadata.ts';
import type { Service } from '../form/defineCatalogEntry.ts';
import type { Settings } from '../form/fields.ts';
import { serviceFactsOf } from './serviceFactsOf.ts';

type StoredEgress = Pick<EgressMetadata, 'outputs' | 'profiles' | 'streams'>;

const SECRET = /key|pass|token|secret|signature|user|cid|_id$|stream_?(name|id)|playpath/i;

const isGroup = (value: unknown): value is Settings => typeof value === 'object' && value !== null;

const secretsIn = (value: unknown, name = ''): string[] => {
  if (isGroup(value)) return Object.entries(value).flatMap(([key, member]) => secretsIn(member, key));
  return SECRET.test(name) && typeof value === 'string' && value !== '' ? [value] : [];
};

const selected = ({ streams }: StoredEgress, channel: readonly Stream[], type: MediaType): string[] => {
  const codecs = (streams: readonly Stream[]) =>
    streams.filter((stream) => stream.type === type).map(({ codec }) => codec);
  const sent = codecs(streams);
  return [...new Set(sent.length > 0 ? sent : codecs(channel))];
};

/** A service without a form that sends what was stored. @param channel fallback streams */
export const unknownService = (id: string, stored: StoredEgress, channel: readonly Stream[]): Service => ({
  id,
  name: serviceFactsOf(id).name,
  category: serviceFactsOf(id).category,
  version: '1.0',
  requires: { video: selected(stored, channel, 'video'), audio: selected(stored, channel, 'audio') },
  form: () => ({}),
  labelOf: () => null,
  outputs: () => stored.outputs,
  missing: () => [],
  faults: () => ({}),
  notes: () => ({}),
  secrets: (settings) => secretsIn(settings),
});
