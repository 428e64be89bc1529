import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { msg } from '../../../../i18n/msg.ts';
import { maskText } from '../../../../media/masking/mask.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { Alert } from '../../../../ui/feedback/Alert.tsx';
import { WaitingNote } from '../../../../ui/feedback/Waiting.tsx';
import { PreviewFrame } from './PreviewFrame.tsx';
import { type WebsitePreview as Preview, previewClosed, previewOpened, type WithWebsitePreview } from './slice.ts';

/** Windows of viewers, in px. */
const WINDOWS = [
  { width: 360, height: 640, name: msg('Phone, 360 px') },
  { width: 768, height: 768, name: msg('Tablet, 768 px') },
  { width: 1280, height: 800, name: msg('Computer, 1280 px') },
] as const;

const HEIGHT = 240;

/** The first page of the website as it would be if the draft were saved now. */
export function WebsitePreviewCard() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const preview = useSelector(({ websitePreview }: WithWebsitePreview) => websitePreview);
  const [shown, setShown] = useState<(typeof WINDOWS)[number]>(WINDOWS[2]);
  useEffect(() => {
    dispatch(previewOpened());
    return () => {
      dispatch(previewClosed());
    };
  }, [dispatch]);
  return (
    <section className="site-preview" aria-label={t('Preview')}>
      <div className="button-row">
        {WINDOWS.map((one) => (
          <Button key={one.width} kind="quiet" aria-pressed={one === shown} onClick={() => setShown(one)}>
            {t(one.name)}
          </Button>
        ))}
      </div>
      {preview.status === 'made' ? (
        <PreviewFrame
          markup={preview.markup}
          images={preview.images}
          label={t('Preview of the website')}
          width={shown.width}
          height={shown.height}
        />
      ) : (
        <NoPreview preview={preview} onRetry={() => dispatch(previewOpened())} />
      )}
    </section>
  );
}

function NoPreview({ preview, onRetry }: { preview: Exclude<Preview, { status: 'made' }>; onRetry: () => void }) {
  const { t } = useTranslation();
  switch (preview.status) {
    case 'making':
      return <WaitingNote text={t('Loading …')} height={HEIGHT} />;
    case 'empty':
      return (
        <Alert tone="neutral" title={t('There is no channel yet.')}>
          {t('The website shows channels. Set one up to see the website here.')}
        </Alert>
      );
    case 'faulty':
      return (
        <TemplateFault line={preview.line} message={preview.message}>
          {t('Correct it in the file and upload it again. Until then viewers get the default template.')}
        </TemplateFault>
      );
    case 'failed':
      return (
        <Alert title={t('The preview could not be loaded.')} evidence={maskText(preview.reason)}>
          <Button icon="restart" onClick={onRetry}>
            {t('Retry')}
          </Button>
        </Alert>
      );
  }
}

interface TemplateFaultProps {
  line: number | null;
  /** In the words of the engine. */
  message: string;
  /** What to do. */
  children: string;
}

/** What the engine cannot read in a template. */
export function TemplateFault({ line, message, children }: TemplateFaultProps) {
  const { t } = useTranslation();
  return (
    <Alert
      title={
        line === null ? t('The template has an error.') : t('The template has an error in line {{line}}.', { line })
      }
      evidence={maskText(message)}
    >
      {children}
    </Alert>
  );
}
