import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { clockOf } from '../../../i18n/format.ts';
import type { Role } from '../../../media/diagnosis/causes.ts';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { TargetField } from '../../../ui/form/pointedField.ts';
import { sentBy } from './parseFieldLink.ts';

interface PointedFormProps {
  /** Of the form element. */
  form: string;
  of: Role;
  /** Of the publication. */
  name?: string;
  children: ReactNode;
}

/**
 * A form that a failure led to: the field is marked with what happened and when, and has the focus. A form that has no
 * field for it says so on top.
 */
export function FailureFieldHighlight({ form, of, name = '', children }: PointedFormProps) {
  const { t, i18n } = useTranslation();
  const [search] = useSearchParams();
  const text = search.toString();
  const sent = useMemo(() => sentBy(new URLSearchParams(text), of), [text, of]);
  const clock = clockOf(i18n.language);
  const said = sent && `${t(sent.title, { name })} ${sent.at > 0 ? clock(sent.at / 1000) : ''}`.trim();
  const pointed = useMemo(
    () => (sent && said ? { id: text, field: sent.field, keys: sent.keys, text: said } : null),
    [sent, said, text],
  );
  const [placeless, setPlaceless] = useState(false);
  // Not when the words change: they hold the name of the publication, which is typed into this form.
  useEffect(() => {
    const field = sent && document.querySelector<HTMLElement>(`#${form} [aria-invalid=true]`);
    field?.focus();
    setPlaceless(sent !== null && field === null);
  }, [form, sent]);
  return (
    <TargetField value={pointed}>
      {placeless && pointed && <Alert tone="warning" title={pointed.text} />}
      {children}
    </TargetField>
  );
}
