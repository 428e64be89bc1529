import { useTranslation } from 'react-i18next';
import type { Decoder, Encoder } from '../../catalog/define.ts';
import type { Settings } from '../../catalog/fields.ts';
import type { Coder } from '../../media/profile.ts';
import { FieldForm } from '../../ui/form/FieldForm.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { coderFields } from './coderFields.ts';

interface CoderChoiceProps {
  label: string;
  coders: readonly (Encoder | Decoder)[];
  chosen: Coder;
  onChange: (coder: string, settings: Settings) => void;
}

/** One of some coders, and its settings. */
export function CoderChoice({ label, coders, chosen, onChange }: CoderChoiceProps) {
  const { t } = useTranslation();
  const coder = coders.find(({ id }) => id === chosen.coder);
  const fields = coderFields(coder?.fields ?? {});
  return (
    <>
      <SelectField
        label={label}
        value={chosen.coder}
        placeholder={t('Choose codec …')}
        onChange={(id) => onChange(id, {})}
        options={coders.map(({ id, name, hardware }) => ({
          value: id,
          // ffmpeg was built for it; nobody knows yet whether the machine has it.
          label: hardware ? t('{{coder}} (hardware, not tested)', { coder: t(name) }) : t(name),
        }))}
      />
      {coder && (
        <FieldForm fields={fields} settings={chosen.settings} onChange={(settings) => onChange(coder.id, settings)} />
      )}
    </>
  );
}
