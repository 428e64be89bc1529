import { memo, Suspense, use, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { shallowEqual, useDispatch, useSelector } from 'react-redux';
import { egressOf } from '../../../api/processIds.ts';
import { serviceFactsOf } from '../../../catalog/serviceFacts/serviceFactsOf.ts';
import { clockOf, formatBytes, formatRate, formatRunning } from '../../../i18n/format.ts';
import { msg } from '../../../i18n/msg.ts';
import { sanitizeDisplayText } from '../../../i18n/sanitizeDisplayText.ts';
import { backupOf, ROLES } from '../../../media/channel/publicationOutputs.ts';
import { isFailing, KEYLESS } from '../../../media/channel/publicationState.ts';
import type { OutputRole } from '../../../media/verdict/verdictTypes.ts';
import { Button, IconButton } from '../../../ui/controls/Button.tsx';
import { Switch } from '../../../ui/form/Switch.tsx';
import { HeaderMenu } from '../../../ui/frame/HeaderMenu.tsx';
import { ListRow } from '../../../ui/layout/ListRow.tsx';
import type { RowPlace } from '../../../ui/layout/LongList.tsx';
import { useFocusKept } from '../../../ui/layout/useFocusKept.ts';
import type { WithChannels } from '../channel/slice.ts';
import { isAwaitedIn } from '../ingest/selectors.ts';
import { lookRequested } from '../proof/slice.ts';
import { LazyPanelsContext } from '../streamInspector/LazyPanelsContext.tsx';
import { FailureCause } from './FailureCause.tsx';
import {
  CONNECTION_KEPT,
  canTryNow,
  lineOf,
  PAUSED,
  publicationOf,
  publicationsOf,
  type RowLine,
  SENDING,
  shownOutputIn,
  switchOf,
  type WithPublicationList,
  type WithShownOutputs,
} from './publicationState.ts';
import type { WithRecorded } from './recordedFile/slice.ts';
import { ServiceIcon } from './ServiceIcon.tsx';
import { landed, publicationReconnectRequested, publicationSwitched } from './slice.ts';

interface PublicationRowProps extends RowPlace {
  channel: string;
  id: string;
  isLinked: boolean;
  onDetails: (id: string) => void;
  onDelete: (id: string) => void;
}

const NO_WORDS = '\u00a0';

/** The duration of the highlight in the style sheet. */
const LANDED_MS = 4000;

export const PublicationRow = memo(function PublicationRow({
  channel,
  id,
  isLinked,
  onDetails,
  onDelete,
  ...place
}: PublicationRowProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const publication = useSelector((state: WithPublicationList) => publicationOf(state, channel, id));
  const sent = useSelector((state: WithShownOutputs) => lineOf(shownOutputIn(state, channel, id)), shallowEqual);
  const { on, tone, busy } = useSelector(
    (state: WithChannels & WithShownOutputs) => switchOf(state, channel, id),
    shallowEqual,
  );
  const backup = useSelector((state: WithPublicationList) => backupOf(publicationsOf(state, channel), id));
  const isThere = useSelector(
    (state: WithPublicationList) => backup !== null && backup in publicationsOf(state, channel),
  );
  const undo = useSelector(
    ({ publication: { undo: all, asked } }: WithPublicationList) => all.includes(id) && !asked[id],
  );
  const passing = useSelector((state: WithShownOutputs) => passingButtonsIn(state, channel, [id, backup]));
  const lasting = useFocusKept<HTMLInputElement>(passing + Number(undo));
  const later = use(LazyPanelsContext);
  const written = useSelector(({ recordedFile: recorded }: WithRecorded) => recorded[id] ?? null);
  const isFile = publication?.service === 'recording';
  const line = isFile ? ofFile(sent) : sent;
  const records = isFile && line.tone === 'accent';
  const awaited = useSelector(isAwaitedIn);
  const detail = useDetail(line, records ? written : null);
  const saved = useSelector(({ publication: { landed: now } }: WithPublicationList) => now === id);
  useEffect(() => {
    if (!saved) return;
    const timer = setTimeout(() => dispatch(landed(null)), LANDED_MS);
    return () => clearTimeout(timer);
  }, [dispatch, saved]);
  if (!publication) return null;
  const { name, service } = publication;
  const facts = serviceFactsOf(service);
  const address = `#/${channel}/publication/${service}`;
  const uuid = egressOf(id)?.uuid ?? '';
  return (
    <ListRow
      {...place}
      icon={<ServiceIcon service={service} />}
      title={name}
      {...(backup === null
        ? {
            detail: awaited && busy ? NO_WORDS : detail,
            tone: line.tone,
            beside:
              line.word === KEYLESS ? (
                <a className="row-cause" href={`${address}/${uuid}`}>
                  {t('Edit')}
                </a>
              ) : isFile && line.tone === 'neutral' ? (
                <a className="row-cause" href={`${address}/${uuid}?show=files`}>
                  {t('Recordings')}
                </a>
              ) : (
                <FailureCause {...{ channel, isLinked }} of={id} />
              ),
          }
        : {
            below: (
              <>
                <OutputLine {...{ channel, name, isLinked }} of={id} sends="primary" />
                {isThere ? (
                  <OutputLine {...{ channel, name, isLinked }} of={backup} sends="backup" />
                ) : (
                  <p className="row-detail tone-warning">
                    {`${t(ROLES.backup)} · ${t('missing: save the publication to restore it')}`}
                  </p>
                )}
              </>
            ),
          })}
      landed={saved}
      across={
        later && (
          <Suspense>
            {isThere && backup !== null ? (
              <>
                <later.HealthBar of={id} name={`${sanitizeDisplayText(name)} (${t(ROLES.primary)})`} />
                <later.HealthBar of={backup} name={`${sanitizeDisplayText(name)} (${t(ROLES.backup)})`} />
              </>
            ) : (
              <later.HealthBar of={id} name={sanitizeDisplayText(name)} />
            )}
          </Suspense>
        )
      }
      end={
        <>
          {undo && (
            <Button kind="quiet" onClick={() => dispatch(publicationSwitched({ id, on: true }))}>
              {t('Undo')}
            </Button>
          )}
          {backup === null && <TryNow channel={channel} of={id} name={name} />}
          <Switch
            ref={lasting}
            label={sanitizeDisplayText(name)}
            checked={on}
            tone={records ? 'accent' : tone}
            busy={busy}
            onChange={(checked) => dispatch(publicationSwitched({ id, on: checked }))}
          />
          <HeaderMenu
            label={t('Actions for {{name}}', { name })}
            icon="more"
            entries={[
              { icon: 'edit', text: t('Edit'), to: `${address}/${uuid}` },
              ...(isThere && backup !== null
                ? [
                    { icon: 'details' as const, text: t('Details: primary'), to: () => onDetails(id) },
                    { icon: 'details' as const, text: t('Details: backup'), to: () => onDetails(backup) },
                  ]
                : [{ icon: 'details' as const, text: t('Details'), to: () => onDetails(id) }]),
              ...(facts.id === 'recording'
                ? [{ icon: 'file' as const, text: t('Recordings'), to: `${address}/${uuid}?show=files` }]
                : []),
              ...(publication.playback !== undefined && on
                ? [
                    {
                      icon: 'show' as const,
                      text: t('Look at what viewers see'),
                      to: () => void dispatch(lookRequested(id)),
                    },
                  ]
                : []),
              // Without a known form, a copy could not get another destination.
              ...(facts.known
                ? [
                    {
                      icon: 'copy' as const,
                      text: t('Duplicate'),
                      to: `#/${channel}/publication/${facts.id}?from=${uuid}`,
                    },
                  ]
                : []),
              { icon: 'trash', text: t('Delete'), parted: true, to: () => onDelete(id) },
            ]}
          />
        </>
      }
    />
  );
});

/** Counts the buttons (try now, cause) that disappear once these outputs send. */
const passingButtonsIn = (state: WithShownOutputs, channel: string, ids: readonly (string | null)[]): number =>
  ids.reduce((sum, id) => {
    const shown = id === null ? null : shownOutputIn(state, channel, id);
    return shown === null ? sum : sum + Number(canTryNow(shown)) + Number(isFailing(shown));
  }, 0);

interface OutputLineProps {
  channel: string;
  of: string;
  sends: OutputRole;
  name: string;
  isLinked: boolean;
}

function OutputLine({ channel, of, sends, name, isLinked }: OutputLineProps) {
  const { t } = useTranslation();
  const line = useSelector((state: WithShownOutputs) => lineOf(shownOutputIn(state, channel, of)), shallowEqual);
  const detail = useDetail(line, null);
  const text = [t(ROLES[sends]), ...(typeof detail === 'string' ? [detail] : detail)].join(' · ');
  return (
    <div className="row-output">
      <p className={`row-detail tone-${line.tone}`} title={sanitizeDisplayText(text)}>
        {sanitizeDisplayText(text)}
      </p>
      <TryNow channel={channel} of={of} name={`${name} (${t(ROLES[sends])})`} />
      <FailureCause {...{ channel, of, isLinked }} />
    </div>
  );
}

function TryNow({ channel, of, name }: Omit<OutputLineProps, 'sends' | 'isLinked'>) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const shown = useSelector((state: WithShownOutputs) => canTryNow(shownOutputIn(state, channel, of)));
  if (!shown) return null;
  return (
    <IconButton
      icon="restart"
      label={t('Try now: {{name}}', { name })}
      onClick={() => dispatch(publicationReconnectRequested(of))}
    />
  );
}

