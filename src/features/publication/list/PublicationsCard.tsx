import { weakMapMemoize } from '@reduxjs/toolkit';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shallowEqual, useDispatch, useSelector } from 'react-redux';
import { useSearchParams } from 'react-router-dom';
import { groupsIn } from '../../../media/turns.ts';
import type { Tally } from '../../../media/verdict/situation.ts';
import { Button, IconLink, LinkButton } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { HeaderMenu } from '../../../ui/frame/HeaderMenu.tsx';
import { Card } from '../../../ui/layout.tsx';
import { List } from '../../../ui/Row.tsx';
import { SearchField } from '../../../ui/SearchField.tsx';
import type { Egresses } from '../../channel/slice.ts';
import type { WithConnection } from '../../connection/slice.ts';
import { DeleteDialog } from './DeleteDialog.tsx';
import { FailingBox } from './FailingBox.tsx';
import { PublicationRow } from './PublicationRow.tsx';
import {
  countOf,
  encodedIn,
  failingIn,
  idsMatching,
  orderedIds,
  type PublicationsSeen,
  publicationsOf,
} from './selectors.ts';
import { allSwitched } from './slice.ts';
import { useAnnouncements } from './useAnnouncements.tsx';

/** From this many rows on one wants to search. */
const FILTER_FROM = 8;

/** Everything the channel is sent to: what runs, what fails and why, and switches. */
export function PublicationsCard({ channel }: { channel: string }) {
  const { t } = useTranslation();
  const [, setSearch] = useSearchParams();
  const [wanted, setWanted] = useState('');
  const [deleting, setDeleting] = useState<string | null>(null);
  const ids = useSelector((state: PublicationsSeen) => orderedIds(state, channel), shallowEqual);
  const count = useSelector((state: PublicationsSeen) => countOf(state, channel), shallowEqual);
  const failing = useSelector((state: PublicationsSeen) => failingIn(state, channel));
  const shown = useSelector((state: PublicationsSeen) => idsMatching(state, channel, ids, wanted), shallowEqual);
  const details = useCallback((of: string) => setSearch({ show: 'details', of }), [setSearch]);
  useAnnouncements(channel);
  const note = useNote(count);
  const rest = useFocusKept(count.all);
  const add = `#/${channel}/publication`;
  return (
    <Card
      title={t('Publications')}
      {...(count.all > 0 ? { note } : {})}
      tools={
        <>
          {count.all > 0 && <AllButtons channel={channel} count={count} />}
          <IconLink icon="add" label={t('Add publication')} href={add} />
        </>
      }
      flush
    >
      <div ref={rest} tabIndex={-1} className="rest">
        {count.all === 0 && (
          <EmptyState
            icon="network"
            title={t('No publications yet')}
            text={t('Restream to YouTube, Twitch, your own server and other destinations at the same time.')}
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
              value={wanted}
              onChange={setWanted}
            />
          </div>
        )}
        {count.all > 0 && (
          <List label={t('Publications')}>
            {shown.map((id) => (
              <PublicationRow key={id} channel={channel} id={id} onDetails={details} onDelete={setDeleting} />
            ))}
          </List>
        )}
        {count.all > 0 && shown.length === 0 && <p className="card-search dim">{t('No matching publications.')}</p>}
        <RenditionsLink channel={channel} />
        {/* Below the rows: it comes and goes, and nobody presses what has just moved. */}
        <FailingBox channel={channel} id={failing} />
      </div>
      <DeleteDialog channel={channel} id={deleting} onClose={() => setDeleting(null)} />
    </Card>
  );
}

/** The way to what is encoded once, and to what could be. */
function RenditionsLink({ channel }: { channel: string }) {
  const { t } = useTranslation();
  const { shared, twins } = useSelector((state: PublicationsSeen) => encodedIn(state, channel), shallowEqual);
  if (shared === 0 && twins === 0) return null;
  return (
    <p className="card-search small">
      <a href={`#/${channel}/renditions`}>
        {twins > 0
          ? t('{{n}} publications encode the same. Encode once', { n: twins })
          : t('Renditions: {{n}}', { n: shared })}
      </a>
    </p>
  );
}

