import type { Fields } from '../../catalog/fields.ts';

/** In order of what a person decides first; of these the first three that a coder has. */
const FIRST = ['bitrate', 'qp', 'crf', 'size', 'fps', 'preset'];
const SHOWN = 3;

/** The settings of a coder with the three that matter first; all others are advanced. */
export function coderFields(fields: Fields): Fields {
  const first = FIRST.filter((key) => key in fields).slice(0, SHOWN);
  const rest = Object.keys(fields).filter((key) => !first.includes(key));
  return Object.fromEntries(
    [...first, ...rest].flatMap((key) => {
      const field = fields[key];
      return field ? [[key, first.includes(key) ? field : { ...field, advanced: true }]] : [];
    }),
  );
}
