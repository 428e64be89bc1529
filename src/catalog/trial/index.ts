import { encodersToTry } from '../coders/chooseCoders.ts';
import type { SourceContext } from '../form/defineCatalogEntry.ts';
import { encoderRows, rowsOfDecoders } from './coderRows.ts';
import type { TrialRow } from './ffmpegTrialRow.ts';
import { filterRows } from './filterRows.ts';
import { serviceRows } from './serviceRows.ts';
import { sourceRows } from './sourceRows.ts';

/** Whatever is chosen there, ffmpeg is given a number in the same place. */
const NUMBERS = ['fps', 'gop'];

/** Rows in the order in which they are tried. */
interface TrialTable {
  /** The rows for default settings. */
  byDefault: TrialRow[];
  /** The rows for services, with encoders not known to be rejected. */
  services: TrialRow[];
  /** Each setting that can be chosen, those of services and of hardware last. */
  chosen: TrialRow[];
}

/** All that this interface can write for this core. */
export function trialTable(context: SourceContext): TrialTable {
  const { skills } = context;
  const rows = [
    ...encodersToTry(skills).flatMap((encoder) => encoderRows(encoder, skills.ffmpeg)),
    ...rowsOfDecoders(skills),
    ...filterRows(skills),
    ...sourceRows(context),
  ];
  const byDefault = rows.filter(({ setting }) => setting === null);
  const sent = serviceRows(skills);
  const settings = rows.filter(
    ({ setting, kind }) => setting !== null && !(kind === 'encoder' && NUMBERS.includes(setting.key)),
  );
  const ofHardware = ({ kind, hardware }: TrialRow) => kind === 'encoder' && hardware;
  // Side by side they share a process.
  const shared = byDefault.filter(({ runs }) => runs === 'shared');
  return {
    byDefault: [...shared, ...byDefault.filter(({ runs }) => runs !== 'shared')],
    services: sent.filter(({ setting }) => setting === null),
    chosen: [
      ...settings.filter((row) => !ofHardware(row)),
      ...sent.filter(({ setting }) => setting !== null),
      ...settings.filter(ofHardware),
    ],
  };
}
