import { useTranslation } from 'react-i18next';
import { encoderOf } from '../../../catalog/coders/index.ts';
import { hasValue, settingsOf, valueAt } from '../../../catalog/form/fieldValues.ts';
import { sourceOf } from '../../../catalog/sources/index.ts';
import { tileForSource } from '../../../catalog/wizardTiles.ts';
import { unitIn } from '../../../i18n/format.ts';
import { msg } from '../../../i18n/msg.ts';
import { codecName } from '../../../media/encoding/codecName.ts';
import type { Coder, Source } from '../../../media/encoding/profile.ts';
import type { MediaType, Stream } from '../../../media/encoding/streams.ts';
import { maskWith } from '../../../media/masking/mask.ts';
import type { IngestMetadata } from '../../../media/stored/metadata.ts';
import { LinkButton } from '../../../ui/controls/Button.tsx';
import { Description, DescriptionList } from '../../../ui/layout/DescriptionList.tsx';
import { EncoderSection } from '../../live/channelPage/EncoderSection.tsx';
import type { OpenChannelForm } from './slice.ts';
import type { ChannelTabProps } from './tabs.ts';

export const setupOf = (channel: string): string => `#/${channel}/edit/wizard`;

const sourceEditorOf = (channel: string, type: MediaType): string => `#/${channel}/edit/source/${type}`;

/** Summary of the video or audio source and its encoding. Texts are to be translated; unknown ids appear as stored. */
interface SourceSummary {
  kind: string;
  /** Masked. Addresses at the core's own servers are left out, because they contain the stream key. */
  addresses: readonly string[];
  /** All streams of this type; `used` marks the chosen one. */
  streams: readonly { stream: Stream; used: boolean }[];
  encoder: { name: string; settings: readonly CoderSummary[] };
}

interface CoderSummary {
  label: string;
  value: string;
  unit: string | null;
}

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
  // Without stored settings, the effective values are unknown.
  const keys = encoder.summary.filter((key) => valueAt(stored, key) !== undefined);
  const named = keys.flatMap((key) => {
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

/** The name that the wizard uses for this kind of source. */
const kindOf = ({ type, settings }: Source) =>
  (type === 'network' ? tileForSource(type, settings)?.title : undefined) ?? sourceOf(type)?.name ?? type;

const SECRETS = ['password', 'username'];
/** A placeholder such as `{rtmp,name=…}`, which the core replaces with its own address. */
const OF_THE_CORE = /^\{/;
/** Whether ffmpeg generates the input (lavfi), so that it has no address to show. */
const isMade = (options: readonly string[]) => options[options.indexOf('-f') + 1] === 'lavfi';

function addressesOf({ inputs, settings }: Source): string[] {
  const secrets = SECRETS.flatMap((key) => (typeof settings[key] === 'string' ? [settings[key]] : []));
  const mask = maskWith(secrets);
  return inputs.flatMap(({ address, options }) =>
    OF_THE_CORE.test(address) || isMade(options) ? [] : [mask(address)],
  );
}

const words: Record<MediaType, { title: string; none: string; edit: string }> = {
  video: {
    title: msg('Video source'),
    none: msg('The channel has no video.'),
    edit: msg('Edit video source'),
  },
  audio: {
    title: msg('Audio source'),
    none: msg('The channel has no audio.'),
    edit: msg('Edit audio source'),
  },
};

export function SourceSections({ form }: ChannelTabProps) {
  return (
    <>
      <Part form={form} type="video" />
      <EncoderSection channel={form.target} />
      <Part form={form} type="audio" />
    </>
  );
}

function Part({ form, type }: { form: OpenChannelForm; type: MediaType }) {
  const { t } = useTranslation();
  const { title, none, edit } = words[type];
  const summary = summaryOf(form.found.metadata, type);
  const editor = sourceEditorOf(form.target, type);
  return (
    <section className="stack stack-form" aria-label={t(title)}>
      <h2>{t(title)}</h2>
      {summary ? <Summary summary={summary} /> : <p className="dim">{t(none)}</p>}
      <div className="actions">
        <LinkButton icon="edit" href={editor}>
          {t(edit)}
        </LinkButton>
        {/* The setup covers video and audio, so it is linked only once. */}
        {type === 'video' && (
          <LinkButton icon="restart" href={setupOf(form.target)}>
            {t('Run the setup again')}
          </LinkButton>
        )}
      </div>
    </section>
  );
}

function Summary({ summary: { kind, addresses, streams, encoder } }: { summary: SourceSummary }) {
  const { t, i18n } = useTranslation();
  const named = ({ label, value, unit }: CoderSummary) =>
    unit ? `${t(value)} ${unitIn(i18n.language, unit)}` : `${t(label)}: ${t(value)}`;
  const described = (stream: Stream) => `${t(codecName(stream.codec))}${detailOf(stream, i18n.language)}`;
  return (
    <DescriptionList>
      <Description label={t('Type')}>{t(kind)}</Description>
      {addresses.map((address) => (
        <Description key={address} label={t('Address')}>
          <code className="wraps">{address}</code>
        </Description>
      ))}
      {streams.map(({ stream, used }) => (
        <Description key={`${stream.index}:${stream.stream}`} label={t('Stream')}>
          {used || streams.length === 1 ? described(stream) : t('{{stream}}, not used', { stream: described(stream) })}
        </Description>
      ))}
      <Description label={t('Encoding')}>{[t(encoder.name), ...encoder.settings.map(named)].join(', ')}</Description>
    </DescriptionList>
  );
}

function detailOf({ type, width, height, layout, sampling_hz }: Stream, language: string): string {
  const parts =
    type === 'video'
      ? [width > 0 && `${width}×${height}`]
      : [layout, sampling_hz > 0 && `${sampling_hz} ${unitIn(language, 'Hz')}`];
  return parts.flatMap((part) => (part ? [`, ${part}`] : [])).join('');
}
