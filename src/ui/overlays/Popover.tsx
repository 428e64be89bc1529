import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../look/icons.tsx';

interface InfoNoteProps {
  /** What it belongs to, as it is written there. */
  about: string;
  text: string;
}

/** Small print behind an (i): by pointing, by focus, by a press. */
export function InfoNote({ about, text }: InfoNoteProps) {
  const { t } = useTranslation();
  return (
    <Popover button={<Icon name="info" size={16} label={t('Note: {{what}}', { what: about })} />}>
      <p>{text}</p>
    </Popover>
  );
}

interface PopoverProps {
  /** What stands in the page. */
  button: ReactNode;
  /** Names both together, where they are a part of the page; without it they belong to what is beside them. */
  label?: string;
  children: ReactNode;
}

/** Opens above its button by pointing at it, by focus and by a press; Escape, leaving it, or another press closes it. */
export function Popover({ button, label, children }: PopoverProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  // Opened by a press or the keyboard: then the pointer may go.
  const [kept, setKept] = useState(false);
  const show = (keep: boolean) => {
    setOpen(true);
    setKept(keep);
  };
  const hide = () => {
    setOpen(false);
    setKept(false);
  };
  const Place = label === undefined ? 'div' : 'section';
  return (
    <Place
      className={label === undefined ? 'info' : 'popover'}
      aria-label={label}
      onPointerEnter={({ pointerType }) => {
        // A finger points and presses at once.
        if (pointerType === 'mouse' && !open) show(false);
      }}
      onPointerLeave={() => {
        if (!kept) hide();
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
        onClick={() => (open && kept ? hide() : show(true))}
      >
        {button}
      </button>
      <div id={id} className="popover-body" hidden={!open}>
        {open && children}
      </div>
    </Place>
  );
}
