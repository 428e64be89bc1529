import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Settings } from '../../../catalog/form/fields.ts';
import { msg } from '../../../i18n/msg.ts';
import {
  type CropArea,
  cropAreaOf,
  cropSettingsOf,
  fitRatio,
  moveFrame,
  proportionOf,
  RATIOS,
  type Ratio,
  ratioOf,
  resizeFrame,
} from '../../../media/encoding/crop.ts';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { SegmentedChoiceField } from '../../../ui/form/SegmentedChoiceField.tsx';

interface CropFrameProps {
  frame: CropArea;
  of: { width: number; height: number };
  /** Aspect ratio; null: free. */
  ratio: number | null;
  picture: ReactNode;
  onChange: (frame: CropArea) => void;
}

const STEP = 16;
const FINE = 2;

const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const SIZES: Readonly<Record<string, number>> = { '+': 1, '=': 1, '-': -1 };

/** A crop frame over a picture, in pixels of the video: dragged, resized at its corner, or moved with the keyboard. */
function CropFrame({ frame, of: size, ratio, picture, onChange }: CropFrameProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLDivElement>(null);
  const grip = useRef<{ x: number; y: number; frame: CropArea; corner: boolean } | null>(null);
  const help = useId();

  const take = (event: PointerEvent<HTMLElement>, corner: boolean) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    grip.current = { x: event.clientX, y: event.clientY, frame, corner };
  };
  const drag = ({ clientX, clientY }: PointerEvent<HTMLElement>) => {
    const shown = field.current?.getBoundingClientRect().width ?? 0;
    if (grip.current === null || shown <= 0) return;
    const { frame: from, corner } = grip.current;
    const scale = size.width / shown;
    const offset = { x: (clientX - grip.current.x) * scale, y: (clientY - grip.current.y) * scale };
    const to = { width: from.width + offset.x, height: from.height + offset.y };
    report(corner ? resizeFrame(from, to, size, { ratio, stays: 'corner' }) : moveFrame(from, offset, size));
  };
  const letGo = () => {
    grip.current = null;
  };
  const report = (next: CropArea) => {
    if (next.x !== frame.x || next.y !== frame.y || next.width !== frame.width || next.height !== frame.height)
      onChange(next);
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey ? FINE : STEP;
    const arrow = ARROWS[event.key];
    const grows = SIZES[event.key];
    if (arrow) report(moveFrame(frame, { x: arrow[0] * step, y: arrow[1] * step }, size));
    else if (grows) {
      const width = frame.width + grows * STEP;
      const to = { width, height: (frame.height * width) / frame.width };
      report(resizeFrame(frame, to, size, { ratio, stays: 'middle' }));
    } else return;
    event.preventDefault();
  };
  const handlers = { onPointerMove: drag, onPointerUp: letGo, onPointerCancel: letGo };
  const share = (part: number, total: number) => `${(part / total) * 100}%`;
  // A portrait picture must not be taller than the window.
  const width = `min(100%, ${(60 * size.width) / size.height}vh)`;
  return (
    <div>
      <div ref={field} className="crop" style={{ aspectRatio: `${size.width} / ${size.height}`, width }}>
        {picture}
        <div
          className="crop-frame"
          // A slider stands for both directions, as in color pickers; screen readers read its value text at each step.
          role="slider"
          tabIndex={0}
          aria-label={t('Section of the video')}
          aria-describedby={help}
          aria-valuemin={0}
          aria-valuemax={Math.max(0, size.width - frame.width)}
          aria-valuenow={frame.x}
          aria-valuetext={t('{{width}} by {{height}} pixels, {{x}} from the left, {{y}} from the top', { ...frame })}
          style={{
            left: share(frame.x, size.width),
            top: share(frame.y, size.height),
            width: share(frame.width, size.width),
            height: share(frame.height, size.height),
          }}
          onKeyDown={press}
          onPointerDown={(event) => take(event, false)}
          {...handlers}
        >
          <span className="crop-corner" aria-hidden onPointerDown={(event) => take(event, true)} />
        </div>
      </div>
      <p id={help} className="dim small">
        {t('Drag the frame, or move it with the arrow keys, with Shift in small steps. The keys + and - resize it.')}
      </p>
    </div>
  );
}

interface CropFieldProps {
  settings: Settings;
  /** Size of the video before this filter; `same`: it equals the size of the stream. */
  entering: { width: number; height: number; same: boolean };
  /** Size of the video after all filters; 0: unknown. */
  sent: { width: number; height: number };
  /** The chosen size changes the aspect ratio. */
  distorted: boolean;
  picture: ReactNode;
  onChange: (settings: Settings) => void;
}

const FREE = 'free';
const WORDS: Readonly<Record<Ratio, string>> = {
  '9:16': msg('9:16, upright'),
  '1:1': msg('1:1, square'),
  '4:5': msg('4:5, upright'),
  '16:9': msg('16:9, wide'),
};

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

export function CropAreaField({ settings, entering, sent, distorted, picture, onChange }: CropFieldProps) {
  const { t } = useTranslation();
  // A free crop may match a preset ratio by chance.
  const [free, setFree] = useState(false);
  if (entering.width <= 0 || entering.height <= 0) return null;
  const { width, height, x, y } = settings;
  const frame = cropAreaOf({ width: textOf(width), height: textOf(height), x: textOf(x), y: textOf(y) }, entering);
  const ratio = free || !frame ? null : ratioOf(frame);
  const write = (next: CropArea) => onChange({ ...settings, ...cropSettingsOf(next) });
  const choose = (value: string) => {
    const chosen = RATIOS.find((ratio) => ratio === value);
    setFree(chosen === undefined);
    if (chosen) write(fitRatio(chosen, entering, frame ?? undefined));
  };
  return (
    <>
      <SegmentedChoiceField
        label={t('Aspect ratio')}
        value={ratio ?? FREE}
        onChange={choose}
        options={[...RATIOS.map((value) => ({ value, label: t(WORDS[value]) })), { value: FREE, label: t('Free') }]}
      />
      {frame ? (
        <CropFrame
          frame={frame}
          of={entering}
          ratio={ratio && proportionOf(ratio)}
          picture={entering.same ? picture : null}
          onChange={write}
        />
      ) : (
        <Alert tone="warning" title={t('This section cannot be shown.')}>
          {t('It is larger than the video of {{size}}, or only ffmpeg can work it out. Choose a ratio to begin anew.', {
            size: sizeText(entering),
          })}
        </Alert>
      )}
      {frame && distorted && (
        <Alert tone="warning" title={t('The chosen size distorts this section.')}>
          {t('Choose a height or a width instead: the other side follows.')}
        </Alert>
      )}
      {frame && (
        <p className="small tabular">
          {t('Section: {{size}} of {{source}}', { size: sizeText(frame), source: sizeText(entering) })}
          {sent.width > 0 && ` · ${t('Sent: {{size}}', { size: sizeText(sent) })}`}
        </p>
      )}
    </>
  );
}

interface Size {
  width: number;
  height: number;
}

const sizeText = ({ width, height }: Size) => `${width}×${height}`;
