import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shallowEqual, useDispatch, useSelector } from 'react-redux';
import { useSearchParams } from 'react-router-dom';
import { sanitizeDisplayText } from '../../../i18n/sanitizeDisplayText.ts';
import { sendingOf } from '../../../media/channel/publicationState.ts';
import { IconLink, LinkButton } from '../../../ui/controls/Button.tsx';
import { SearchField } from '../../../ui/controls/SearchField.tsx';
import { TruncatedName } from '../../../ui/controls/TruncatedName.tsx';
import { announce } from '../../../ui/feedback/Announcer.tsx';
import { type ChannelState, stateWord } from '../../../ui/feedback/StateChip.tsx';
import { Switch } from '../../../ui/form/Switch.tsx';
import { HeaderMenu } from '../../../ui/frame/HeaderMenu.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../ui/layout/EmptyState.tsx';
import { LongList } from '../../../ui/layout/LongList.tsx';
import { useFocusKept } from '../../../ui/layout/useFocusKept.ts';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import type { WithConnection } from '../../gate/connection/slice.ts';
import type { WithChannels } from '../channel/slice.ts';
import { isAwaitedIn } from '../ingest/selectors.ts';
import { DeleteDialog } from './DeleteDialog.tsx';
import { PublicationRow } from './PublicationRow.tsx';
import {
  countOf,
  encodedIn,
  groupedIds,
  groupStateOf,
  idsMatching,
  orderedIds,
  publicationsOf,
  SENDING_STATES,
  severalGroups,
  shownOutputIn,
  tallyAmong,
  type WithPublicationList,
  type WithShownOutputs,
} from './publicationState.ts';
import { allSwitched } from './slice.ts';
import { useCountsText } from './useCountsText.tsx';

type ShownList = WithChannels & WithShownOutputs;

/** States to announce to screen readers. Steps in between are only shown. */
const SAID: readonly ChannelState[] = ['connected', 'error'];

function usePublicationAnnouncements(channel: string) {
  const { t } = useTranslation();
  const publications = useSelector((state: WithPublicationList) => publicationsOf(state, channel));
  const states = useSelector((state: ShownList) => statesIn(state, channel), shallowEqual);
  const before = useRef(states);
  useEffect(() => {
    for (const [id, state] of Object.entries(states)) {
      const previous = before.current[id];
      const name = publications[id]?.name;
      if (previous && previous !== 'unknown' && previous !== state && name && SAID.includes(state)) {
        announce(`${sanitizeDisplayText(name)}: ${t(stateWord(state))}`);
      }
    }
    before.current = states;
  }, [states, publications, t]);
}

const statesIn = (state: WithChannels & WithShownOutputs, channel: string): Record<string, ChannelState> =>
  Object.fromEntries(
    Object.keys(publicationsOf(state, channel)).map((id) => [
      id,
      SENDING_STATES[sendingOf(shownOutputIn(state, channel, id))],
    ]),
  );

interface GroupRowProps {
  channel: string;
  group: string;
  onStop: (group: string) => void;
}

function GroupRow({ channel, group, onStop }: GroupRowProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { on, busy, ...tally } = useSelector((state: ShownList) => groupStateOf(state, channel, group), shallowEqual);
  const counts = useCountsText();
  return (
    <li className="row row-group">
      <div className="row-text">
        <TruncatedName of={group} className="row-title" /> <span className="dim small">{counts(tally)}</span>
      </div>
      <Switch
        label={t('Group {{group}}', { group: sanitizeDisplayText(group) })}
        checked={on}
        busy={busy}
        onChange={(checked) => (checked ? dispatch(allSwitched({ channel, on: true, group })) : onStop(group))}
      />
    </li>
  );
}

const NO_WORDS = '\u00a0';

const FILTER_FROM = 8;

interface PublicationsCardProps {
  channel: string;
  linked?: string | null;
}

