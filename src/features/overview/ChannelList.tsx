import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Button } from '../../ui/Button.tsx';
import { DialogFrame } from '../../ui/DialogFrame.tsx';
import { columnsOf, gridStep } from '../../ui/gridKeys.ts';
import { useInView } from '../../ui/hooks.ts';
import { SearchField } from '../../ui/SearchField.tsx';
import type { WithChannels } from '../channel/slice.ts';
import { AddChannel } from './AddChannel.tsx';
import { ChannelThumb } from './ChannelThumb.tsx';
import { useOverview } from './useOverview.tsx';
import { matching } from './view.ts';

interface ChannelListProps {
  open: boolean;
  onSelect: (id: string) => void;
  onAdd: (name: string) => void;
  onClose: () => void;
}

/** Any channel by a few letters and Enter, or by its snapshot. */
export function ChannelList({ open, onSelect, onAdd, onClose }: ChannelListProps) {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  return (
    <DialogFrame
      open={open}
      title={t('Channels')}
      onClose={onClose}
      wide
      actions={
        <Button icon="add" onClick={() => setAdding(true)}>
          {t('Add channel')}
        </Button>
      }
    >
      <Finder onSelect={onSelect} />
      <AddChannel open={adding} onAdd={onAdd} onClose={() => setAdding(false)} />
    </DialogFrame>
  );
}

const focusOnce = (field: HTMLInputElement | null) => field?.focus();

function Finder({ onSelect }: Pick<ChannelListProps, 'onSelect'>) {
  const { t } = useTranslation();
  const list = useSelector(({ channel }: WithChannels) => channel.list);
  const [typed, setTyped] = useState('');
  const [reached, setReached] = useState(0);
  const grid = useRef<HTMLUListElement>(null);
  const found = matching(list, typed);
  const ids = found.map(({ id }) => id);
  useOverview(useInView(grid, ids));

  const thumbs = () => [...(grid.current?.querySelectorAll('button') ?? [])];
  const searchKeys = (event: KeyboardEvent) => {
    const [first] = ids;
    if (event.key === 'Enter' && first !== undefined) onSelect(first);
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    thumbs()[0]?.focus();
  };
  const gridKeys = (from: number) => (event: KeyboardEvent) => {
    const all = thumbs();
    const to = gridStep(event.key, from, all.length, columnsOf(all));
    if (to === null) return;
    event.preventDefault();
    all[to]?.focus();
  };
  // One stop for Tab; the arrow keys do the rest.
  const stop = Math.min(reached, found.length - 1);
  return (
    <>
      <SearchField
        ref={focusOnce}
        label={t('Search channels')}
        placeholder={t('Search, then press Enter')}
        value={typed}
        onChange={setTyped}
        onKeyDown={searchKeys}
      />
      <p className="visually-hidden" role="status">
        {typed !== '' &&
          t('{{count}} channels found.', { count: found.length, defaultValue_one: '{{count}} channel found.' })}
      </p>
      {found.length === 0 && <p className="dim">{t('No matching channels.')}</p>}
      <ul className="thumb-grid" aria-label={t('Channels')} ref={grid}>
        {found.map((channel, i) => (
          <li key={channel.id} data-id={channel.id}>
            <ChannelThumb
              channel={channel}
              tabIndex={i === stop ? 0 : -1}
              onFocus={() => setReached(i)}
              onKeyDown={gridKeys(i)}
              onClick={() => onSelect(channel.id)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
