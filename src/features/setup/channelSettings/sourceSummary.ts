import { encoderOf } from '../../../catalog/coders/index.ts';
import { hasValue, settingsOf, valueAt } from '../../../catalog/form/fieldValues.ts';
import { sourceOf } from '../../../catalog/sources/index.ts';
import { tileForSource } from '../../../catalog/wizardTiles.ts';
import { msg } from '../../../i18n/msg.ts';
import type { Coder, Source } from '../../../media/encoding/profile.ts';
import type { MediaType, Stream } from '../../../media/encoding/streams.ts';
import { maskWith } from '../../../media/masking/mask.ts';
import type { IngestMetadata } from '../../../media/stored/metadata.ts';

/** Where the video or audio of a channel comes from, and what is made of it. Texts are to be translated; what is unknown here is named as it is stored. */
export interface SourceSummary {
  kind: string;
  /** Masked; none of a server of the core, where encoders send: their key is in it. */
  addresses: readonly string[];
  /** All that the source brings of this type; `used`: the one that is taken. */
  streams: readonly { stream: Stream; used: boolean }[];
  encoder: { name: string; settings: readonly CoderSummary[] };
}

/** One setting of an encoder: the bitrate by its unit, others by their label. */
export interface CoderSummary {
  label: string;
  value: string;
  unit: string | null;
}

/** null: the channel has none. */
export function summaryOf({ sources, profiles: [profile] }: IngestMetadata, type: MediaType): SourceSummary | null {
  const { source: index, stream: used, encoder } = profile[type];
  const source = sources[index];
  if (!source || encoder.coder === 'none') return null;
  const shared = type === 'audio' && index === 0;
  return {
    kind: shared ? msg('Audio of the video source') : kindOf(source),
    addresses: shared ? [] : addressesOf(source),
    streams: source.streams.flatMap((stream, i) => (stream.type === type ? [{ stream, used: i === used }] : [])),
    encoder: encoderIn(type, encoder),
  };
}

function encoderIn(type: MediaType, { coder, settings: stored }: Coder): SourceSummary['encoder'] {
  const encoder = encoderOf(type, coder);
  if (!encoder) return { name: coder, settings: [] };
  const settings = settingsOf(encoder.fields, stored);
  // Of what was never stored nobody knows what is in force.
  const known = encoder.summary.filter((key) => valueAt(stored, key) !== undefined);
  const named = known.flatMap((key) => {
    const field = encoder.fields[key];
    if (!field || !hasValue(field) || !('label' in field)) return [];
    const value = String(valueAt(settings, key));
    const chosen = 'options' in field ? field.options.find((option) => option.value === value) : undefined;
    const figure = chosen === undefined || chosen.label === value;
    const unit = 'unit' in field && field.unit && figure ? field.unit : null;
    return [{ label: field.label, value: chosen?.label ?? value, unit }];
  });
  return { name: encoder.name, settings: named };
}

/** As the wizard calls it: one name for one thing. */
const kindOf = ({ type, settings }: Source) =>
  (type === 'network' ? tileForSource(type, settings)?.title : undefined) ?? sourceOf(type)?.name ?? type;

const SECRETS = ['password', 'username'];
/** As `{rtmp,name=…}`: the core puts its own address there. */
const OF_THE_CORE = /^\{/;

/** What stands in the settings as a secret is one in the address, too. */
function addressesOf({ inputs, settings }: Source): string[] {
  const secrets = SECRETS.flatMap((key) => (typeof settings[key] === 'string' ? [settings[key]] : []));
  const mask = maskWith(secrets);
  return inputs.flatMap(({ address }) => (OF_THE_CORE.test(address) ? [] : [mask(address)]));
}
