import type { ReactNode } from 'react';
import { useReportShownChannels } from './useReportShownChannels.tsx';
import { useSnapshot } from './useSnapshot.tsx';

interface ChannelPictureProps {
  channel: string;
  className: string;
  none?: ReactNode;
}

export function ChannelPicture({ channel, className, none = null }: ChannelPictureProps) {
  useReportShownChannels([channel]);
  const snapshot = useSnapshot(channel);
  return snapshot ? <img {...snapshot} className={className} alt="" draggable={false} /> : none;
}
