import type { ComponentProps } from 'react';
import { shallowEqual, useSelector } from 'react-redux';
import { snapshotPath } from '../../media/hls.ts';
import { Thumb } from '../../ui/Thumb.tsx';
import type { Channel, WithChannels } from '../channel/slice.ts';
import { coreInfoOf, type WithSession } from '../session/slice.ts';
import { channelShortIn, type LooksSeen } from '../verdict/look.ts';
import type { WithOverview } from './slice.ts';

type ChannelThumbProps = Omit<ComponentProps<typeof Thumb>, 'name' | 'snapshot' | 'state' | 'problems'> & {
  channel: Channel;
};

export function ChannelThumb({ channel: { id, name, available }, ...rest }: ChannelThumbProps) {
  const address = useSelector(({ session }: WithSession) => coreInfoOf(session)?.address);
  const takenAt = useSelector(({ overview }: WithOverview) => overview.snapshots[id]);
  const short = useSelector((state: LooksSeen) => channelShortIn(state, id), shallowEqual);
  const current = useSelector(({ channel }: WithChannels) => channel.current === id);
  return (
    <Thumb
      {...rest}
      name={name}
      // The core sends no cache headers with the snapshot, so its address changes with it.
      snapshot={takenAt === undefined ? null : `${address}/${snapshotPath(id)}?${takenAt}`}
      state={available ? (short?.state ?? null) : 'new'}
      problems={short?.problems ?? 0}
      aria-current={current}
    />
  );
}
