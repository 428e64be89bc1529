import { msg } from '../../i18n/msg.ts';
import type { Settings } from '../form/fields.ts';
import { valueAt } from '../form/fieldValues.ts';

/** ffmpeg and encoders do not decode these in SRT addresses, or they delimit parts. */
const BREAKING = /[?&+%#|'"\\[\]\s]/;

export const addressSigns = (path: string) => (settings: Settings) =>
  BREAKING.test(String(valueAt(settings, path) ?? ''))
    ? msg('Spaces, quotes and the characters ? & + % # | \\ [ ] break addresses.')
    : null;
