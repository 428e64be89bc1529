import { msg } from '../../i18n/msg.ts';
import type { Settings } from '../form/fields.ts';
import { valueAt } from '../form/fieldValues.ts';

/** ffmpeg and encoders do not decode these in the addresses of SRT, or they begin another part of an address. */
const BREAKING = /[?&+%#|'"\\[\]\s]/;

/** Of a part of the addresses that encoders are given: what would break them is refused where it is typed. */
export const addressSigns = (path: string) => (settings: Settings) =>
  BREAKING.test(String(valueAt(settings, path) ?? ''))
    ? msg('Spaces, quotes and the characters ? & + % # | \\ [ ] break addresses.')
    : null;
