import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import type { PushType } from '../../../media/address/pushAddress.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Disclosure } from '../../../ui/controls/Disclosure.tsx';
import { List, ListRow } from '../../../ui/layout/ListRow.tsx';
import type { WithChannels } from '../../live/channel/slice.ts';
import { type PublishedStream, publishedLeft, publishedWanted, type WithPublishedStreams } from './slice.ts';

interface PublishedStreamsProps {
  channel: string;
  type: PushType;
  name: string;
  onTake: (key: string) => void;
}

export function PublishedStreams({ channel, type, name, onTake }: PublishedStreamsProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const published = useSelector((state: WithPublishedStreams) => state.publishedStreams);
  const list = useSelector((state: WithChannels) => state.channel.list);
  useEffect(() => {
    dispatch(publishedWanted({ channel, type }));
    return () => {
      dispatch(publishedLeft());
    };
  }, [channel, type, dispatch]);
  // A stream key is a secret, so only its end is shown.
  const called = ({ name: key, owner }: PublishedStream) => {
    const channel = list.find(({ id }) => id === owner);
    return channel ? t('Channel "{{name}}"', { name: channel.name }) : t('Key …{{end}}', { end: key.slice(-4) });
  };
  if (!published?.length) return null;
  return (
    <Disclosure summary={t('Streams that are published now')} note={String(published.length)}>
      <List label={t('Streams that are published now')}>
        {published.map((stream) => (
          <ListRow
            key={stream.name}
            title={called(stream)}
            end={
              stream.name === name ? (
                <span className="dim">{t('Chosen')}</span>
              ) : (
                <Button onClick={() => onTake(stream.name)}>{t('Use this stream')}</Button>
              )
            }
          />
        ))}
      </List>
    </Disclosure>
  );
}
