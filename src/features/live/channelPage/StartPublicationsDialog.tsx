import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { sanitizeDisplayText } from '../../../i18n/sanitizeDisplayText.ts';
import { publicationIdOf } from '../../../media/channel/publicationOutputs.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { SwitchField } from '../../../ui/form/Switch.tsx';
import { DialogFrame } from '../../../ui/overlays/DialogFrame.tsx';
import type { WithChannels } from '../channel/slice.ts';
import { ingestStartRequested, publicationsWanted } from '../ingest/slice.ts';

interface StartDialogProps {
  channel: string;
  ids: readonly string[];
  open: boolean;
  onClose: () => void;
}

/** Starts the channel and, if still wanted, the publications that its stop has stopped. */
export function StartPublicationsDialog({ channel, ids, open, onClose }: StartDialogProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const [left, setLeft] = useState<readonly string[]>([]);
  const egresses = useSelector(
    ({ channel: { list } }: WithChannels) => list.find(({ id }) => id === channel)?.egresses,
  );
  const shown = [...new Set(ids.map((id) => publicationIdOf(egresses ?? {}, id)))];
  const start = () => {
    onClose();
    dispatch(ingestStartRequested(channel));
    dispatch(publicationsWanted(shown.filter((id) => !left.includes(id))));
  };
  return (
    <DialogFrame
      open={open}
      title={t('Start the stream?')}
      onClose={onClose}
      role="alertdialog"
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="main" onClick={start} autoFocus>
            {t('Start stream')}
          </Button>
        </>
      }
    >
      <p>{t('These publications were stopped together with the stream. Those that are on start as well.')}</p>
      {shown.map((id) => (
        <SwitchField
          key={id}
          label={sanitizeDisplayText(egresses?.[id]?.name ?? '')}
          checked={!left.includes(id)}
          onChange={(on) => setLeft(on ? left.filter((item) => item !== id) : [...left, id])}
        />
      ))}
    </DialogFrame>
  );
}
