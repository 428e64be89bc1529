import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { TextField } from '../../ui/form/TextField.tsx';
import { draftChanged, type OpenWebsite } from './slice.ts';
import { labelOf } from './tabs.ts';

const ROWS = 20;
const SLOTS = ['inject1', 'inject2', 'inject3', 'inject4'] as const;

/** Markup of the operator, in four places of each page. */
export function CodeInjectionTab({ form: { draft } }: { form: OpenWebsite }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  return SLOTS.map((slot) => (
    <TextField
      key={slot}
      mono
      label={t(labelOf(slot) ?? slot)}
      value={draft[slot]}
      onChange={(markup) => dispatch(draftChanged({ [slot]: markup }))}
      rows={ROWS}
    />
  ));
}
