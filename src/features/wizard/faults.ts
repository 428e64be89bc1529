import type { SourceContext } from '../../catalog/define.ts';
import type { Field, Fields } from '../../catalog/fields.ts';
import { settingsOf, valueAt } from '../../catalog/settings.ts';
import { sourceOf } from '../../catalog/sources/index.ts';
import { tileOf } from '../../catalog/tiles.ts';
import { msg } from '../../i18n/msg.ts';
import { isAddress, isReadable } from '../../media/address.ts';
import type { WizardDraft } from './draft.ts';

/** The fields that the wizard asks for, of the source that the tile stands for. */
export function askedFields({ tile, video }: Pick<WizardDraft, 'tile' | 'video'>): Fields {
  const asks = tileOf(tile)?.asks ?? [];
  const fields = sourceOf(video.type)?.fields ?? {};
  return Object.fromEntries(Object.entries(fields).filter(([key]) => asks.includes(key)));
}

const isMissing = (field: Field, value: unknown) =>
  field.required === true && (field.kind === 'select' ? value === 'none' : value === '');

/** What is wrong with the settings before anything is probed: English texts by key of the field. */
export function faultsOf(
  draft: Pick<WizardDraft, 'tile' | 'video'>,
  { skills }: SourceContext,
): Record<string, string> {
  const fields = askedFields(draft);
  const settings = settingsOf(fields, draft.video.settings);
  const faults: Record<string, string> = {};
  for (const [key, field] of Object.entries(fields)) {
    const value = valueAt(settings, key);
    if (isMissing(field, value)) {
      faults[key] = field.kind === 'select' ? msg('Choose an option.') : msg('This field is required.');
    } else if (key === 'address') {
      const address = String(value);
      if (!isAddress(address)) {
        faults[key] = msg('The address must start with a protocol, for example rtsp:// or https://.');
        // A core that cannot tell what it reads is asked by the probe.
      } else if (skills.protocols.input.length > 0 && !isReadable(address, skills)) {
        faults[key] = msg("This core's ffmpeg does not support this protocol.");
      }
    }
  }
  return faults;
}
