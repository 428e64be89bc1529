import type { ComponentProps } from 'react';
import { shallowEqual, useSelector } from 'react-redux';
import type { Channel } from '../../../media/channel/channel.ts';
import { SnapshotTile } from '../../../ui/layout/SnapshotTile.tsx';
import type { WithChannels } from '../channel/slice.ts';
import { NextChangePlace } from '../nextChange/NextChangePlace.tsx';
import { channelShortIn, type VerdictState } from '../verdict/slice.ts';
import { snapshotIn, type WithSnapshots } from './snapshotAddress.ts';

type ChannelThumbProps = Omit<ComponentProps<typeof SnapshotTile>, 'name' | 'snapshot' | 'state'> & {
  channel: Channel;
};

export function ChannelTile({ channel: { id, name, available }, ...rest }: ChannelThumbProps) {
  const snapshot = useSelector((state: WithSnapshots) => snapshotIn(state, id));
  const short = useSelector((state: VerdictState) => channelShortIn(state, id), shallowEqual);
  const current = useSelector(({ channel }: WithChannels) => channel.current === id);
  return (
    <SnapshotTile {...rest} name={name} snapshot={snapshot} state={available ? short : 'new'} aria-current={current}>
      <NextChangePlace channel={id} plain />
    </SnapshotTile>
  );
}
