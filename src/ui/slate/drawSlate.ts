import { fitSlateText, TEXT_AREA } from './fitSlateText.ts';

/** `picture`: a data URL that replaces the text, or ''. */
export interface CardToDraw {
  text: string;
  theme: 'dark' | 'light';
  picture: string;
}

/** px. The agent scales the image to the source. */
export const SLATE_SIZE = { width: 1920, height: 1080 };

/** Copied from ui/look/palette.ts, as an import would split the first script. */
export const SLATE_LOOK = {
  dark: { page: '#101416', text: '#E9EFF0' },
  light: { page: '#F5F7F7', text: '#12181A' },
  font: "'Inter Variable', 'Inter Fallback', system-ui, sans-serif",
};

const WEIGHT = 600;
/** For Latin text; other scripts are about as high. */
const BASELINE = 0.36;

/** Rejects if the picture cannot be read. */
export async function drawSlate(canvas: HTMLCanvasElement, { text, theme, picture }: CardToDraw): Promise<void> {
  const { page, text: color } = SLATE_LOOK[theme];
  const image = picture === '' ? null : await imageOf(picture);
  // Loads the font, as missing letters would be drawn in another one.
  if (image === null)
    await document.fonts.load(`${WEIGHT} ${TEXT_AREA.largest}px ${SLATE_LOOK.font}`, text).catch(() => []);
  Object.assign(canvas, SLATE_SIZE);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw');
  context.fillStyle = page;
  context.fillRect(0, 0, SLATE_SIZE.width, SLATE_SIZE.height);
  if (image) context.drawImage(image, ...fitInto(image.naturalWidth, image.naturalHeight));
  else drawText(context, text, color);
}

function drawText(context: CanvasRenderingContext2D, text: string, color: string) {
  const setSize = (size: number) => {
    context.font = `${WEIGHT} ${size}px ${SLATE_LOOK.font}`;
  };
  const { size, lines } = fitSlateText(text, (line, at) => {
    setSize(at);
    return context.measureText(line).width;
  });
  setSize(size);
  context.fillStyle = color;
  context.textAlign = 'center';
  const step = size * TEXT_AREA.lineHeight;
  const first = (SLATE_SIZE.height - (lines.length - 1) * step) / 2 + size * BASELINE;
  for (const [index, line] of lines.entries()) {
    context.direction = line.rtl ? 'rtl' : 'ltr';
    context.fillText(line.text, SLATE_SIZE.width / 2, first + index * step);
  }
}

function fitInto(width: number, height: number): [x: number, y: number, width: number, height: number] {
  const scale = Math.min(SLATE_SIZE.width / width, SLATE_SIZE.height / height);
  const [w, h] = [width * scale, height * scale];
  return [(SLATE_SIZE.width - w) / 2, (SLATE_SIZE.height - h) / 2, w, h];
}

async function imageOf(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

export async function slatePng(card: CardToDraw): Promise<Blob> {
  const canvas = document.createElement('canvas');
  await drawSlate(canvas, card);
  return await pngOf(canvas);
}

const pngOf = (canvas: HTMLCanvasElement) =>
  new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('This browser cannot draw'))), 'image/png');
  });

/** A data URL, upright and at most `SLATE_SIZE`. Rejects if the picture cannot be read. */
export async function shrinkPicture(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, SLATE_SIZE.width / bitmap.width, SLATE_SIZE.height / bitmap.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas.toDataURL('image/png');
}
