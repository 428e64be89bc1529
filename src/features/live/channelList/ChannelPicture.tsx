import { type ReactNode, useState } from 'react';
import { useSelector } from 'react-redux';
import { snapshotIn, type WithSnapshots } from './snapshotAddress.ts';
import { useReportShownChannels } from './useReportShownChannels.tsx';

interface ChannelPictureProps {
  channel: string;
  className: string;
  /** In its place as long as there is none. */
  none?: ReactNode;
}

export function ChannelPicture({ channel, className, none = null }: ChannelPictureProps) {
  useReportShownChannels([channel]);
  const snapshot = useSelector((state: WithSnapshots) => snapshotIn(state, channel));
  // It may be taken away between the list of files and its request.
  const [broken, setBroken] = useState<string | null>(null);
  if (snapshot === null || snapshot === broken) return none;
  return <img className={className} src={snapshot} alt="" draggable={false} onError={() => setBroken(snapshot)} />;
}
