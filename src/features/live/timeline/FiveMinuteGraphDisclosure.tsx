import { Suspense, use, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/look/icons.tsx';
import { LazyPanelsContext } from '../streamInspector/LazyPanelsContext.tsx';

/** Below the figures: how they went, for who asks. What draws it comes with the panels further down. */
export function FiveMinuteGraphDisclosure({ channel }: { channel: string }) {
  const { t } = useTranslation();
  const later = use(LazyPanelsContext);
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <div className="graph-fold">
      <button
        type="button"
        className="graph-button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Icon name="chevron" size={18} />
        {t('Last 5 minutes')}
      </button>
      <div id={id}>{open && <Suspense>{later && <later.Graph channel={channel} />}</Suspense>}</div>
    </div>
  );
}
