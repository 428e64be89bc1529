import { useDispatch } from 'react-redux';
import { LicenseChoice } from '../../live/channelInfo/LicenseChoice.tsx';
import { channelChanged } from './slice.ts';
import type { ChannelTabProps } from './tabs.ts';

export function LicenseTab({ form: { draft } }: ChannelTabProps) {
  const dispatch = useDispatch();
  return <LicenseChoice license={draft.license} onChange={(license) => dispatch(channelChanged({ license }))} />;
}
