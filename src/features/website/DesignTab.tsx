import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { TextField } from '../../ui/form/TextField.tsx';
import { faultsOf } from './draft.ts';
import { draftChanged, type OpenWebsite } from './slice.ts';

/** How the pages look. */
export function DesignTab({ form: { draft, stored, tried } }: { form: OpenWebsite }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { bgimage_url: fault } = tried ? faultsOf(draft, stored) : {};
  return (
    <TextField
      label={t('Background image')}
      error={fault && t(fault)}
      value={draft.bgimage_url}
      onChange={(bgimage_url) => dispatch(draftChanged({ bgimage_url }))}
    />
  );
}
