import { type MouseEvent, Suspense, use, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/look/icons.tsx';
import { LazyPanelsContext } from '../streamInspector/LazyPanelsContext.tsx';

export function FiveMinuteGraphDisclosure({ channel }: { channel: string }) {
  const { t } = useTranslation();
  const later = use(LazyPanelsContext);
  const id = useId();
  const [open, setOpen] = useState(false);
  const toggle = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    keepPicture(currentTarget, !open);
    setOpen(!open);
  };
  return (
    <div className="graph-fold">
      <button type="button" className="graph-button" aria-expanded={open} aria-controls={id} onClick={toggle}>
        <Icon name="chevron" size={18} />
        {t('Last 5 minutes')}
      </button>
      <div id={id}>{open && <Suspense>{later && <later.Graph channel={channel} />}</Suspense>}</div>
    </div>
  );
}

/** Keeps the size of the picture when the card grows by the graph (see `.columns` in data.css). */
function keepPicture(within: HTMLElement, open: boolean): void {
  const card = within.closest<HTMLElement>('.card');
  const picture = card?.querySelector<HTMLElement>('.player');
  if (!card || !picture) return;
  if (open) card.style.setProperty('--picture', `${picture.offsetHeight}px`);
  else card.style.removeProperty('--picture');
}
