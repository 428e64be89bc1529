import { evaluateExpression, sidesOf } from './outputFigures.ts';

interface Size {
  width: number;
  height: number;
}

export interface CropArea extends Size {
  x: number;
  y: number;
}

/** Width by height. */
export const RATIOS = ['9:16', '1:1', '4:5', '16:9'] as const;
export type Ratio = (typeof RATIOS)[number];

/** Chroma has half the lines, so ffmpeg drops odd pixels. */
const STEP = 2;
const LEAST = 32;

const below = (value: number) => Math.floor(value / STEP) * STEP;
const nearest = (value: number) => Math.round(value / STEP) * STEP;
const between = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));

export const proportionOf = (ratio: Ratio): number => {
  const [width = 1, height = 1] = ratio.split(':').map(Number);
  return width / height;
};

const placed = ({ width, height, x, y }: CropArea, picture: Size): CropArea => ({
  width,
  height,
  x: below(between(x, 0, picture.width - width)),
  y: below(between(y, 0, picture.height - height)),
});

function largest(proportion: number, width: number, height: number): Size {
  const [most, high] = [below(width), below(height)];
  return high * proportion <= most
    ? { width: Math.min(most, nearest(high * proportion)), height: high }
    : { width: most, height: Math.min(high, nearest(most / proportion)) };
}

const centred = ({ width, height }: Size, around: CropArea, picture: Size): CropArea =>
  placed(
    { width, height, x: around.x + (around.width - width) / 2, y: around.y + (around.height - height) / 2 },
    picture,
  );

const fullPicture = (picture: Size): CropArea => ({ ...picture, x: 0, y: 0 });

export const fitRatio = (ratio: Ratio, picture: Size, around: CropArea = fullPicture(picture)): CropArea =>
  centred(largest(proportionOf(ratio), picture.width, picture.height), around, picture);

/** Suggests portrait (for phones) for a landscape picture, and landscape for portrait. */
export const proposeCropArea = (picture: Size): CropArea =>
  fitRatio(picture.width >= picture.height ? '9:16' : '16:9', picture);

export const moveFrame = (frame: CropArea, by: { x: number; y: number }, picture: Size): CropArea =>
  placed({ ...frame, x: frame.x + by.x, y: frame.y + by.y }, picture);

export function resizeFrame(
  frame: CropArea,
  to: Size,
  picture: Size,
  { ratio, stays }: { ratio: number | null; stays: 'middle' | 'corner' },
): CropArea {
  const room = stays === 'corner' ? { width: picture.width - frame.x, height: picture.height - frame.y } : picture;
  const [most, high] = [below(room.width), below(room.height)];
  const width = between(nearest(to.width), Math.min(LEAST, most), most);
  const height = between(nearest(to.height), Math.min(LEAST, high), high);
  const size = ratio === null ? { width, height } : largest(ratio, Math.min(most, Math.max(width, LEAST)), high);
  return stays === 'corner' ? placed({ ...frame, ...size }, picture) : centred(size, frame, picture);
}

export const ratioOf = ({ width, height }: Size): Ratio | null =>
  RATIOS.find((ratio) => {
    const proportion = proportionOf(ratio);
    return Math.abs(width - height * proportion) <= STEP || Math.abs(height - width / proportion) <= STEP;
  }) ?? null;

export type CropSettings = Record<keyof CropArea, string>;

export const cropSettingsOf = ({ width, height, x, y }: CropArea): CropSettings => ({
  width: `${width}`,
  height: `${height}`,
  x: `${x}`,
  y: `${y}`,
});

/** Null if an expression cannot be evaluated, or exceeds the picture. */
export function cropAreaOf(settings: CropSettings, picture: Size): CropArea | null {
  const named = sidesOf({ ...picture, fps: 0 });
  const alone = evaluateExpression(settings.height, named);
  const width = evaluateExpression(settings.width, withOut(named, 'h', alone));
  const height = alone ?? evaluateExpression(settings.height, withOut(named, 'w', width));
  if (width === null || height === null || picture.width <= 0) return null;
  const [wide, high] = [below(width), below(height)];
  if (wide <= 0 || high <= 0 || wide > picture.width || high > picture.height) return null;
  const all = withOut(withOut(named, 'w', wide), 'h', high);
  const [x, y] = [evaluateExpression(settings.x, all), evaluateExpression(settings.y, all)];
  return x === null || y === null ? null : placed({ width: wide, height: high, x, y }, picture);
}

const withOut = (names: ReadonlyMap<string, number>, side: 'w' | 'h', value: number | null) =>
  value === null ? names : new Map([...names, [`o${side}`, value], [`out_${side}`, value]]);
