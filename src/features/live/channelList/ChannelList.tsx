import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import type { Channel } from '../../../media/channel/channel.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { columnsOf, gridStep } from '../../../ui/controls/gridKeys.ts';
import { SearchField } from '../../../ui/controls/SearchField.tsx';
import { HeaderMenu, type MenuEntry } from '../../../ui/frame/HeaderMenu.tsx';
import { DialogFrame } from '../../../ui/overlays/DialogFrame.tsx';
import { useInView } from '../../../ui/viewportHooks.ts';
import { DeleteChannelDialog } from '../channel/DeleteChannelDialog.tsx';
import type { WithChannels } from '../channel/slice.ts';
import { AddChannelDialog } from './AddChannelDialog.tsx';
import { ChannelTile } from './ChannelTile.tsx';
import { matchingChannels } from './channelSearch.ts';
import { useReportShownChannels } from './useReportShownChannels.tsx';

interface ChannelListProps {
  open: boolean;
  onSelect: (id: string) => void;
  onEdit: (id: string) => void;
  onAdd: (name: string) => void;
  onClose: () => void;
}

export function ChannelList({ open, onSelect, onEdit, onAdd, onClose }: ChannelListProps) {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  const [deleting, setDeleting] = useState<string | null>(null);
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
      <Finder onSelect={onSelect} onEdit={onEdit} onDelete={setDeleting} />
      <AddChannelDialog open={adding} onAdd={onAdd} onClose={() => setAdding(false)} />
      <DeleteChannelDialog channel={deleting} onClose={() => setDeleting(null)} />
    </DialogFrame>
  );
}

const focusOnce = (field: HTMLInputElement | null) => field?.focus();

type FinderProps = Pick<ChannelListProps, 'onSelect' | 'onEdit'> & { onDelete: (id: string) => void };

function Finder({ onSelect, onEdit, onDelete }: FinderProps) {
  const { t } = useTranslation();
  const { list, current } = useSelector(({ channel }: WithChannels) => channel);
  const [typed, setTyped] = useState('');
  const [reached, setReached] = useState(0);
  const grid = useRef<HTMLUListElement>(null);
  const found = matchingChannels(list, typed);
  const ids = found.map(({ id }) => id);
  const near = useInView(grid, ids, 200);
  useReportShownChannels(near);

  const thumbs = () => [...(grid.current?.querySelectorAll<HTMLButtonElement>('.thumb') ?? [])];
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
  // Roving tabindex: one tab stop, then the arrow keys.
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
          <li key={channel.id} data-id={channel.id} onFocus={() => setReached(i)}>
            <ChannelTile
              channel={channel}
              near={near.includes(channel.id)}
              aria-current={channel.id === current}
              tabIndex={i === stop ? 0 : -1}
              onKeyDown={gridKeys(i)}
              onClick={() => onSelect(channel.id)}
            />
            {(near.includes(channel.id) || i === stop) && (
              <ChannelMenu channel={channel} tabIndex={i === stop ? 0 : -1} onEdit={onEdit} onDelete={onDelete} />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

type ChannelMenuProps = Pick<FinderProps, 'onEdit' | 'onDelete'> & { channel: Channel; tabIndex: number };

function ChannelMenu({ channel: { id, name, available }, tabIndex, onEdit, onDelete }: ChannelMenuProps) {
  const { t } = useTranslation();
  const edit: MenuEntry = { icon: 'edit', text: t('Edit'), to: () => onEdit(id) };
  const remove: MenuEntry = { icon: 'trash', text: t('Delete'), parted: available, to: () => onDelete(id) };
  return (
    <HeaderMenu
      label={t('Actions for {{name}}', { name })}
      icon="more"
      tabIndex={tabIndex}
      entries={available ? [edit, remove] : [remove]}
    />
  );
}
