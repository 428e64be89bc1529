import type { Skills } from '../../media/encoding/skills.ts';
import type { MediaType } from '../../media/encoding/streams.ts';
import type { Filter } from '../filters/defineFilter.ts';
import { filtersFor } from '../filters/index.ts';
import type { Settings } from '../form/fields.ts';
import { generatedInput } from './coderRows.ts';
import { type TrialRow, toNowhere } from './ffmpegTrialRow.ts';
import { type SettingVariant, settingsToTry, withSetting } from './settingVariants.ts';

const OPTION: Record<MediaType, string> = { video: '-vf', audio: '-af' };

/** Switched on. */
const active = ({ fields }: Filter): Settings =>
  Object.fromEntries(Object.entries(fields).flatMap(([key, { kind }]) => (kind === 'toggle' ? [[key, true]] : [])));

/** Each filter that this core has, and each of its settings that can be chosen, where it does something. */
export const filterRows = (skills: Pick<Skills, 'filters' | 'ffmpeg'>): TrialRow[] =>
  (['video', 'audio'] as const).flatMap((type) =>
    filtersFor(type, skills).flatMap((filter) => {
      const all: (SettingVariant | null)[] = [null, ...settingsToTry(filter.fields)];
      const byDefault = filter.graph(active(filter), skills.ffmpeg);
      const row = (setting: SettingVariant | null): TrialRow[] => {
        const chosen = setting ? withSetting(active(filter), filter.fields, setting) : active(filter);
        const graph = filter.graph(chosen, skills.ffmpeg);
        if (setting && graph === byDefault) return [];
        const output = toNowhere([OPTION[type], graph]);
        const names = [filter.ffmpeg];
        const read = [generatedInput(type)];
        return graph === ''
          ? []
          : [{ kind: 'filter', names, setting, global: [], inputs: read, output, runs: 'shared', hardware: false }];
      };
      return all.flatMap(row);
    }),
  );
