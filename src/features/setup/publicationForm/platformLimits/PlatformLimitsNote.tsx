import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { type Excess, excessOf } from '../../../../media/preflight/limitExcess.ts';
import { sameJson } from '../../../../media/stored/sameJson.ts';
import { Button, LinkButton } from '../../../../ui/controls/Button.tsx';
import { Alert } from '../../../../ui/feedback/Alert.tsx';
import { useSentenceText } from '../../../live/verdict/useVerdictText.tsx';
import { fitToPlatform } from '../../egress/fitToPlatform.ts';
import { outgoingEncodingOf } from '../../egress/outgoingEncoding.ts';
import { leavingStreams } from '../../egress/publicationDraft.ts';
import { publicationChanged, publicationCoderChanged } from '../slice.ts';
import type { PublicationTabProps } from '../tabs.ts';
import { limitsFor, type WithPlatformLimits } from './slice.ts';

/** Only warns, because not every platform enforces its limits. */
export function PlatformLimitsNote({ form: { draft, found }, context }: Pick<PublicationTabProps, 'form' | 'context'>) {
  const { t } = useTranslation();
  const inWords = useSentenceText();
  const dispatch = useDispatch();
  const { limits: all, figures } = useSelector(({ platformLimits }: WithPlatformLimits) => platformLimits);
  const { service } = context;
  const limits = limitsFor(service, draft.settings, all);
  if (!limits || context.kept) return null;
  const passed = found.renditions?.find(({ uuid }) => uuid === draft.control.source.rendition);
  const encoded = outgoingEncodingOf(draft.profile, passed?.profile);
  const excesses = excessOf({ streams: leavingStreams(context, draft.profile), ...encoded }, limits, figures);
  if (excesses.length === 0) return null;
  const fit = passed ? draft.profile : fitToPlatform(context, draft.profile, limits, excesses);
  const isOf = (...kinds: Excess['kind'][]) => excesses.some(({ kind }) => kinds.includes(kind));
  const audio = context.streams.findIndex(({ type }) => type === 'audio');
  const { channel } = context;
  return (
    <Alert tone="warning" title={t('{{service}} may reject this stream.', { service: limits.name })}>
      <ul>
        {excesses.map(({ kind, sentence }) => (
          <li key={kind}>{inWords(sentence)}</li>
        ))}
      </ul>
      <div className="actions">
        {!sameJson(fit, draft.profile) && (
          <Button onClick={() => dispatch(publicationChanged({ profile: fit }))}>
            {t('Encode as {{service}} accepts it', { service: limits.name })}
          </Button>
        )}
        {passed && <LinkButton href={`#/${channel}/renditions`}>{t('Renditions')}</LinkButton>}
        {isOf('silent') && audio >= 0 && (
          <Button onClick={() => dispatch(publicationCoderChanged({ type: 'audio', stream: audio }))}>
            {t('Send the audio of the channel')}
          </Button>
        )}
        {isOf('silent') && audio < 0 && (
          <LinkButton href={`#/${channel}/edit/source`}>{t('Add silent audio to the channel')}</LinkButton>
        )}
        {isOf('keyframes') && encoded.copies.video && (
          <LinkButton href={`#/${channel}/edit/source`}>{t('Edit encoding of the channel')}</LinkButton>
        )}
      </div>
    </Alert>
  );
}
