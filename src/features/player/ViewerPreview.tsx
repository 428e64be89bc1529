import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useVisible } from '../../ui/hooks.ts';
import { Icon } from '../../ui/icons.tsx';
import { ViewerPlayer } from '../../ui/player/ViewerPlayer.tsx';
import { type PlayerConfig, playerConfig } from '../../viewer/player/config.ts';
import { progressIn } from '../ingest/selectors.ts';
import type { WithIngest } from '../ingest/slice.ts';
import type { CheckedImage } from '../pages/upload.ts';
import { coreInfoOf, type WithSession } from '../session/slice.ts';
import { type OpenPlayerForm, settingsWith, uploadOf } from './form.ts';

/** Typing must not start a player for every letter. */
const CALM_MS = 500;

/** An SVG is shown only by its type. */
const asBlob = ({ body }: CheckedImage) =>
  typeof body === 'string' ? new Blob([body], { type: 'image/svg+xml' }) : body;

/** The player exactly as viewers will have it, before anything is saved. */
export function ViewerPreview({ form: { found: channel, draft } }: { form: OpenPlayerForm }) {
  const { t } = useTranslation();
  const visible = useVisible();
  const root = useSelector(({ session }: WithSession) => coreInfoOf(session)?.address);
  const live = useSelector((state: WithIngest) => progressIn(state)?.status === 'connected');
  const [config, setConfig] = useState<PlayerConfig>(() => playerConfig(channel));
  useEffect(() => {
    const upload = uploadOf(draft);
    const picked = upload && URL.createObjectURL(asBlob(upload));
    const timer = setTimeout(() => {
      const wanted = playerConfig({ ...channel, player: settingsWith(channel.player, draft) });
      setConfig(picked === null ? wanted : { ...wanted, logo: { ...wanted.logo, image: picked } });
    }, CALM_MS);
    return () => {
      clearTimeout(timer);
      if (picked !== null) URL.revokeObjectURL(picked);
    };
  }, [channel, draft]);
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
