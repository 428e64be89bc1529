import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { type MeasuredDelay, wholeDelay } from '../../../media/hls/delay.ts';
import { playlistPath, snapshotPath } from '../../../media/hls/hlsFiles.ts';
import { statusAge } from '../../../media/run/statusAge.ts';
import { LiveVideo } from '../../../ui/player/LiveVideo.tsx';
import { useVisible } from '../../../ui/viewportHooks.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { deliveryIn, type WithChannels } from '../channel/slice.ts';
import { seenAtIn } from '../ingest/selectors.ts';
import type { WithIngest } from '../ingest/slice.ts';
import { keepPreviewFile, storagePath } from '../streamInspector/previewFileCache.ts';
import { delayMeasured } from '../streamInspector/slice.ts';

/** Plays what the channel puts out. Mounted only while there is something to play; a hidden tab plays nothing. */
export function Preview({ channel }: { channel: string }) {
  const { t } = useTranslation();
  const visible = useVisible();
  const address = useSelector(({ session }: WithSession) => coreInfoOf(session)?.address);
  // After a hidden tab or a lost connection the last known state may be long gone, and the playlist with it.
  const current = statusAge(useSelector(seenAtIn), Date.now()) === null;
  const { storage } = useSelector((state: WithChannels) => deliveryIn(state, channel));
  const snapshotAt = useSelector(({ ingest }: WithIngest) => ingest.snapshotAt);
  const dispatch = useDispatch();
  const tell = useMemo(() => {
    let told = '';
    return (delay: MeasuredDelay | null) => {
      const said = delay && wholeDelay(delay);
      const next = JSON.stringify(said);
      if (next !== told) dispatch(delayMeasured(said));
      told = next;
    };
  }, [dispatch]);
  const playlist = address === undefined ? null : `${address}/${playlistPath(channel, storage)}`;
  const keep = useCallback(
    (file: string, buffer: ArrayBuffer) => {
      const path = playlist === null ? null : storagePath(file, playlist, channel);
      if (path !== null) keepPreviewFile(path, buffer);
    },
    [playlist, channel],
  );
  if (!visible || !current || playlist === null) return null;
  // The core sends no cache headers with the snapshot, so its address changes with it.
  const poster = snapshotAt === null ? null : `${address}/${snapshotPath(channel)}?${snapshotAt}`;
  return <LiveVideo address={playlist} poster={poster} label={t('Preview')} onDelay={tell} onFile={keep} />;
}
