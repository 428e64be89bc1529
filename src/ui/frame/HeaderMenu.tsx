import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../controls/Button.tsx';
import { type DrawingName, Icon } from '../look/icons.tsx';
import { useLazyOverlays } from '../overlays/useLazyOverlays.ts';

export interface MenuEntry {
  icon: DrawingName;
  text: string;
  note?: string;
  checked?: boolean;
  /** Language of the text if it differs from the page's. */
  lang?: string;
  parted?: boolean;
  disabled?: boolean;
  highlighted?: boolean;
  /** An address, an action, or a submenu in place. */
  to: string | (() => void) | readonly MenuEntry[];
}

interface HeaderMenuProps {
  label: string;
  icon: DrawingName;
  entries: readonly MenuEntry[];
  /** For use in a toolbar with a single tab stop. */
  tabIndex?: number;
}

export function HeaderMenu({ label, icon, entries, tabIndex = 0 }: HeaderMenuProps) {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  // By text, as entries are recreated on each change of language or state.
  const [inside, setInside] = useState<{ text: string; entered: boolean } | null>(null);
  const open = anchor !== null;
  const overlays = useLazyOverlays(open);
  const parent = inside?.entered ? entries.find(({ text }) => text === inside.text) : undefined;
  const shown = parent && isMore(parent.to) ? parent.to : entries;
  const close = () => setAnchor(null);
  const leave = () => setInside((now) => now && { ...now, entered: false });
  const back: MenuEntry = { icon: 'back', text: t('Back'), to: leave };
  const listed = parent ? [back, ...shown] : shown;
  const choose = ({ to, text }: MenuEntry) => {
    if (isMore(to)) return setInside({ text, entered: true });
    if (typeof to === 'function') to();
    if (to !== leave) close();
  };
  const first = focusedOf(shown, parent ? null : (inside?.text ?? null));
  return (
    <>
      <IconButton
        icon={icon}
        label={label}
        tabIndex={tabIndex}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={({ currentTarget }) => {
          setInside(null);
          setAnchor(currentTarget);
        }}
      />
      {/* Inside the landmark of its button. */}
      {overlays && (
        <overlays.Menu
          variant="menu"
          anchorEl={anchor}
          container={anchor?.parentElement}
          open={open}
          onClose={close}
          slotProps={{ list: { 'aria-label': parent?.text ?? label } }}
        >
          {listed.map((entry) => (
            <overlays.MenuItem
              key={`${parent?.text} ${entry.text}`}
              divider={false}
              className={entry.parted ? 'parted' : undefined}
              autoFocus={inside !== null && entry.text === first}
              lang={entry.lang}
              {...attributes(entry)}
              onClick={() => choose(entry)}
              onKeyDown={(event) => {
                const turns = (event.key === 'ArrowRight' && isMore(entry.to)) || (event.key === 'ArrowLeft' && parent);
                if (!turns) return;
                event.preventDefault();
                choose(parent ? back : entry);
              }}
            >
              <Icon name={entry.checked ? 'check' : entry.icon} {...(entry.highlighted ? { label: t('New') } : {})} />
              <span className="menu-text">{entry.text}</span>
              {entry.note && <span className="dim small">{entry.note}</span>}
              {isMore(entry.to) && <Icon name="right" />}
            </overlays.MenuItem>
          ))}
        </overlays.Menu>
      )}
    </>
  );
}

const isMore = (to: MenuEntry['to']): to is readonly MenuEntry[] => Array.isArray(to);

/** The entry to focus: the one returned from, the checked one, or the first. */
const focusedOf = (shown: readonly MenuEntry[], from: string | null) =>
  from ?? (shown.find(({ checked }) => checked) ?? shown[0])?.text;

function attributes({ checked, to, highlighted, disabled = false }: MenuEntry) {
  return {
    disabled,
    ...(checked === undefined ? {} : { role: 'menuitemradio', 'aria-checked': checked, selected: checked }),
    ...(typeof to === 'string' ? { component: 'a', href: to, ...external(to) } : {}),
    ...(isMore(to) ? { 'aria-haspopup': 'menu' as const } : {}),
    ...(highlighted ? { 'data-highlighted': true } : {}),
  };
}

const external = (href: string) => (href.startsWith('#') ? {} : { target: '_blank', rel: 'noreferrer' });
