import { UNREAD } from '../../../api/answers/fieldSchemas.ts';
import type { Process } from '../../../api/answers/process.ts';
import { egressOf } from '../../../api/processIds.ts';
import { tokenIn } from '../../../media/stored/recordingFiles.ts';
import type { WithChannels } from '../channel/slice.ts';

/** All publications that record, of all channels. */
export const recordingIdsIn = ({ channel: { list } }: WithChannels): readonly string[] =>
  list.flatMap(({ egresses }) => Object.keys(egresses)).filter((id) => egressOf(id)?.service === 'recording');

/** The part of the names of its files that nobody can guess; null: it writes none. */
export const tokenOf = ({ config }: Process): string | null =>
  config && config !== UNREAD ? tokenIn(config.output.map(({ address }) => address).join(' ')) : null;
