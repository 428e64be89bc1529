import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { DEFAULT_TEMPLATE } from '../../viewer/website/settings.ts';
import { draftChanged, type OpenWebsite } from './slice.ts';

/** What the pages are made of: the default, or the stored template of the operator. */
export function TemplateTab({ form: { draft, stored } }: { form: OpenWebsite }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  return (
    <SelectField
      label={t('Template')}
      value={draft.template}
      onChange={(template) => dispatch(draftChanged({ template }))}
      options={[
        { value: DEFAULT_TEMPLATE, label: t('Default') },
        ...(stored.template === DEFAULT_TEMPLATE ? [] : [{ value: stored.template, label: stored.template }]),
      ]}
    />
  );
}
