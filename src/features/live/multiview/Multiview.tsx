import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { shallowEqual, useDispatch, useSelector } from 'react-redux';
import type { Channel } from '../../../media/channel/channel.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { columnsOf, gridStep } from '../../../ui/controls/gridKeys.ts';
import { useInView } from '../../../ui/viewportHooks.ts';
import { levelsLeft, levelsWanted } from '../audioLevels/slice.ts';
import type { WithChannels } from '../channel/slice.ts';
import { useReportShownChannels } from '../channelList/useReportShownChannels.tsx';
import { reasonsShown } from '../shownChannels/slice.ts';
import { channelShortIn, type VerdictState } from '../verdict/slice.ts';
import { columnsFor, inOrder, type Place, placeAfter, sumIn } from './channelEntry.ts';
import { Tile } from './Tile.tsx';

export function Multiview() {
  const { t } = useTranslation();
  const { list, lead } = useInOrder(useSelector(({ channel }: WithChannels) => channel.list));
  const [playing, setPlaying] = useState<string | null>(null);
  const box = useRef<HTMLElement>(null);
  const grid = useRef<HTMLUListElement>(null);
  const ids = list.map(({ id }) => id);
  // One request covers all channels, including those off-screen.
  useReportShownChannels(ids);
  // Farther than browsers lay out with `content-visibility`, so that tiles only change while their size is kept.
  const near = useInView(grid, ids, 2 * innerHeight);
  useReasons();
  useLevels();
  useLayoutEffect(() => {
    const columns = columnsFor(list.length);
    grid.current?.style.setProperty('--columns', String(columns));
    grid.current?.style.setProperty('--rows', String(Math.ceil(list.length / columns)));
  }, [list.length]);
  const keys = (event: KeyboardEvent) => {
    const all = [...(grid.current?.querySelectorAll<HTMLElement>('.channel-tile-link') ?? [])];
    const from = all.findIndex((link) => event.target instanceof Node && link.contains(event.target));
    const to = from < 0 ? null : gridStep(event.key, from, all.length, columnsOf(all));
    if (to === null) return;
    event.preventDefault();
    all[to]?.focus();
  };
  return (
    <section className="multiview" ref={box} aria-label={t('Channels')}>
      <div className="multiview-head">
        <Summary />
        <FullScreen of={box} />
      </div>
      <ul className="multiview-grid" data-lead={lead} ref={grid} onKeyDown={keys}>
        {list.map((channel) => (
          <li key={channel.id} data-id={channel.id}>
            <Tile
              channel={channel}
              near={near.includes(channel.id)}
              playing={playing === channel.id}
              onPlay={(on) => setPlaying(on ? channel.id : null)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function useInOrder(channels: readonly Channel[]): { list: readonly Channel[]; lead: Place | undefined } {
  const [places, setPlaces] = useState<Readonly<Record<string, Place>>>({});
  const now = useSelector(
    (state: VerdictState) =>
      Object.fromEntries(channels.map(({ id }) => [id, placeAfter(places[id], channelShortIn(state, id)?.state)])),
    shallowEqual,
  );
  if (!shallowEqual(now, places)) setPlaces(now);
  const list = inOrder(channels, now);
  return { list, lead: now[list[0]?.id ?? ''] };
}

function useReasons() {
  const dispatch = useDispatch();
  useEffect(() => {
    dispatch(reasonsShown(true));
    return () => {
      dispatch(reasonsShown(false));
    };
  }, [dispatch]);
}

function useLevels() {
  const dispatch = useDispatch();
  useEffect(() => {
    dispatch(levelsWanted());
    return () => {
      dispatch(levelsLeft());
    };
  }, [dispatch]);
}

function Summary() {
  const { t } = useTranslation();
  const { all, live, troubled } = useSelector(sumIn, shallowEqual);
  const parts = [
    t('{{n}} of {{m}} live', { n: live, m: all }),
    ...(troubled > 0 ? [t('{{n}} with problems', { n: troubled })] : []),
  ];
  return (
    <p className={troubled > 0 ? 'multiview-sum tone-warning' : 'multiview-sum'} role="status">
      {parts.join(', ')}
    </p>
  );
}

const onFullScreen = (changed: () => void) => {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
};

/** Renders nothing without full-screen support, as on iPhones. */
function FullScreen({ of }: { of: { current: HTMLElement | null } }) {
  const { t } = useTranslation();
  const on = useSyncExternalStore(onFullScreen, () => document.fullscreenElement !== null);
  if (!document.fullscreenEnabled) return null;
  const turn = () => (on ? document.exitFullscreen() : of.current?.requestFullscreen());
  return (
    <Button icon={on ? 'close' : 'open'} onClick={() => void turn()?.catch(() => {})}>
      {on ? t('Exit full screen') : t('Full screen')}
    </Button>
  );
}
