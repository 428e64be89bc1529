import { useTranslation } from 'react-i18next';
import { unitIn } from '../../../i18n/format.ts';
import { msg } from '../../../i18n/msg.ts';
import { codecName } from '../../../media/encoding/codecName.ts';
import type { MediaType, Stream } from '../../../media/encoding/streams.ts';
import { LinkButton } from '../../../ui/controls/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Description, DescriptionList } from '../../../ui/layout/DescriptionList.tsx';
import { EncoderSection } from '../../live/channelPage/EncoderSection.tsx';
import type { OpenChannelForm } from './slice.ts';
import { setupOf, sourceEditorOf } from './sourceEditorLinks.ts';
import { type CoderSummary, type SourceSummary, summaryOf } from './sourceSummary.ts';
import type { ChannelTabProps } from './tabs.ts';
import { useFaults } from './useFaultsAndConsequence.tsx';

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

/** Where video and audio come from, in words; they are changed on screens of their own. */
export function SourceSummaryTab({ form }: ChannelTabProps) {
  const { t } = useTranslation();
  const { general } = useFaults(form);
  return (
    <>
      {general && form.tried && <Alert title={t(general)} />}
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
        {/* It goes through both. */}
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
