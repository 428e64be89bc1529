import { useState } from 'react';
import { useSelector } from 'react-redux';
import { snapshotIn, type WithSnapshots } from './snapshotAddress.ts';
import { useReportShownChannels } from './useReportShownChannels.tsx';

export function ChannelPicture({ channel, className }: { channel: string; className: string }) {
  useReportShownChannels([channel]);
  const snapshot = useSelector((state: WithSnapshots) => snapshotIn(state, channel));
  // It may be taken away between the list of files and its request.
  const [broken, setBroken] = useState<string | null>(null);
  if (snapshot === null || snapshot === broken) return null;
  return <img className={className} src={snapshot} alt="" draggable={false} onError={() => setBroken(snapshot)} />;
}
