import { CoreError } from '../../../api/error.ts';
import { WHOLE_CONFIG } from '../../../catalog/settingsTabs/assignRefusals.ts';
import { msg } from '../../../i18n/msg.ts';
import { reasonOf } from '../../gate/host/catchSagaErrors.ts';
import type { Problem } from './slice.ts';

/** Also said before the core is asked, when something wrong can be seen from here. */
export const WRONG_FIELDS = msg('There were some errors in the settings. Settings not saved.');
const NOT_STORED = msg('There was a problem storing the settings. Settings not saved.');

const masked = (fields: CoreError['fields']): Problem['refused'] =>
  Object.fromEntries(Object.entries(fields).map(([name, reasons]) => [name, reasons.map(reasonOf)]));

/** What a failed save says (specification 8). */
export function problemOf(error: unknown): Problem {
  const plain = { evidence: reasonOf(error), refused: {} };
  if (!(error instanceof CoreError)) return { ...plain, text: NOT_STORED };
  switch (error.code) {
    case 404:
      return { ...plain, text: msg('API endpoint not found. Settings not saved.') };
    case 409:
      return Object.keys(error.fields).length === 0
        ? { ...plain, text: WRONG_FIELDS }
        : { text: WRONG_FIELDS, evidence: null, refused: masked(error.fields) };
    case 400:
      // The document as a whole; a tab that lets one write it answers for this name.
      return { text: NOT_STORED, evidence: null, refused: { [WHOLE_CONFIG]: [reasonOf(error)] } };
    default:
      return { ...plain, text: NOT_STORED };
  }
}
