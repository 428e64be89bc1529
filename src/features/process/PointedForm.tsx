import { type ReactNode, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { clockOf } from '../../i18n/format.ts';
import type { Role } from '../../media/failure.ts';
import { Pointed } from '../../ui/form/pointed.ts';
import { sentBy } from './pointedFields.ts';

interface PointedFormProps {
  /** Of the form element. */
  form: string;
  of: Role;
  /** Of the publication. */
  name?: string;
  children: ReactNode;
}

/** A form that a failure led to: the field is marked with what happened and when, and has the focus. */
export function PointedForm({ form, of, name = '', children }: PointedFormProps) {
  const { t, i18n } = useTranslation();
  const [search] = useSearchParams();
  const text = search.toString();
  const sent = useMemo(() => sentBy(new URLSearchParams(text), of), [text, of]);
  const clock = clockOf(i18n.language);
  const said = sent && `${t(sent.title, { name })} ${sent.at > 0 ? clock(sent.at / 1000) : ''}`.trim();
  const keys = sent?.keys;
  const pointed = useMemo(() => (keys && said ? { keys, text: said } : null), [keys, said]);
  useEffect(() => {
    if (pointed) document.querySelector<HTMLElement>(`#${form} [aria-invalid=true]`)?.focus();
  }, [form, pointed]);
  return <Pointed value={pointed}>{children}</Pointed>;
}
