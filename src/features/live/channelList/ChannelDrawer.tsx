import { type KeyboardEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { IconButton, LinkButton } from '../../../ui/controls/Button.tsx';
import type { WithChannels } from '../channel/slice.ts';
import { AddChannelDialog } from './AddChannelDialog.tsx';
import { ChannelTile } from './ChannelTile.tsx';
import { pageSize, within } from './channelSearch.ts';
import { useReportShownChannels } from './useReportShownChannels.tsx';

interface ChannelDrawerProps {
  onSelect: (id: string) => void;
  onAdd: (name: string) => void;
  onClose: () => void;
}

const subscribe = (changed: () => void) => {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
};
const usePageSize = () => useSyncExternalStore(subscribe, () => pageSize(window.innerWidth));

export function ChannelDrawer({ onSelect, onAdd, onClose }: ChannelDrawerProps) {
  const { t } = useTranslation();
  const { list, current } = useSelector(({ channel }: WithChannels) => channel);
  const size = usePageSize();
  const [moved, setMoved] = useState(() => list.findIndex(({ id }) => id === current));
  const [adding, setAdding] = useState(false);
  const start = within(moved, list.length, size);
  const shown = list.slice(start, start + size);
  useReportShownChannels(shown.map(({ id }) => id));
  const turns = list.length > size;
  const drawer = useFocusWithin();
  // A button that becomes disabled would lose the focus.
  const previous = useRef<HTMLButtonElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const keys = ({ key, target }: KeyboardEvent) => {
    // Ignores Escape from a dialog opened here.
    if (key === 'Escape' && target instanceof Node && drawer.current?.contains(target)) onClose();
  };
  return (
    <section className="drawer" aria-label={t('Channels')} ref={drawer} onKeyDown={keys}>
      <div className="drawer-head">
        <p className="small dim tabular">
          {turns && t('{{from}}–{{to}} of {{n}}', { from: start + 1, to: start + shown.length, n: list.length })}
        </p>
        <LinkButton icon="encoder" kind="quiet" href="#/multiview" onClick={onClose}>
          {t('Multiview')}
        </LinkButton>
        <IconButton icon="add" label={t('Add channel')} onClick={() => setAdding(true)} />
        <IconButton icon="close" label={t('Close')} onClick={onClose} />
      </div>
      <div className="drawer-row">
        {turns && (
          <IconButton
            icon="left"
            label={t('Previous channel')}
            disabled={start === 0}
            ref={previous}
            onClick={() => {
              setMoved(start - 1);
              if (start - 1 === 0) next.current?.focus();
            }}
          />
        )}
        <ul>
          {shown.map((channel) => (
            <li key={channel.id}>
              <ChannelTile
                channel={channel}
                aria-current={channel.id === current}
                disabled={channel.id === current}
                onClick={() => onSelect(channel.id)}
              />
            </li>
          ))}
        </ul>
        {turns && (
          <IconButton
            icon="right"
            label={t('Next channel')}
            disabled={start + size >= list.length}
            ref={next}
            onClick={() => {
              setMoved(start + 1);
              if (start + 1 + size >= list.length) previous.current?.focus();
            }}
          />
        )}
      </div>
      <AddChannelDialog open={adding} onAdd={onAdd} onClose={() => setAdding(false)} />
    </section>
  );
}

function useFocusWithin() {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    const first = box.current?.querySelector<HTMLElement>('li button:enabled') ?? box.current?.querySelector('button');
    first?.focus();
    return () => {
      if (before instanceof HTMLElement && document.activeElement === document.body) before.focus();
    };
  }, []);
  return box;
}
