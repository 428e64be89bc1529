import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { unitIn } from '../../../i18n/format.ts';
import { TextField } from '../../../ui/form/TextField.tsx';
import { preferenceChosen, type WithPreferences } from '../../shared/preference/slice.ts';
import { uploadKbit, uploadKey } from './slice.ts';

/** The upload bandwidth of the server, which only the operator knows. */
export function UploadField() {
  const { t, i18n } = useTranslation();
  const dispatch = useDispatch();
  const stated = useSelector(({ preference }: WithPreferences) => preference[uploadKey] ?? '');
  return (
    <TextField
      label={t('Upload speed of this server')}
      help={t('From your provider or a speed test. Saved in this browser.')}
      error={stated.trim() !== '' && uploadKbit(stated) === null ? t('Enter a number.') : undefined}
      value={stated}
      onChange={(value) => dispatch(preferenceChosen({ key: uploadKey, value }))}
      inputMode="decimal"
      end={unitIn(i18n.language, 'Mbit/s')}
    />
  );
}
