import { msg } from '../../../i18n/msg.ts';

export const MAX_IMAGE_BYTES = 1_048_576;

const IMAGE_TYPES = ['gif', 'png', 'jpg', 'svg'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

export interface Refusal {
  text: string;
  values: readonly string[];
}

const isText = (bytes: Uint8Array) => !bytes.subarray(0, 512).includes(0);
const begins = (bytes: Uint8Array, ...signs: number[]) => signs.every((sign, i) => bytes[i] === sign);

/** Detects the type by content, not by name. `svg` means text that only a parser can confirm. */
export function imageTypeOf(bytes: Uint8Array): ImageType | null {
  if (begins(bytes, 0x47, 0x49, 0x46, 0x38)) return 'gif';
  if (begins(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png';
  if (begins(bytes, 0xff, 0xd8, 0xff)) return 'jpg';
  if (!isText(bytes)) return null;
  return /^\ufeff?\s*<(\?xml\b|!--|!DOCTYPE\s+svg\b|svg\b)/i.test(new TextDecoder().decode(bytes.subarray(0, 512)))
    ? 'svg'
    : null;
}

export function wrongType(name: string, accepted: readonly ImageType[]): Refusal {
  const claimed = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '?';
  const type = claimed === 'jpeg' ? 'jpg' : claimed;
  const values = [claimed, accepted.join(', ')];
  return accepted.some((item) => item === type)
    ? { text: msg('The selected file is not a valid {{0}} image. Allowed file types are {{1}}'), values }
    : { text: msg('The selected file type ({{0}}) is not allowed. Allowed file types are {{1}}'), values };
}

export const refuseImage = (reason: string): Refusal => ({
  text: msg('There was an error during upload: {{0}}'),
  values: [reason],
});

/** Returns null if there is no reason to reject the file yet. */
export function refusalOf(file: { name: string; size: number } | null): Refusal | null {
  if (file === null) return { text: msg('Please select a file to upload.'), values: [] };
  if (file.size > MAX_IMAGE_BYTES) {
    return {
      text: msg('The selected file is too big ({{0}} bytes). Only {{1}} bytes are allowed.'),
      values: [String(file.size), String(MAX_IMAGE_BYTES)],
    };
  }
  return null;
}
