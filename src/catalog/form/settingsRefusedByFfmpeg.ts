import { msg } from '../../i18n/msg.ts';
import type { RefusedRow, TriedKind } from '../../media/encoding/ffmpegTrialResult.ts';
import type { Skills } from '../../media/encoding/skills.ts';
import type { Field, Fields } from './fields.ts';
import { valueAt } from './fieldValues.ts';

export const settingsRefusedByFfmpeg = ({ trial }: Pick<Skills, 'trial'>, kind: TriedKind, name: string) =>
  trial?.refused.flatMap(({ kind: refusedKind, name: called, setting, line }) =>
    setting && refusedKind === kind && called === name ? [{ ...setting, line }] : [],
  ) ?? [];

type RefusedSetting = Pick<RefusedRow, 'line'> & NonNullable<RefusedRow['setting']>;

export const withoutSettings = (fields: Fields, refused: readonly RefusedSetting[]): Fields =>
  refused.length === 0
    ? fields
    : Object.fromEntries(
        Object.entries(fields).map(([key, field]) => [
          key,
          withoutValues(
            key,
            field,
            refused.flatMap((setting) => (setting.key === key ? setting.value : [])),
          ),
        ]),
      );

function withoutValues(key: string, field: Field, values: readonly string[]): Field {
  if (values.length === 0) return field;
  // A stored switch can still be switched back.
  if (field.kind === 'toggle')
    return {
      ...field,
      disabled: (settings, context) => {
        const isRefused = values.includes(String(valueAt(settings, key) === true));
        return field.disabled?.(settings, context) ?? (isRefused ? null : { text: msg('Refused by ffmpeg') });
      },
    };
  if (!('options' in field)) return field;
  const options = field.options.map((option) =>
    values.includes(option.value) ? { ...option, storedOnly: true as const } : option,
  );
  return { ...field, options };
}
