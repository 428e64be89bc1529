import { type ReactNode, useState } from 'react';
import { useSelector } from 'react-redux';
import { snapshotIn, type WithSnapshots } from './snapshotAddress.ts';
import { useReportShownChannels } from './useReportShownChannels.tsx';

interface ChannelPictureProps {
  channel: string;
  className: string;
  none?: ReactNode;
}

export function ChannelPicture({ channel, className, none = null }: ChannelPictureProps) {
  useReportShownChannels([channel]);
  const snapshot = useSelector((state: WithSnapshots) => snapshotIn(state, channel));
  // The core may remove the snapshot between listing and request.
  const [broken, setBroken] = useState<string | null>(null);
  if (snapshot === null || snapshot === broken) return none;
  return <img className={className} src={snapshot} alt="" draggable={false} onError={() => setBroken(snapshot)} />;
}
