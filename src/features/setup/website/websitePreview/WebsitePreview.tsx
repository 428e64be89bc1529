import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { unitIn } from '../../../../i18n/format.ts';
import { msg } from '../../../../i18n/msg.ts';
import { maskText } from '../../../../media/masking/mask.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { Alert } from '../../../../ui/feedback/Alert.tsx';
import { WaitingNote } from '../../../../ui/feedback/Waiting.tsx';
import { useNarrowViewport } from '../../../../ui/viewportHooks.ts';
import { PREVIEW_READY, type PreviewImage, type PreviewMessage } from '../../../../viewer/website/previewMessage.ts';
import type { CheckedImage } from '../../image/uploadImage.ts';
import { changedStyles } from './previewMarkup.ts';
import { type WebsitePreview as Preview, previewClosed, previewOpened, type WithWebsitePreview } from './slice.ts';

/** Delay before the preview reloads, so that typing does not reload it for every letter. */
const CALM_MS = 500;

interface PreviewFrameProps {
  markup: string;
  images: readonly CheckedImage[];
  label: string;
  /** Size in pixels of the simulated window. */
  width: number;
  height: number;
}

/** Browsers show an SVG only with its media type. */
const asImage = ({ path, body }: CheckedImage): PreviewImage => [
  path.replace(/^\//, ''),
  typeof body === 'string' ? new Blob([body], { type: 'image/svg+xml' }) : body,
];

/** A page scaled to fit. Colors change without a reload. `sandbox` keeps its scripts away from the interface. */
function PreviewFrame({ markup, images, label, width, height }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const shown = useRef<{ markup: string; images: readonly CheckedImage[] } | null>(null);
  const content = useRef({ markup, images });
  const [loads, setLoads] = useState(0);
  useEffect(() => {
    content.current = { markup, images };
    const { current } = shown;
    if (current === null) return;
    const styles = isSame(images, current.images) ? changedStyles(current.markup, markup) : null;
    if (styles !== null) {
      post(frame.current, { styles });
      shown.current = { markup, images };
      return;
    }
    const timer = setTimeout(() => setLoads((before) => before + 1), CALM_MS);
    return () => clearTimeout(timer);
  }, [markup, images]);
  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent<unknown>) => {
      if (source === null || source !== frame.current?.contentWindow || data !== PREVIEW_READY) return;
      const now = content.current;
      post(frame.current, { page: now.markup, images: now.images.map(asImage) });
      shown.current = now;
    };
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, []);
  const [place, { scale, visible }] = useScale(width, height);
  return (
    <div ref={place} className="site-preview-stage" style={{ height: visible * scale }}>
      <iframe
        key={loads}
        ref={frame}
        title={label}
        src="preview.html"
        sandbox="allow-scripts"
        style={{ width, height: visible, transform: `translateX(-50%) scale(${scale})` }}
      />
    </div>
  );
}

const isSame = (images: readonly CheckedImage[], others: readonly CheckedImage[]) =>
  images.length === others.length && images.every((image, i) => image === others[i]);

/** A frame without an origin cannot be addressed by a target origin. */
const post = (frame: HTMLIFrameElement | null, message: PreviewMessage) =>
  frame?.contentWindow?.postMessage(message, '*');

/** Largest share of the window height, for a preview above or beside the settings. */
const HIGHEST = { above: 0.42, beside: 0.7 };
/** Pixels; must match late.css. */
const BESIDE_FROM = 1000;

/** Scales to the available width. `visible`: height in page pixels; the rest scrolls. */
function useScale(width: number, height: number) {
  const place = useRef<HTMLDivElement>(null);
  const [fit, setFit] = useState({ scale: 0.25, visible: height });
  useLayoutEffect(() => {
    const measure = () => {
      const room = place.current?.clientWidth ?? 0;
      const share = innerWidth >= BESIDE_FROM ? HIGHEST.beside : HIGHEST.above;
      const scale = Math.min(1, room / width) || 1;
      setFit({ scale, visible: Math.min(height, (innerHeight * share) / scale) });
    };
    measure();
    if (typeof ResizeObserver === 'undefined' || !place.current) return;
    const observer = new ResizeObserver(measure);
    observer.observe(place.current);
    addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      removeEventListener('resize', measure);
    };
  }, [width, height]);
  return [place, fit] as const;
}

const WINDOWS = [
  { width: 360, height: 640, name: msg('Phone, 360 px') },
  { width: 768, height: 768, name: msg('Tablet, 768 px') },
  { width: 1280, height: 800, name: msg('Computer, 1280 px') },
] as const;

const HEIGHT = 240;

export function WebsitePreviewCard() {
  const { t, i18n } = useTranslation();
  const dispatch = useDispatch();
  const preview = useSelector(({ websitePreview }: WithWebsitePreview) => websitePreview);
  const narrow = useNarrowViewport();
  const [shown, setShown] = useState<(typeof WINDOWS)[number]>(WINDOWS[narrow ? 0 : 2]);
  useEffect(() => {
    dispatch(previewOpened());
    return () => {
      dispatch(previewClosed());
    };
  }, [dispatch]);
  return (
    <section className="site-preview" aria-label={t('Preview')}>
      <div className="button-row">
        {WINDOWS.map((size) => (
          <Button
            key={size.width}
            kind="quiet"
            aria-label={t(size.name)}
            aria-pressed={size === shown}
            onClick={() => setShown(size)}
          >
            {narrow ? `${size.width} ${unitIn(i18n.language, 'px')}` : t(size.name)}
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
  message: string;
  children: string;
}

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
