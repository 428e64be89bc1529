import type { FieldFaults, SourceContext } from '../../../catalog/form/defineCatalogEntry.ts';
import { missingFieldText } from '../../../catalog/form/evaluateFields.ts';
import type { Fields } from '../../../catalog/form/fields.ts';
import { sourceOf } from '../../../catalog/sources/index.ts';
import { tileOf } from '../../../catalog/wizardTiles.ts';
import type { WizardDraft } from './draft.ts';

type WizardChoice = Pick<WizardDraft, 'tile' | 'video'>;

export function askedFields({ tile, video }: WizardChoice, context: SourceContext): Fields {
  const asks = tileOf(tile)?.asks ?? [];
  const fields = sourceOf(video.type)?.form(context) ?? {};
  return Object.fromEntries(Object.entries(fields).filter(([key]) => asks.includes(key)));
}

export function audioFaultsOf({ audio }: Pick<WizardDraft, 'audio'>, context: SourceContext): FieldFaults {
  const source = sourceOf(audio.type);
  const fields = source?.form(context) ?? {};
  const missing =
    source?.missing(audio.settings, context).map((key) => [key, missingFieldText(fields[key])] as const) ?? [];
  return { ...source?.faults(audio.settings, context), ...Object.fromEntries(missing) };
}

/** Returns the faults before a probe, as English texts by field key. */
export function wizardFaultsOf(draft: WizardChoice, context: SourceContext): FieldFaults {
  const { type, settings } = draft.video;
  const source = sourceOf(type);
  const fields = askedFields(draft, context);
  const missing = source?.missing(settings, context).map((key) => [key, missingFieldText(fields[key])] as const) ?? [];
  const faults = [...Object.entries(source?.faults(settings, context) ?? {}), ...missing];
  return Object.fromEntries(faults.filter(([key]) => key in fields));
}
