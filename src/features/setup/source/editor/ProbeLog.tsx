import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maskText } from '../../../../media/masking/mask.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { LogView } from '../../../../ui/controls/LogView.tsx';
import { DialogFrame } from '../../../../ui/overlays/DialogFrame.tsx';

/** All that ffmpeg said at a probe, in a dialog. Nothing before there was one. */
export function ProbeLog({ lines }: { lines: readonly string[] }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  if (lines.length === 0) return null;
  return (
    <>
      <Button kind="quiet" icon="details" onClick={() => setOpen(true)}>
        {t('Probe details')}
      </Button>
      <DialogFrame open={open} wide title={t('Probe details')} onClose={() => setOpen(false)}>
        <LogView ended label={t('Probe details')} lines={lines.map((text) => ({ text: maskText(text) }))} />
      </DialogFrame>
    </>
  );
}
