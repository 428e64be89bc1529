import { useTranslation } from 'react-i18next';
import type { Meta } from '../../../media/stored/metadata.ts';
import { TextField } from '../../../ui/form/TextField.tsx';

const ROWS = 3;

interface ContentFieldsProps {
  meta: Meta;
  onChange: (meta: Meta) => void;
}

export const isNameless = ({ name }: Meta): boolean => name.trim() === '';

export function NameDescriptionAuthorFields({ meta, onChange, tried }: ContentFieldsProps & { tried: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <TextField
        label={t('Channel name')}
        required
        error={tried && isNameless(meta) ? t('Enter a channel name.') : undefined}
        value={meta.name}
        onChange={(name) => onChange({ ...meta, name })}
      />
      <TextField
        label={t('Description')}
        rows={ROWS}
        value={meta.description}
        onChange={(description) => onChange({ ...meta, description })}
      />
    </>
  );
}

export function AuthorFields({ meta, onChange }: ContentFieldsProps) {
  const { t } = useTranslation();
  const change = (changed: Partial<Meta['author']>) => onChange({ ...meta, author: { ...meta.author, ...changed } });
  return (
    <>
      <TextField label={t('Author')} value={meta.author.name} onChange={(name) => change({ name })} />
      <TextField
        label={t('About the author')}
        rows={ROWS}
        value={meta.author.description}
        onChange={(description) => change({ description })}
      />
    </>
  );
}
