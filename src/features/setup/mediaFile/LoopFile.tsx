import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import type { Source } from '../../../media/encoding/profile.ts';
import type { MediaType } from '../../../media/encoding/streams.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { ProgressBar } from '../../../ui/controls/ProgressBar.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { FileButton } from '../../../ui/form/FileButton.tsx';
import { Stack } from '../../../ui/layout/Card.tsx';
import { Icon } from '../../../ui/look/icons.tsx';
import { ACCEPT } from './checkLoopFile.ts';
import { filePicked, type Upload, uploadLeft, type WithMediaFile } from './slice.ts';

interface LoopFileProps {
  channel: string;
  type: MediaType;
  source: Source;
  error: string | undefined;
}

export function LoopFile({ channel, type, source, error }: LoopFileProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const current = useSelector(({ mediaFile }: WithMediaFile) => mediaFile.current);
  // Cancels the upload when the form is left.
  useEffect(
    () => () => {
      dispatch(uploadLeft());
    },
    [dispatch],
  );
  const upload = current?.channel === channel && current.type === type ? current : null;
  const refusal = upload?.upload.status === 'refused' ? upload.upload.refusal : null;
  const busy = upload !== null && refusal === null;
  const isUploaded = useSelector(({ mediaFile }: WithMediaFile) =>
    mediaFile.made.some((file) => file.channel === channel),
  );
  const { address = '', name = '' } = source.settings;
  const stored = String(name) || String(address).slice(String(address).lastIndexOf('/') + 1);
  const file = t('File: {{name}}', { name: stored });
  const help = {
    video: t(
      'A video up to 25 MiB, or an image up to 2 MiB. The server converts it once, so that it plays without encoding.',
    ),
    audio: t('An audio file up to 25 MiB. The server converts it once, so that it plays without encoding.'),
  };
  return (
    <Stack>
      {refusal && (
        <Alert title={t('The file was not used')}>
          {t(refusal.text, Object.fromEntries(refusal.values.map((value, i) => [String(i), t(value)])))}
        </Alert>
      )}
      {stored !== '' && !busy && !isUploaded && <p>{file}</p>}
      {/* The bar stays after the upload, so that the form does not move under the pointer. */}
      {(busy || (isUploaded && stored !== '')) && (
        <Stack>
          {upload && busy ? (
            <Progress name={upload.name} upload={upload.upload} />
          ) : (
            <ProgressBar label={file} share={1} />
          )}
          <span className="dim small" style={busy ? {} : { visibility: 'hidden' }}>
            {t('Wait for the file, or cancel its upload.')}
          </span>
        </Stack>
      )}
      <div className="button-row">
        <FileButton accept={ACCEPT[type]} busy={busy} onPick={(file) => dispatch(filePicked({ channel, type, file }))}>
          {stored === '' ? t('Upload file') : t('Replace file')}
        </FileButton>
        {busy && <Button onClick={() => dispatch(uploadLeft())}>{t('Cancel')}</Button>}
      </div>
      {error && !busy && (
        <span className="field-error" role="alert">
          <Icon name="alert" size={16} />
          {error}
        </span>
      )}
      <span className="field-note">{help[type]}</span>
    </Stack>
  );
}

function Progress({ name, upload }: { name: string; upload: Upload }) {
  const { t } = useTranslation();
  const words: Record<Upload['status'], string> = {
    sending: t('Uploading {{name}}', { name }),
    checking: t('Checking the file …'),
    preparing: t('Converting the file …'),
    refused: '',
  };
  return <ProgressBar label={words[upload.status]} share={'share' in upload ? upload.share : null} />;
}
