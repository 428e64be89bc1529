import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import type { Channel } from '../../../media/channel/channel.ts';
import { IconButton } from '../../../ui/controls/Button.tsx';
import { TruncatedName } from '../../../ui/controls/TruncatedName.tsx';
import { announce } from '../../../ui/feedback/Announcer.tsx';
import { ChoiceField } from '../../../ui/form/ChoiceField.tsx';
import { Icon } from '../../../ui/look/icons.tsx';
import { channelOrder } from '../../../viewer/website/templateData.ts';
import type { WithChannels } from '../../live/channel/slice.ts';
import type { WebsiteDraft } from './draft.ts';

/** Moves the first `count` children of `list` by dragging. `onMove` is called for each new position. */
function useRowDrag(
  list: RefObject<HTMLElement | null>,
  count: number,
  onMove: (from: number, to: number) => void,
): (event: PointerEvent, from: number) => void {
  const latest = useRef({ count, onMove });
  const drag = useRef<AbortController | null>(null);
  useEffect(() => {
    latest.current = { count, onMove };
  });
  useEffect(() => () => drag.current?.abort(), []);

  return (event, from) => {
    event.preventDefault();
    drag.current?.abort();
    const ended = new AbortController();
    const { signal } = ended;
    drag.current = ended;
    let at = from;
    // Listens on the window, because a moved row is removed from the document for a moment.
    const follow = ({ clientY }: { clientY: number }) => {
      const rows = [...(list.current?.children ?? [])];
      const below = rows.findIndex((row) => clientY < row.getBoundingClientRect().bottom);
      const to = Math.min(below < 0 ? rows.length : below, latest.current.count - 1);
      if (to === at) return;
      latest.current.onMove(at, to);
      at = to;
    };
    addEventListener('pointermove', follow, { signal });
    for (const end of ['pointerup', 'pointercancel'] as const) addEventListener(end, () => ended.abort(), { signal });
  };
}

interface ChannelRow {
  id: string;
  name: string;
  isListed: boolean;
  isMain: boolean;
}

/** @param current the selected channel of the interface */
export function channelRows(
  draft: Pick<WebsiteDraft, 'channelid' | 'channel_list'>,
  channels: readonly Pick<Channel, 'id' | 'name' | 'available'>[],
  current: string | null,
): ChannelRow[] {
  const available = channels.filter(({ available }) => available);
  const { main, listed } = channelOrder(draft, available, current);
  const others = available.filter((channel) => !listed.includes(channel));
  return [...listed, ...others].map((channel) => ({
    id: channel.id,
    name: channel.name,
    isListed: listed.includes(channel),
    isMain: channel === main,
  }));
}

/** Returns the ids to store. Unknown ids stay at the end, because the channel may be back later. */
export function listOfRows(rows: readonly ChannelRow[], before: readonly string[]): string[] {
  const unknown = before.filter((id) => !rows.some((row) => row.id === id));
  return [...rows.flatMap(({ id, isListed }) => (isListed ? [id] : [])), ...unknown];
}

export function rowMoved(rows: readonly ChannelRow[], from: number, to: number): ChannelRow[] {
  const moved = rows.slice(from, from + 1);
  return rows.toSpliced(from, 1).toSpliced(to, 0, ...moved);
}

/** Moves a channel that is added to the website to the end. */
export function rowListed(rows: readonly ChannelRow[], id: string, isListed: boolean): ChannelRow[] {
  const changed = rows.filter((row) => row.id === id).map((row) => ({ ...row, isListed }));
  return [...rows.filter((row) => row.id !== id), ...changed];
}

interface ChannelListFieldProps {
  draft: WebsiteDraft;
  onChange: (list: string[] | null) => void;
}

export function ChannelListField({ draft, onChange }: ChannelListFieldProps) {
  const { t } = useTranslation();
  const { list: channels, current } = useSelector((state: WithChannels) => state.channel);
  const { channel_list } = draft;
  const rows = channelRows(draft, channels, current);
  const [removed, setLeft] = useState<readonly string[]>([]);
  const change = (changed: readonly ChannelRow[]) => onChange(listOfRows(changed, channel_list ?? []));
  const choose = (chosen: string) => {
    if (chosen === 'chosen') onChange(removed.length > 0 ? [...removed] : listOfRows(rows, []));
    else {
      setLeft(channel_list ?? []);
      onChange(null);
    }
  };
  return (
    <>
      <ChoiceField
        label={t('Channels on the website')}
        value={channel_list === null ? 'all' : 'chosen'}
        onChange={choose}
        options={[
          { value: 'all', label: t('All channels'), note: t('By name. New channels appear automatically.') },
          {
            value: 'chosen',
            label: t('Selected channels'),
            note: t('In the order of your choice. New channels stay off the website until you add them.'),
          },
        ]}
      />
      {channel_list !== null && <ChannelOrder rows={rows} onChange={change} />}
    </>
  );
}

/** Moves the focus with the row, to the same button. */
interface RowFocus {
  row: number;
  button: 'up' | 'down';
}

function ChannelOrder({ rows, onChange }: { rows: ChannelRow[]; onChange: (rows: ChannelRow[]) => void }) {
  const { t } = useTranslation();
  const list = useRef<HTMLOListElement>(null);
  const [focus, setFocus] = useState<RowFocus | null>(null);
  const count = rows.filter(({ isListed }) => isListed).length;
  const move = (from: number, to: number) => {
    const row = rows[from];
    if (!row || to < 0 || to >= count) return;
    onChange(rowMoved(rows, from, to));
    announce(t('{{name}}: position {{place}} of {{total}}', { name: row.name, place: to + 1, total: count }));
  };
  const drag = useRowDrag(list, count, move);
  useEffect(() => {
    if (focus === null) return;
    const row = list.current?.children[focus.row];
    row?.querySelector<HTMLElement>(`[data-move=${focus.button}]`)?.focus();
  }, [focus]);
  const step = (from: number, button: RowFocus['button']) => {
    const to = button === 'up' ? from - 1 : from + 1;
    if (to < 0 || to >= count) return;
    move(from, to);
    setFocus({ row: to, button });
  };
  return (
    <ol className="order" ref={list} aria-label={t('Order of the channels')}>
      {rows.map((row, i) => (
        <li key={row.id}>
          <label className="choice">
            <input
              type="checkbox"
              checked={row.isListed}
              disabled={row.isMain}
              onChange={({ target }) => onChange(rowListed(rows, row.id, target.checked))}
            />
            <span>
              <TruncatedName of={row.name} />
              {row.isMain && <span className="field-note">{t('Main channel: always on the website.')}</span>}
            </span>
          </label>
          {row.isListed && count > 1 && (
            <>
              <IconButton
                icon="chevron"
                data-move="up"
                label={t('Move {{name}} up', { name: row.name })}
                aria-disabled={i === 0}
                onClick={() => step(i, 'up')}
              />
              <IconButton
                icon="chevron"
                data-move="down"
                label={t('Move {{name}} down', { name: row.name })}
                aria-disabled={i === count - 1}
                onClick={() => step(i, 'down')}
              />
              <button
                type="button"
                tabIndex={-1}
                aria-hidden
                className="button button-icon order-handle"
                onPointerDown={(event) => drag(event, i)}
              >
                <Icon name="menu" />
              </button>
            </>
          )}
        </li>
      ))}
    </ol>
  );
}
