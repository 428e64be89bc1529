import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { clockOf } from '../../../i18n/format.ts';
import type { FieldName, Role } from '../../../media/diagnosis/causes.ts';
import { causeTexts } from '../../../media/diagnosis/causeTexts.ts';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { TargetField } from '../../../ui/form/pointedField.ts';

/** Fields outside the catalog forms, most specific first. Catalog fields are found by `fieldsFor`. */
const KEYS: Record<FieldName, readonly string[]> = {
  address: [],
  application: [],
  audioEncoder: ['audio.encoder'],
  decoder: ['video.decoder', 'video.encoder'],
  delay: ['delay'],
  device: [],
  encoder: ['video.encoder'],
  filter: ['video.filter', 'video.encoder'],
  key: [],
  limits: ['limits', 'limits.cpu_usage', 'limitCpu'],
  memoryLimit: ['limits.memory_mbytes', 'limits'],
  options: ['options', 'address', 'video.encoder'],
  passphrase: [],
  password: [],
  path: [],
  staleTimeout: ['staleTimeout'],
  streams: ['streams', 'video.encoder', 'address'],
  transport: [],
  username: [],
};

const isField = (name: string): name is FieldName => Object.hasOwn(KEYS, name);
const isCause = (name: string): name is keyof typeof causeTexts => Object.hasOwn(causeTexts, name);

interface FieldLink {
  field: FieldName;
  keys: readonly string[];
  title: string;
  at: number;
}

/** @param search query of the address, which may contain anything */
export function parseFieldLink(search: URLSearchParams, role: Role): FieldLink | null {
  const [field = '', cause = ''] = [search.get('field') ?? '', search.get('cause') ?? ''];
  if (!isField(field) || !isCause(cause)) return null;
  const at = Number(search.get('at'));
  const { title } = causeTexts[cause][role];
  return { field, keys: KEYS[field], title, at: Number.isFinite(at) && at < 8e15 ? at : 0 };
}

interface PointedFormProps {
  form: string;
  of: Role;
  name?: string;
  children: ReactNode;
}

/** Marks and focuses the field that a failure links to. Without such a field, shows the failure above the form. */
export function FailureFieldHighlight({ form, of, name = '', children }: PointedFormProps) {
  const { t, i18n } = useTranslation();
  const [search] = useSearchParams();
  const text = search.toString();
  const sent = useMemo(() => parseFieldLink(new URLSearchParams(text), of), [text, of]);
  const clock = clockOf(i18n.language);
  const message = sent && `${t(sent.title, { name })} ${sent.at > 0 ? clock(sent.at / 1000) : ''}`.trim();
  const pointed = useMemo(
    () => (sent && message ? { id: text, field: sent.field, keys: sent.keys, text: message } : null),
    [sent, message, text],
  );
  const [placeless, setPlaceless] = useState(false);
  // Must not depend on the texts, which contain a name that is typed into this form.
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
