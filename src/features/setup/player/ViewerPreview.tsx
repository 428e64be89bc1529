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

/** Where the browser has what was picked and is on no disk yet. */
type PickedImages = Readonly<Record<PlayerImage, string | null>>;

/**
 * The configuration that the pages would read of a draft if it were saved now.
 * @param snapshot whether the stream has one: without it and without a poster there is no image before playback
 */
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

/** Specification 8: typing must not start a player for every letter. */
const CALM_MS = 500;

/** An SVG is shown only by its type. */
const asBlob = ({ body }: CheckedImage) =>
  typeof body === 'string' ? new Blob([body], { type: 'image/svg+xml' }) : body;

/** Where this browser has an image that is on no disk yet. */
function usePicked(image: CheckedImage | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (image === null) return;
    const made = URL.createObjectURL(asBlob(image));
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
      setAddress(null);
    };
  }, [image]);
  return address;
}

/** The player exactly as viewers will have it, before anything is saved. */
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
      const wanted = previewConfig(channel, draft, { picked: { logo, poster }, snapshot });
      // The same starts no player anew.
      setConfig((shown) => (sameJson(shown, wanted) ? shown : wanted));
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
