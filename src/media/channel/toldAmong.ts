import type { Process } from '../../api/answers/process.ts';
import { ingestId } from '../../api/processIds.ts';
import { progressOf } from '../run/progress.ts';
import type { StatusAnswer } from '../status/channelStatus.ts';
import type { Channel } from './channel.ts';

/** Returns the status of these channels, without renditions. `seenAt` in ms. */
export function toldAmong(
  all: readonly Process[],
  channels: readonly Channel[],
  seenAt: number,
): Record<string, StatusAnswer> {
  const states = new Map(all.map(({ id, state }) => [id, progressOf(state)] as const));
  // A missing process may be an entry that could not be parsed, so it does not count as deleted.
  const missed = states.has('') ? progressOf(undefined) : null;
  return Object.fromEntries(
    channels.map(({ id, egresses }) => [
      id,
      {
        seenAt,
        progress: states.get(ingestId(id)) ?? missed,
        egresses: Object.fromEntries(
          Object.keys(egresses).flatMap((egress) => {
            const progress = states.get(egress) ?? missed;
            return progress ? [[egress, progress] as const] : [];
          }),
        ),
      },
    ]),
  );
}
