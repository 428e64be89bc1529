import type { Decoder, Encoder } from '../../catalog/define.ts';
import type { Fields } from '../../catalog/fields.ts';

/** The settings of a coder, those that matter first in front; all others are advanced. */
export function coderFields({ fields, open }: Pick<Encoder | Decoder, 'fields' | 'open'>): Fields {
  const rest = Object.keys(fields).filter((key) => !open.includes(key));
  return Object.fromEntries(
    [...open, ...rest].flatMap((key) => {
      const field = fields[key];
      return field ? [[key, open.includes(key) ? field : { ...field, advanced: true }]] : [];
    }),
  );
}
