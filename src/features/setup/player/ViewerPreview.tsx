import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { Icon } from '../../../ui/look/icons.tsx';
import { ViewerPlayer } from '../../../ui/player/ViewerPlayer.tsx';
import { useVisible } from '../../../ui/viewportHooks.ts';
import type { ChannelForViewers } from '../../../viewer/player/channelForViewers.ts';
import { type PlayerConfig, playerConfig } from '../../../viewer/player/config.ts';
import { parsePlayerSettings } from '../../../viewer/player/settings.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { snapshotIn, type WithSnapshots } from '../../live/channelList/snapshotAddress.ts';
import { useReportShownChannels } from '../../live/channelList/useReportShownChannels.tsx';
import { progressIn } from '../../live/ingest/selectors.ts';
import type { WithIngest } from '../../live/ingest/slice.ts';
import type { CheckedImage } from '../image/uploadImage.ts';
import { playerWith, uploadOf } from './draft.ts';
import type { OpenPlayerForm, PlayerDraft, PlayerImage } from './slice.ts';

/** Object URLs of picked images that are not uploaded yet. */
type PickedImages = Readonly<Record<PlayerImage, string | null>>;

/** @param snapshot whether the stream has a snapshot, which replaces a missing poster */
export function previewConfig(
  channel: ChannelForViewers,
  draft: PlayerDraft,
  { picked, snapshot }: { picked: PickedImages; snapshot: boolean },
): PlayerConfig {
  const config = playerConfig({ ...channel, player: parsePlayerSettings(playerWith(channel.player, draft)) });
  const dark = !draft.ownPoster && !snapshot;
  return {
    ...config,
    logo: { ...config.logo, image: picked.logo ?? config.logo.image },
    poster: picked.poster ?? (dark ? '' : config.poster),
  };
}

/** Delay before the preview restarts, so that typing does not restart it for every letter. */
const CALM_MS = 500;

/** Browsers show an SVG only with its media type. */
const asBlob = ({ body }: CheckedImage) =>
  typeof body === 'string' ? new Blob([body], { type: 'image/svg+xml' }) : body;

function usePicked(image: CheckedImage | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (image === null) return;
    const url = URL.createObjectURL(asBlob(image));
    setAddress(url);
    return () => {
      URL.revokeObjectURL(url);
      setAddress(null);
    };
  }, [image]);
  return address;
}

export function ViewerPreview({ form: { found: channel, draft } }: { form: OpenPlayerForm }) {
  const { t } = useTranslation();
  const visible = useVisible();
  const root = useSelector(({ session }: WithSession) => coreInfoOf(session)?.address);
  const live = useSelector((state: WithIngest) => progressIn(state)?.status === 'connected');
  useReportShownChannels([channel.id]);
  const snapshot = useSelector((state: WithSnapshots) => snapshotIn(state, channel.id) !== null);
  const logo = usePicked(uploadOf(draft, 'logo'));
  const poster = usePicked(uploadOf(draft, 'poster'));
  const [config, setConfig] = useState(() => previewConfig(channel, draft, { picked: { logo, poster }, snapshot }));
  useEffect(() => {
    const timer = setTimeout(() => {
      const next = previewConfig(channel, draft, { picked: { logo, poster }, snapshot });
      // An equal configuration must not restart the player.
      setConfig((shown) => (sameJson(shown, next) ? shown : next));
    }, CALM_MS);
    return () => clearTimeout(timer);
  }, [channel, draft, logo, poster, snapshot]);
  return (
    <section className="player" data-scheme="dark" aria-label={t('Preview')}>
      {live && visible && root !== undefined ? (
        <ViewerPlayer config={config} root={`${root}/`} label={channel.name} />
      ) : (
        <div className="player-card">
          <Icon name="hide" size={40} />
          <h2>{t('No video')}</h2>
          <p>{t('The preview plays while the channel is connected.')}</p>
        </div>
      )}
    </section>
  );
}
