import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { shallowEqual, useSelector } from 'react-redux';
import type { Channel } from '../../../media/channel/channel.ts';
import { StateWord } from '../../../ui/feedback/StateChip.tsx';
import { SnapshotTile } from '../../../ui/layout/SnapshotTile.tsx';
import { Icon } from '../../../ui/look/icons.tsx';
import { NextChangePlace } from '../nextChange/NextChangePlace.tsx';
import { channelShortIn, type VerdictState } from '../verdict/slice.ts';
import { useSnapshot } from './useSnapshot.tsx';

type ChannelTileProps = Omit<ComponentProps<typeof SnapshotTile>, 'name' | 'picture' | 'state'> & {
  channel: Channel;
  /** Tiles far from the view show only the name, and do not follow the state. */
  near?: boolean;
};

export function ChannelTile({ channel, near = true, ...rest }: ChannelTileProps) {
  return (
    <SnapshotTile
      {...rest}
      name={channel.name}
      picture={near && <Picture channel={channel.id} />}
      state={near && <State channel={channel} />}
    >
      <NextChangePlace channel={near ? channel.id : null} plain />
    </SnapshotTile>
  );
}

function Picture({ channel }: { channel: string }) {
  const snapshot = useSnapshot(channel);
  return snapshot ? <img {...snapshot} alt="" loading="lazy" /> : <Icon name="camera" size={32} />;
}

function State({ channel: { id, available } }: { channel: Channel }) {
  const { t } = useTranslation();
  const short = useSelector((state: VerdictState) => channelShortIn(state, id), shallowEqual);
  if (!available) return <span className="dim">{t('Not set up yet')}</span>;
  return short && <StateWord {...short} />;
}
