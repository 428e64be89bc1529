import { type FormEvent, type ReactNode, useRef } from 'react';

interface FormProps {
  /** For a submit button that stands outside, in the foot of a card. */
  id?: string;
  /** Names the form for ears, e.g. "Login". */
  label: string;
  onSubmit: () => void;
  children: ReactNode;
}

/** Whether something in it was typed that is no value, and that a save would silently leave out. */
export const holdsUnread = (form: Element | null): boolean => form?.querySelector('[data-unread]') != null;

/** Enter submits; afterwards the first field that is marked as wrong gets the focus. */
export function Form({ id, label, onSubmit, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!holdsUnread(form.current)) onSubmit();
    // The marks are there once the state that the handler set is on screen.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  };
  return (
    <form id={id} ref={form} aria-label={label} onSubmit={submit} noValidate className="stack stack-form">
      {children}
    </form>
  );
}
