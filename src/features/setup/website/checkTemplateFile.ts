import { msg } from '../../../i18n/msg.ts';
import type { Refusal } from '../../shared/image/checkImage.ts';

export const MAX_TEMPLATE_BYTES = 512_000;

/** File systems limit names to little more. */
const LONGEST_NAME = 100;

/** Reduces the name of a template to letters and digits. */
export const templateName = (entered: string): string => entered.replace(/[^a-z0-9]/gi, '').slice(0, LONGEST_NAME);

const notAllowed = (type: string): Refusal => ({
  text: msg('The selected file type ({{0}}) is not allowed. Allowed file types are {{1}}'),
  values: [type, 'html'],
});

const extensionOf = (name: string) => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '?';

/** Returns null if the file may be read. */
export function templateRefusal({ name, size, type }: { name: string; size: number; type: string }): Refusal | null {
  if (size > MAX_TEMPLATE_BYTES) {
    return {
      text: msg('The selected file is too big ({{0}} bytes). Only {{1}} bytes are allowed.'),
      values: [String(size), String(MAX_TEMPLATE_BYTES)],
    };
  }
  // Some systems report no media type, so the extension decides.
  const isHtml = type === '' ? /^html?$/.test(extensionOf(name)) : type === 'text/html';
  return isHtml ? null : notAllowed(extensionOf(name));
}

/** Returns the text of a template; null if it is not UTF-8 with a tag. */
export function parseTemplate(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return !text.includes('\0') && /<[a-z!]/i.test(text) ? text : null;
  } catch {
    return null;
  }
}

export const noTemplate: Refusal = {
  text: msg('The file is not an HTML text in UTF-8. Save it as UTF-8 and upload it again.'),
  values: [],
};
