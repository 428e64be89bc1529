import { Suspense, use, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { egressOf } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import type { VerdictRemedy } from '../../../media/verdict/verdictTypes.ts';
import { Button, LinkButton } from '../../../ui/controls/Button.tsx';
import { Icon } from '../../../ui/look/icons.tsx';
import { useEachSecond } from '../../../ui/useEachSecond.ts';
import { retryRequested } from '../../gate/connection/slice.ts';
import { publicationFieldLink, sourceFieldLink } from '../../shared/failureHelp/fieldLink.ts';
import { statesRetried } from '../channel/channelStatusActions.ts';
import type { WithChannels } from '../channel/slice.ts';
import { ingestReconnectRequested, ingestStartRequested } from '../ingest/slice.ts';
import { publicationOf } from '../publication/selectors.ts';
import { publicationReconnectRequested } from '../publication/slice.ts';
import { LaterContext } from '../streamInspector/LazyPanelsContext.tsx';
import { shownVerdictIn, type VerdictState } from '../verdict/selectors.ts';
import { useSentenceText } from '../verdict/useSentenceText.tsx';
import { useVerdictText } from '../verdict/useVerdictText.tsx';
import { lookOf } from '../verdict/verdictIcon.ts';
import { calmKey, calmly } from './announcedVerdict.ts';
import { useCalmSpanText } from './useCalmSpanText.tsx';

/** Characters beyond which it does not stand in one line beside its buttons. */
const LONG = 72;

/** The buttons for it have their places already: in the bar of the stream, in the banner of the connection. */
const ELSEWHERE: readonly VerdictRemedy['act'][] = ['start', 'retry-core'];

/** What is so, whose fault it is, and what to press: one verdict, always. */
export function VerdictBar({ channel }: { channel: string }) {
  const { t, i18n } = useTranslation();
  const now = useEachSecond((at) => at);
  const verdict = useSelector((state: VerdictState) => shownVerdictIn(state, channel, now), sameJson);
  const told = useVerdictText(verdict).join(' ');
  const text = useCalmSpanText(channel, verdict, now) ?? told;
  const calm = useCalmly(useVerdictText(calmly(verdict)).join(' '), calmKey(verdict, i18n.language));
  const inWords = useSentenceText();
  const others = verdict.others.map(inWords);
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
            <p role="status" className={text.length > LONG ? 'verdict-sentence verdict-long' : 'verdict-sentence'}>
              <span aria-hidden>{text}</span>
              <span className="visually-hidden">{calm}</span>
            </p>
            {others.length > 0 && (
              <p className="dim small">{t('Also: {{problems}}', { problems: others.join(' ') })}</p>
            )}
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

/** What is read aloud: as it was when it became so. What only counts on is no news. */
function useCalmly(text: string, kind: string): string {
  const said = useRef({ kind: '', text: '' });
  if (said.current.kind !== kind) said.current = { kind, text };
  return said.current.text;
}

const texts: Record<VerdictRemedy['act'], string> = {
  start: msg('Start stream'),
  reconnect: msg('Reconnect now'),
  'retry-states': msg('Retry'),
  'retry-core': msg('Retry'),
  setup: msg('Edit source'),
  encoding: msg('Change the encoding'),
  edit: msg('Edit settings'),
  retry: msg('Try now'),
};

function RemedyButton({ channel, remedy }: { channel: string; remedy: VerdictRemedy }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const id = 'id' in remedy ? remedy.id : '';
  const service = useSelector((state: WithChannels) => publicationOf(state, channel, id)?.service);
  const later = use(LaterContext);
  const text = t(texts[remedy.act]);
  switch (remedy.act) {
    case 'setup':
      return remedy.to ? (
        <LinkButton href={sourceFieldLink(channel, remedy.to)}>{t('Go to the field')}</LinkButton>
      ) : (
        <LinkButton href={`#/${channel}/edit/source`}>{text}</LinkButton>
      );
    case 'encoding':
      return (
        later && (
          <Suspense>
            <later.EncoderSpeedups channel={channel} />
          </Suspense>
        )
      );
    case 'edit': {
      const address = `#/${channel}/publication/${service}/${egressOf(id)?.uuid}`;
      return <LinkButton href={remedy.to ? publicationFieldLink(address, remedy.to) : address}>{text}</LinkButton>;
    }
    case 'start':
      return <Button onClick={() => dispatch(ingestStartRequested(channel))}>{text}</Button>;
    case 'reconnect':
      return <Button onClick={() => dispatch(ingestReconnectRequested(channel))}>{text}</Button>;
    case 'retry':
      return <Button onClick={() => dispatch(publicationReconnectRequested(id))}>{text}</Button>;
    case 'retry-states':
      return <Button onClick={() => dispatch(statesRetried(channel))}>{text}</Button>;
    case 'retry-core':
      return <Button onClick={() => dispatch(retryRequested())}>{text}</Button>;
  }
}
