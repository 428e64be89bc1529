import type { Decoder, Encoder } from '../../../catalog/form/defineCatalogEntry.ts';
import { type Fields, panel } from '../../../catalog/form/fields.ts';

/** The panel with the size: people decide about it with the bitrate, though a filter makes it. */
export const SIZE_PANEL = 'size';

/** The settings of a coder, those that matter first in front; all others are advanced. */
export function coderFields({ fields, open }: Pick<Encoder | Decoder, 'fields' | 'open'>, sized: boolean): Fields {
  const [first, ...others] = Object.entries(codersOwn({ fields, open }));
  if (!sized || !first) return codersOwn({ fields, open });
  // No setting has a blank in its key.
  return Object.fromEntries([first, ['the size', panel({ name: SIZE_PANEL, short: true })], ...others]);
}

function codersOwn({ fields, open }: Pick<Encoder | Decoder, 'fields' | 'open'>): Fields {
  const rest = Object.keys(fields).filter((key) => !open.includes(key));
  return Object.fromEntries(
    [...open, ...rest].flatMap((key) => {
      const field = fields[key];
      return field ? [[key, open.includes(key) ? field : { ...field, advanced: true }]] : [];
    }),
  );
}
