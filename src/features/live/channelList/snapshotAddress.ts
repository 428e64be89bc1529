import { snapshotPath } from '../../../media/hls/hlsFiles.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import type { WithShownChannels } from '../shownChannels/slice.ts';

export type WithSnapshots = WithSession & WithShownChannels;

export function snapshotIn({ session, shownChannels: overview }: WithSnapshots, channel: string): string | null {
  const address = coreInfoOf(session)?.address;
  const takenAt = overview.snapshots[channel];
  // The core sends no cache headers for snapshots, so the address changes with each one.
  return takenAt === undefined || address === undefined ? null : `${address}/${snapshotPath(channel)}?${takenAt}`;
}
