import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../look/icons.tsx';

interface InfoNoteProps {
  about: string;
  text: string;
}

export function InfoNote({ about, text }: InfoNoteProps) {
  const { t } = useTranslation();
  return (
    <Popover button={<Icon name="info" size={16} label={t('Note: {{what}}', { what: about })} />}>
      <p>{text}</p>
    </Popover>
  );
}

interface PopoverProps {
  button: ReactNode;
  /** Names button and popover as a group. */
  label?: string;
  children: ReactNode;
}

/** Opens on hover, focus or press; closes on Escape, on leaving, or on another press. */
export function Popover({ button, label, children }: PopoverProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  // Opened by press or keyboard, so it stays when the pointer leaves.
  const [isPinned, setPinned] = useState(false);
  const show = (keep: boolean) => {
    setOpen(true);
    setPinned(keep);
  };
  const hide = () => {
    setOpen(false);
    setPinned(false);
  };
  const Place = label === undefined ? 'div' : 'section';
  return (
    <Place
      className={label === undefined ? 'info' : 'popover'}
      aria-label={label}
      onPointerEnter={({ pointerType }) => {
        // A touch triggers hover and press at once.
        if (pointerType === 'mouse' && !open) show(false);
      }}
      onPointerLeave={() => {
        if (!isPinned) hide();
      }}
      onBlur={({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) hide();
      }}
      onKeyDown={({ key }: KeyboardEvent) => {
        if (key === 'Escape') hide();
      }}
    >
      <button
        type="button"
        className="popover-button"
        aria-expanded={open}
        aria-controls={id}
        onFocus={({ currentTarget }) => {
          if (currentTarget.matches(':focus-visible')) show(true);
        }}
        onClick={() => (open && isPinned ? hide() : show(true))}
      >
        {button}
      </button>
      <div id={id} className="popover-body" hidden={!open}>
        {open && children}
      </div>
    </Place>
  );
}