export function PublicationsCard({ channel, linked = null }: PublicationsCardProps) {
  const { t } = useTranslation();
  const [, setSearch] = useSearchParams();
  const [query, setWanted] = useState('');
  const [deleting, setDeleting] = useState<string | null>(null);
  const [stopping, setStopping] = useState<string | null>(null);
  const ids = useSelector((state: WithPublicationList) => orderedIds(state, channel), shallowEqual);
  const count = useSelector((state: ShownList) => countOf(state, channel), shallowEqual);
  const tally = useSelector((state: ShownList) => tallyAmong(state, channel, ids), shallowEqual);
  const shown = useSelector((state: WithPublicationList) => idsMatching(state, channel, ids, query), shallowEqual);
  const publications = useSelector((state: WithPublicationList) => publicationsOf(state, channel));
  const sections = groupedIds(shown, publications);
  const saved = useSelector(({ publication }: WithPublicationList) => publication.landed);
  const details = useCallback((of: string) => setSearch({ show: 'details', of }), [setSearch]);
  usePublicationAnnouncements(channel);
  const awaited = useSelector(isAwaitedIn);
  const counts = useCountsText();
  // Takes its line before anything is counted, and where there are only recordings.
  const note = (!awaited && counts(tally)) || NO_WORDS;
  const rest = useFocusKept(count.all);
  // The first publication takes no more than the place of the words before it.
  const [kept, setKept] = useState(0);
  useLayoutEffect(() => {
    if (count.all === 0) setKept(rest.current?.offsetHeight ?? 0);
  }, [count.all, rest]);
  const add = `#/${channel}/publication`;
  return (
    <Card
      title={t('Publications')}
      {...(count.all > 0 ? { note } : {})}
      tools={
        <>
          {count.all > 0 && <ListMenu channel={channel} count={count} onStop={setStopping} />}
          <IconLink icon="add" label={t('Add publication')} href={add} />
        </>
      }
      flush
    >
      <div ref={rest} tabIndex={-1} style={{ minHeight: kept }}>
        {count.all === 0 && (
          <EmptyState
            icon="network"
            title={t('No publications yet')}
            text={t('Restream to YouTube, Twitch, your own server and other platforms at the same time.')}
          >
            <LinkButton icon="add" href={add}>
              {t('Add publication')}
            </LinkButton>
          </EmptyState>
        )}
        {count.all >= FILTER_FROM && (
          <div className="card-search">
            <SearchField
              label={t('Filter publications')}
              placeholder={t('Filter')}
              value={query}
              onChange={setWanted}
            />
          </div>
        )}
        {count.all > 0 && (
          <LongList
            label={t('Publications')}
            sections={sections}
            nameOf={(id) => publications[id]?.name ?? ''}
            pinned={saved}
            heading={(group) => <GroupRow channel={channel} group={group} onStop={setStopping} />}
            row={(id, place) => (
              <PublicationRow
                {...place}
                channel={channel}
                id={id}
                isLinked={id === linked}
                onDetails={details}
                onDelete={setDeleting}
              />
            )}
          />
        )}
        {count.all > 0 && shown.length === 0 && <p className="card-search dim">{t('No matching publications.')}</p>}
        <TwinsLink channel={channel} />
      </div>
      <StopDialog channel={channel} count={count} group={stopping} onClose={() => setStopping(null)} />
      <DeleteDialog channel={channel} id={deleting} onClose={() => setDeleting(null)} />
    </Card>
  );
}

function TwinsLink({ channel }: { channel: string }) {
  const { t } = useTranslation();
  const { twins: shared } = useSelector((state: WithPublicationList) => encodedIn(state, channel), shallowEqual);
  if (shared === 0) return null;
  return (
    <p className="card-search small">
      <a href={`#/${channel}/renditions`}>{t('{{n}} publications encode the same. Encode once', { n: shared })}</a>
    </p>
  );
}

interface ListMenuProps {
  channel: string;
  count: { on: number; all: number };
  onStop: (group: string) => void;
}

function ListMenu({ channel, count, onStop }: ListMenuProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const lost = useSelector(({ connection }: WithConnection) => connection.status === 'lost');
  const groups = useSelector((state: WithPublicationList) => severalGroups(publicationsOf(state, channel)));
  const { shared } = useSelector((state: WithPublicationList) => encodedIn(state, channel), shallowEqual);
  const start = (group?: string) => dispatch(allSwitched({ channel, on: true, ...(group !== undefined && { group }) }));
  const ofGroups = groups.flatMap((group, n) => [
    {
      icon: 'play' as const,
      text: t('Start {{group}}', { group }),
      parted: n > 0,
      disabled: lost,
      to: () => start(group),
    },
    { icon: 'stop' as const, text: t('Stop {{group}}', { group }), disabled: lost, to: () => onStop(group) },
  ]);
  return (
    <HeaderMenu
      label={t('Actions for all publications')}
      icon="more"
      entries={[
        { icon: 'play', text: t('Start all'), disabled: lost || count.on === count.all, to: () => start() },
        { icon: 'stop', text: t('Stop all'), disabled: lost || count.on === 0, to: () => onStop('') },
        ...(ofGroups.length > 0 ? [{ icon: 'details' as const, text: t('Groups'), to: ofGroups }] : []),
        {
          icon: 'encoder',
          text: t('Renditions'),
          parted: true,
          ...(shared > 0 && { note: String(shared) }),
          to: `#/${channel}/renditions`,
        },
        { icon: 'check', text: t('Check before going live'), to: `#/${channel}/preflight` },
      ]}
    />
  );
}

interface StopDialogProps {
  channel: string;
  count: { on: number };
  /** null: closed; '': all publications. */
  group: string | null;
  onClose: () => void;
}

function StopDialog({ channel, count, group, onClose }: StopDialogProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const stop = () => {
    onClose();
    dispatch(allSwitched({ channel, on: false, ...(group ? { group } : {}) }));
  };
  return (
    <ConfirmDialog
      open={group !== null}
      danger
      title={group ? t('Stop the publications of {{group}}?', { group }) : t('Stop all publications?')}
      confirm={group ? t('Stop {{group}}', { group }) : t('Stop all')}
      onClose={onClose}
      onConfirm={stop}
    >
      {group
        ? t('The other publications and the channel itself stay live.')
        : t('{{count}} publications will stop. The channel itself stays live.', {
            count: count.on,
            defaultValue_one: '{{count}} publication will stop. The channel itself stays live.',
          })}
    </ConfirmDialog>
  );
}
