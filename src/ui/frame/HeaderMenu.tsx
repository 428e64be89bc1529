import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { IconButton } from '../Button.tsx';
import { Icon, type IconName } from '../icons.tsx';

export interface MenuEntry {
  icon: IconName;
  text: string;
  /** One of several that is chosen now, e.g. a language. */
  checked?: boolean;
  /** A line above it parts it from the entries before. */
  parted?: boolean;
  /** An address, or what happens. */
  to: string | (() => void);
}

interface HeaderMenuProps {
  /** Names the button. */
  label: string;
  icon: IconName;
  entries: readonly MenuEntry[];
}

/** A button and what it offers; arrow keys, Escape, and the focus goes back to the button. */
export function HeaderMenu({ label, icon, entries }: HeaderMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  const open = anchor !== null;
  // In a list of many rows most menus are never opened.
  const [used, setUsed] = useState(false);
  return (
    <>
      <IconButton
        icon={icon}
        label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={({ currentTarget }) => {
          setAnchor(currentTarget);
          setUsed(true);
        }}
      />
      {/* Inside the landmark of its button. */}
      {used && (
        <Menu
          variant="menu"
          anchorEl={anchor}
          container={anchor?.parentElement}
          open={open}
          onClose={close}
          slotProps={{ list: { 'aria-label': label } }}
        >
          {entries.map(({ icon: sign, text, checked, parted, to }) => (
            <MenuItem
              key={text}
              divider={false}
              className={parted ? 'parted' : undefined}
              {...(checked === undefined ? {} : { role: 'menuitemradio', 'aria-checked': checked, selected: checked })}
              {...(typeof to === 'string' ? { component: 'a', href: to, ...outside(to) } : {})}
              onClick={() => {
                close();
                if (typeof to !== 'string') to();
              }}
            >
              <Icon name={checked ? 'check' : sign} />
              {text}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}

const outside = (href: string) => (href.startsWith('#') ? {} : { target: '_blank', rel: 'noreferrer' });
