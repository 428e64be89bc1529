import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { LiveVideo } from '../../ui/player/LiveVideo.tsx';
import { useVisible } from '../../ui/useVisible.ts';
import type { RootState } from '../features.ts';
import { coreInfoOf } from '../session/slice.ts';
import { seenAtIn } from './selectors.ts';
import { ageOf } from './view.ts';

/** Plays what the channel puts out. Mounted only while there is something to play; a hidden tab plays nothing. */
export function Preview({ channel }: { channel: string }) {
  const { t } = useTranslation();
  const visible = useVisible();
  const address = useSelector(({ session }: RootState) => coreInfoOf(session)?.address);
  // After a hidden tab or a lost connection the last known state may be long gone, and the playlist with it.
  const current = ageOf(useSelector(seenAtIn), Date.now()) === null;
  const snapshotAt = useSelector(({ ingest }: RootState) => ingest.snapshotAt);
  if (!visible || !current || address === undefined) return null;
  const base = `${address}/memfs/${channel}`;
  // The core sends no cache headers with the picture, so its address changes with it.
  const poster = snapshotAt === null ? null : `${base}.jpg?${snapshotAt}`;
  return <LiveVideo address={`${base}.m3u8`} poster={poster} label={t('Preview')} />;
}
