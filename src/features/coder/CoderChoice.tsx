import { useTranslation } from 'react-i18next';
import { machineFor } from '../../catalog/coders/machine.ts';
import type { Decoder, Encoder } from '../../catalog/define.ts';
import type { Settings } from '../../catalog/fields.ts';
import type { Coder } from '../../media/profile.ts';
import { FieldForm } from '../../ui/form/FieldForm.tsx';
import { usePointed } from '../../ui/form/pointed.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { coderFields } from './coderFields.ts';

interface CoderChoiceProps {
  label: string;
  /** The key of the choice among those of the form. */
  name: string;
  coders: readonly (Encoder | Decoder)[];
  chosen: Coder;
  /** What this core's ffmpeg has. */
  available: readonly string[];
  onChange: (coder: string, settings: Settings) => void;
}

/** One of some coders, and its settings. One that is stored and cannot be offered stays until another is chosen. */
export function CoderChoice({ label, name, coders, chosen, available, onChange }: CoderChoiceProps) {
  const { t } = useTranslation();
  const coder = coders.find(({ id }) => id === chosen.coder);
  const fields = coder ? coderFields(coder) : {};
  const offered = coders.map(({ id, name, hardware }) => ({
    value: id,
    // ffmpeg was built for it; nobody knows yet whether the machine has it.
    label: hardware ? t('{{coder}} (hardware, not tested)', { coder: t(name) }) : t(name),
  }));
  const pointed = usePointed(
    (key) => key === name,
    () => chosen,
  );
  const strange = coder === undefined && chosen.coder !== 'none' && chosen.coder !== '';
  const needs = coder && machineFor(coder);
  const help = strange ? t('Kept with its settings until you choose another.') : needs ? t(needs) : undefined;
  const lacking = !available.includes(chosen.coder);
  const stored = {
    value: chosen.coder,
    label: lacking
      ? t('{{coder}}, not available on this core', { coder: chosen.coder })
      : t('{{coder}}, as stored', { coder: chosen.coder }),
  };
  return (
    <>
      <SelectField
        label={label}
        value={chosen.coder}
        placeholder={t('Choose codec …')}
        error={pointed?.text}
        help={help}
        onChange={(id) => id !== chosen.coder && onChange(id, {})}
        options={strange ? [...offered, stored] : offered}
      />
      {coder && (
        <FieldForm fields={fields} settings={chosen.settings} onChange={(settings) => onChange(coder.id, settings)} />
      )}
    </>
  );
}
