import { Suspense, use, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { shallowEqual, useDispatch, useSelector } from 'react-redux';
import { egressOf } from '../../../api/processIds.ts';
import { formatCalmSpan } from '../../../i18n/format.ts';
import { msg } from '../../../i18n/msg.ts';
import { sanitizeDisplayText } from '../../../i18n/sanitizeDisplayText.ts';
import { type CalmSpan, calmSpanOf } from '../../../media/timeline/calmSpan.ts';
import type { Verdict } from '../../../media/verdict/verdict.ts';
import { say, type VerdictRemedy, wantedOf } from '../../../media/verdict/verdictTypes.ts';
import { Button, LinkButton } from '../../../ui/controls/Button.tsx';
import { Icon } from '../../../ui/look/icons.tsx';
import { useEachSecond } from '../../../ui/useEachSecond.ts';
import { publicationFieldLink, sourceFieldLink } from '../../shared/failureHelp/fieldLink.ts';
import type { WithChannels } from '../channel/slice.ts';
import { statesRetried } from '../channel/slice.ts';
import { holdReleased } from '../hold/slice.ts';
import { sourceAudioWanted } from '../ingest/slice.ts';
import { NextChangePlace } from '../nextChange/NextChangePlace.tsx';
import { publicationOf } from '../publication/publicationState.ts';
import type { WithStatus } from '../status/slice.ts';
import { watchedStatusIn } from '../status/slice.ts';
import { LazyPanelsContext } from '../streamInspector/LazyPanelsContext.tsx';
import { historyIn, type WithHistory } from '../timeline/slice.ts';
import { lookOf, shownVerdictIn, type WithVerdicts } from '../verdict/slice.ts';
import { useCountsSentence, useSentenceText, useVerdictText } from '../verdict/useVerdictText.tsx';

/** Start times computed from whole seconds of the core jitter by one second. */
const SAME_MS = 2000;

function calmSpanIn(state: WithStatus & WithHistory, channel: string): CalmSpan | null {
  const status = watchedStatusIn(state);
  if (status?.ingest?.progress.status !== 'connected') return null;
  const {
    seenAt,
    ingest: { progress },
    egresses,
  } = status;
  if (progress.uptimeSeconds === null) return null;
  const source = seenAt - progress.uptimeSeconds * 1000;
  const publications = Object.values(egresses).flatMap(({ progress: sent }) =>
    sent.status === 'connected' && sent.uptimeSeconds !== null ? [seenAt - sent.uptimeSeconds * 1000] : [],
  );
  return calmSpanOf(historyIn(state, channel), { source, publications }, seenAt);
}

const isSame = (a: CalmSpan | null, b: CalmSpan | null) =>
  shallowEqual(a, b) || (a?.watched === b?.watched && Math.abs((a?.since ?? 0) - (b?.since ?? 0)) < SAME_MS);

function useCalmSpanText(channel: string, { kind, tally }: Verdict, now: number): string | null {
  const { t, i18n } = useTranslation();
  const counts = useCountsSentence();
  const span = useSelector((state: WithStatus & WithHistory) => calmSpanIn(state, channel), isSame);
  if (kind !== 'live' || !span || tally.live === 0 || tally.live < wantedOf(tally)) return null;
  const time = formatCalmSpan((now - span.since) / 1000, i18n.language);
  const text = span.watched
    ? t('All good for {{time}}, no drops.', { time })
    : t('Live for {{time}}, no drops.', { time });
  return `${text} ${counts(tally)}`;
}

const LIVE = say(msg('Live.'));

/** Returns the verdict for screen readers, without a running duration that would be outdated when spoken. */
export const calmly = (verdict: Verdict): Verdict => ({
  ...verdict,
  sentences: verdict.kind === 'live' ? [LIVE] : verdict.sentences,
});

/** Returns a key that changes with the state, the subjects, the start, the counts or the language. */
export const calmKey = ({ kind, ids, sentences, tally }: Verdict, language: string): string => {
  const times = sentences.flatMap(({ values }) =>
    Object.values(values).flatMap((value) => (typeof value === 'object' && 'at' in value ? [value.at] : [])),
  );
  return JSON.stringify([language, kind, ids, sentences.map(({ text }) => text), times, tally]);
};

/** The buttons for these acts are in the control bar and the connection banner. */
const ELSEWHERE: readonly VerdictRemedy['act'][] = ['start', 'reconnect', 'retry-core'];

export function VerdictBar({ channel }: { channel: string }) {
  const { t, i18n } = useTranslation();
  const now = useEachSecond((at) => at);
  const verdict = useSelector((state: WithVerdicts) => shownVerdictIn(state, channel));
  const verdictText = useVerdictText(verdict).join(' ');
  const text = useCalmSpanText(channel, verdict, now) ?? verdictText;
  const calm = useCalmly(useVerdictText(calmly(verdict)).join(' '), calmKey(verdict, i18n.language));
  const inWords = useSentenceText();
  const others = [...verdict.others, ...verdict.notes].map(inWords);
  const { icon, tone } = lookOf(verdict);
  const remedies = verdict.remedies.filter(({ act }) => !ELSEWHERE.includes(act));
  return (
    <section
      className={`card verdict-card tone-${tone}`}
      aria-label={t('State of the channel')}
      data-kind={verdict.kind}
      data-fault={verdict.fault}
      data-severity={verdict.severity}
    >
      <div className="card-body verdict actions">
        <div className="verdict-words">
          <Icon name={icon} />
          <div>
            <p role="status" className="verdict-sentence">
              <span aria-hidden>{text}</span>
              <span className="visually-hidden">{calm}</span>
            </p>
            {others.length > 0 && (
              <p className="dim small">{t('Also: {{problems}}', { problems: others.join(' ') })}</p>
            )}
            <NextChangePlace channel={channel} />
          </div>
        </div>
        {remedies.length > 0 && (
          <div className="actions-main">
            {remedies.map((remedy) => (
              <RemedyButton key={remedy.act} channel={channel} remedy={remedy} />
            ))}
          </div>
        )}
      </div>
    </section>
  );
}

/** Returns the text for screen readers, unchanged until the kind changes. */
function useCalmly(text: string, kind: string): string {
  const announced = useRef({ kind: '', text: '' });
  if (announced.current.kind !== kind) announced.current = { kind, text };
  return announced.current.text;
}

const SHORT = 24;

function RemedyButton({ channel, remedy }: { channel: string; remedy: VerdictRemedy }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const id = 'id' in remedy ? remedy.id : '';
  const publication = useSelector((state: WithChannels) => publicationOf(state, channel, id));
  const later = use(LazyPanelsContext);
  switch (remedy.act) {
    case 'setup':
      return (
        <LinkButton href={remedy.to ? sourceFieldLink(channel, remedy.to) : `#/${channel}/edit/source`}>
          {t('Edit source')}
        </LinkButton>
      );
    case 'encoding':
      return (
        later && (
          <Suspense>
            <later.EncoderSpeedups channel={channel} />
          </Suspense>
        )
      );
    case 'usage':
      return (
        later && (
          <Suspense>
            <later.CpuUsage />
          </Suspense>
        )
      );
    case 'take-audio':
      return <Button onClick={() => dispatch(sourceAudioWanted(channel))}>{t('Use the audio')}</Button>;
    case 'edit': {
      const address = `#/${channel}/publication/${publication?.service}/${egressOf(id)?.uuid}`;
      return (
        <LinkButton href={remedy.to ? publicationFieldLink(address, remedy.to) : address}>
          {t('Edit {{name}}', { name: sanitizeDisplayText(publication?.name ?? '', SHORT) })}
        </LinkButton>
      );
    }
    case 'release':
      return <Button onClick={() => dispatch(holdReleased(channel))}>{t('Send the source directly')}</Button>;
    case 'retry-states':
      return <Button onClick={() => dispatch(statesRetried(channel))}>{t('Retry')}</Button>;
    case 'start':
    case 'reconnect':
    case 'retry-core':
      return null;
  }
}