/** A recording has no connection, and writes from the first second. */
function ofFile(line: RowLine): RowLine {
  switch (line.word) {
    case SENDING:
      return { ...line, word: msg('REC'), tone: 'accent', uptime: line.n };
    case PAUSED:
    case CONNECTION_KEPT:
      return { ...line, word: msg('Waiting for the source'), uptime: null };
    default:
      return line.tone === 'accent' ? { ...line, word: msg('REC') } : line;
  }
}

function useDetail(
  { word, n, since, cause, uptime, kbit, reason, doubt, guard, ...seen }: RowLine,
  file: WithRecorded['recordedFile'][string] | null,
): string | readonly string[] {
  const { t, i18n } = useTranslation();
  const timeOf = (at: number | null) => (at === null ? '' : clockOf(i18n.language)(at / 1000));
  const parts = [
    ...(cause === null ? [] : [t(cause)]),
    t(word, { n, time: timeOf(since) }),
    ...(guard === null ? [] : [t(guard)]),
    ...(seen.proof === null ? [] : [t(seen.proof, { n: seen.proofN, time: timeOf(seen.proofSince) })]),
    ...(uptime === null ? [] : [formatRunning(uptime, i18n.language)]),
    ...(kbit === null ? [] : [formatRate(kbit, i18n.language)]),
    ...(file === null ? [] : [Object.values(formatBytes(file.bytes, i18n.language)).join(' '), file.name]),
    ...(reason === null ? [] : [reason]),
    ...(doubt === null ? [] : [t(doubt)]),
  ];
  return (kbit === null && file === null) || reason !== null || doubt !== null ? parts.join(' · ') : parts;
}