/** What had the focus goes with its row: the keyboard goes on in what is left, not at the beginning of the page. */
function useFocusKept(count: number) {
  const rest = useRef<HTMLDivElement>(null);
  const before = useRef(count);
  useEffect(() => {
    const fewer = count < before.current;
    before.current = count;
    if (!fewer) return;
    const keep = () => {
      if (document.activeElement === document.body) rest.current?.focus();
    };
    keep();
    // The dialog that asked gives the focus back once it is gone.
    const timer = setTimeout(keep, DIALOG_MS);
    return () => clearTimeout(timer);
  }, [count]);
  return rest;
}

const DIALOG_MS = 400;

/** What counts: how many of those that are on are live, and how the others are. */
function useNote({ all, off, live, failing, waiting, stalled, unknown }: { all: number } & Tally): string {
  const { t } = useTranslation();
  if (unknown > 0 && unknown === all - off) return t('State unknown');
  return [
    ...(off < all ? [t('{{n}} of {{m}} live', { n: live, m: all - off })] : []),
    ...(failing > 0 ? [t('{{n}} failing', { n: failing })] : []),
    ...(waiting > 0 ? [t('{{n}} waiting', { n: waiting })] : []),
    ...(stalled > 0 ? [t('{{n}} sending nothing', { n: stalled })] : []),
    ...(unknown > 0 ? [t('{{n}} unknown', { n: unknown })] : []),
    ...(off > 0 ? [t('{{n}} off', { n: off })] : []),
  ].join(', ');
}

const groupsOf = weakMapMemoize((publications: Egresses) => groupsIn(publications));

function AllButtons({ channel, count }: { channel: string; count: { on: number; all: number } }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const lost = useSelector(({ connection }: WithConnection) => connection.status === 'lost');
  const groups = useSelector((state: PublicationsSeen) => groupsOf(publicationsOf(state, channel)));
  /** '': all of them. */
  const [asking, setAsking] = useState<string | null>(null);
  const stop = () => {
    setAsking(null);
    dispatch(allSwitched({ channel, on: false, ...(asking ? { group: asking } : {}) }));
  };
  return (
    <>
      {groups.length > 0 && !lost && (
        <HeaderMenu
          label={t('Groups')}
          icon="details"
          entries={groups.flatMap((group, n) => [
            {
              icon: 'play' as const,
              text: t('Start {{group}}', { group }),
              parted: n > 0,
              to: () => dispatch(allSwitched({ channel, on: true, group })),
            },
            { icon: 'stop' as const, text: t('Stop {{group}}', { group }), to: () => setAsking(group) },
          ])}
        />
      )}
      <Button
        kind="quiet"
        disabled={lost || count.on === count.all}
        onClick={() => dispatch(allSwitched({ channel, on: true }))}
      >
        {t('Start all')}
      </Button>
      <Button kind="quiet" disabled={lost || count.on === 0} onClick={() => setAsking('')}>
        {t('Stop all')}
      </Button>
      <ConfirmDialog
        open={asking !== null}
        danger
        title={asking ? t('Stop the publications of {{group}}?', { group: asking }) : t('Stop all publications?')}
        confirm={asking ? t('Stop {{group}}', { group: asking }) : t('Stop all')}
        onClose={() => setAsking(null)}
        onConfirm={stop}
      >
        {asking
          ? t('The other publications and the channel itself stay live.')
          : t('{{count}} publications will stop. The channel itself stays live.', {
              count: count.on,
              defaultValue_one: '{{count}} publication will stop. The channel itself stays live.',
            })}
      </ConfirmDialog>
    </>
  );
}
