import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { FileButton } from '../../../ui/form/FileButton.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { playerImagePlace } from './draft.ts';
import { type OpenPlayerForm, type PlayerImage, playerImagePicked } from './slice.ts';

interface ImageFieldProps {
  form: OpenPlayerForm;
  image: PlayerImage;
  label: string;
  help: string;
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
  failed: string;
  children: ReactNode;
}

export function ImageField({ form, image, failed, children, ...field }: ImageFieldProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { target, refused, busy } = form;
  const refusal = refused?.image === image ? refused.refusal : null;
  const values = Object.fromEntries((refusal?.values ?? []).map((value, i) => [String(i), value]));
  const { taken: types } = playerImagePlace(target, image);
  return (
    <>
      {refusal && <Alert title={failed}>{t(refusal.text, values)}</Alert>}
      <TextField {...field} />
      <div className="button-row">
        <FileButton
          accept={[...types, 'jpeg'].map((type) => `.${type}`).join()}
          busy={busy === 'uploading'}
          onPick={(file) => dispatch(playerImagePicked({ image, file }))}
        >
          {t('Upload image')}
        </FileButton>
        {children}
      </div>
    </>
  );
}
