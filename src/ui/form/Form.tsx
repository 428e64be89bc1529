import { type FormEvent, type ReactNode, useRef } from 'react';

interface FormProps {
  /** For a submit button outside of the form. */
  id?: string;
  label: string;
  onSubmit: () => void;
  children: ReactNode;
}

/** Whether the form contains invalid input, which a save would silently omit. */
export const holdsUnread = (form: Element | null): boolean => form?.querySelector('[data-unread]') != null;

/** Enter submits; afterwards, the first faulty field gets the focus. */
export function Form({ id, label, onSubmit, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!holdsUnread(form.current)) onSubmit();
    // Waits for the handler's state to be rendered.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  };
  return (
    <form id={id} ref={form} aria-label={label} onSubmit={submit} noValidate className="stack stack-form">
      {children}
    </form>
  );
}
