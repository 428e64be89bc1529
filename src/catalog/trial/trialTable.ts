import type { Skills } from '../../media/encoding/skills.ts';
import type { MediaType } from '../../media/encoding/streams.ts';
import { encodersToTry } from '../coders/chooseCoders.ts';
import type { Filter } from '../filters/defineFilter.ts';
import { filtersFor } from '../filters/index.ts';
import type { SourceContext } from '../form/defineCatalogEntry.ts';
import type { Settings } from '../form/fields.ts';
import { decoderRows, encoderRows, generatedInput } from './coderRows.ts';
import { serviceRows } from './serviceRows.ts';
import { type SettingVariant, settingsToTry, withSetting } from './settingVariants.ts';
import { sourceRows } from './sourceRows.ts';
import { type TrialRow, toNowhere } from './trialRow.ts';

/** Settings whose value does not change the arguments otherwise. */
const NUMBERS = ['fps', 'gop'];

interface TrialTable {
  byDefault: TrialRow[];
  services: TrialRow[];
  /** Each setting, those of services and hardware last. */
  chosen: TrialRow[];
}

export function trialTable(context: SourceContext): TrialTable {
  const { skills } = context;
  const rows = [
    ...encodersToTry(skills).flatMap((encoder) => encoderRows(encoder, skills.ffmpeg)),
    ...decoderRows(skills),
    ...filterRows(skills),
    ...sourceRows(context),
  ];
  const plain = rows.filter(({ setting }) => setting === null);
  const sent = serviceRows(skills);
  const settings = rows.filter(
    ({ setting, kind }) => setting !== null && !(kind === 'encoder' && NUMBERS.includes(setting.key)),
  );
  const ofHardware = ({ kind, hardware }: TrialRow) => kind === 'encoder' && hardware;
  const shared = plain.filter(({ runs }) => runs === 'shared');
  return {
    byDefault: [...shared, ...plain.filter(({ runs }) => runs !== 'shared')],
    services: sent.filter(({ setting }) => setting === null),
    chosen: [
      ...settings.filter((row) => !ofHardware(row)),
      ...sent.filter(({ setting }) => setting !== null),
      ...settings.filter(ofHardware),
    ],
  };
}

const OPTION: Record<MediaType, string> = { video: '-vf', audio: '-af' };

const active = ({ fields }: Filter): Settings =>
  Object.fromEntries(Object.entries(fields).flatMap(([key, { kind }]) => (kind === 'toggle' ? [[key, true]] : [])));

/** Each filter of this core, and each of its settings that has an effect. */
export const filterRows = (skills: Pick<Skills, 'filters' | 'ffmpeg'>): TrialRow[] =>
  (['video', 'audio'] as const).flatMap((type) =>
    filtersFor(type, skills).flatMap((filter) => {
      const all: (SettingVariant | null)[] = [null, ...settingsToTry(filter.fields)];
      const plain = filter.graph(active(filter), skills.ffmpeg);
      const row = (setting: SettingVariant | null): TrialRow[] => {
        const chosen = setting ? withSetting(active(filter), filter.fields, setting) : active(filter);
        const graph = filter.graph(chosen, skills.ffmpeg);
        if (setting && graph === plain) return [];
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

const AT_ONCE = 12;

export function batchesOf(rows: readonly TrialRow[]): TrialRow[][] {
  const batches: TrialRow[][] = [];
  for (const row of rows) {
    const last = batches.at(-1);
    const [first] = last ?? [];
    const joins = first?.runs === 'shared' && row.runs === 'shared' && first.kind === row.kind;
    if (last && joins && last.length < AT_ONCE) last.push(row);
    else batches.push([row]);
  }
  return batches;
}

export const halvesOf = (rows: readonly TrialRow[]): TrialRow[][] => {
  const middle = Math.ceil(rows.length / 2);
  return [rows.slice(0, middle), rows.slice(middle)];
};
