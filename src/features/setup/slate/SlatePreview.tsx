import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MOST_CHARACTERS } from '../../../media/hold/holdSettings.ts';
import type { FoundSlate, SlateDraft } from './draft.ts';
import { STORED_PICTURE } from './draft.ts';

interface SlatePreviewProps {
  card: SlateDraft['card'];
  found: Pick<FoundSlate, 'image' | 'address'>;
}

/** Shows the stored file, or draws the card with the code that also draws the file. */
export function SlatePreview({ card, found: { image, address } }: SlatePreviewProps) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [failed, setFailed] = useState(false);
  const isStored = card.picture === STORED_PICTURE;
  useEffect(() => {
    let isLeft = false;
    const draw = async () => {
      const { drawSlate } = await import('../../../ui/slate/drawSlate.ts');
      if (!isLeft && canvas.current)
        await drawSlate(canvas.current, { ...card, text: card.text.slice(0, MOST_CHARACTERS) });
      if (!isLeft) setFailed(false);
    };
    if (!isStored) draw().catch(() => !isLeft && setFailed(true));
    return () => {
      isLeft = true;
    };
  }, [card, isStored]);
  return (
    <figure className="slate-preview">
      {isStored ? (
        <img className="slate-picture" src={`${address}?${image?.last_modified ?? ''}`} alt={t('Your own image')} />
      ) : (
        <canvas
          className="slate-picture"
          ref={canvas}
          role="img"
          aria-label={card.picture === '' ? card.text : t('Your own image')}
        />
      )}
      <figcaption className="field-note">
        {failed ? t('The preview cannot be drawn by this browser.') : t('Preview: viewers see exactly this image.')}
      </figcaption>
    </figure>
  );
}
