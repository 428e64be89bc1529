import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { msg } from '../../../i18n/msg.ts';
import { pageNow } from '../../../media/run/pageClock.ts';
import { UnfoldingDisclosure } from '../../../ui/controls/UnfoldingDisclosure.tsx';
import { ChoiceField } from '../../../ui/form/ChoiceField.tsx';
import { SwitchField } from '../../../ui/form/Switch.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { PLAYER_TYPES, type PlayerType } from '../../../viewer/player/settings.ts';
import { playerFaultsOf } from './draft.ts';
import { type OpenPlayerForm, playerChanged } from './slice.ts';

const two = (figure: number) => String(figure).padStart(2, '0');

/** Converts a stored time for a `datetime-local` field in local time; '' without a valid time. */
export function localTimeOf(iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return '';
  const day = `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** Converts a `datetime-local` value to ISO 8601 in UTC, in seconds; '' without a valid time. */
export function storedTimeOf(local: string): string {
  const at = new Date(local);
  // `toISOString` writes years beyond four digits with a sign.
  if (Number.isNaN(at.getTime()) || at.getFullYear() > 9998) return '';
  return at.toISOString().replace('.000Z', 'Z');
}

const players: Record<PlayerType, { label: string; note: string }> = {
  'videojs-public': { label: msg('Video.js'), note: msg('Recommended. All buttons stand in one bar below the video.') },
  'videojs-internal': {
    label: msg('Video.js, as in this interface'),
    note: msg('Viewers get the same player as with Video.js.'),
  },
  clappr: {
    label: msg('Clappr'),
    note: msg('The player of older installations. Share and license are in a corner above the video.'),
  },
};

/** Players of the viewer pages. Any other is only offered if it is stored. */
const OFFERED: readonly PlayerType[] = ['videojs-public', 'clappr'];

export function PlaybackTab({ form: { draft, stored, tried } }: { form: OpenPlayerForm }) {
  const { t } = useTranslation();
  const faults = tried ? playerFaultsOf(draft, stored) : {};
  const dispatch = useDispatch();
  const offered = PLAYER_TYPES.filter((type) => OFFERED.includes(type) || stored.player === type);
  const isPast = draft.startsAt !== '' && Date.parse(draft.startsAt) < pageNow();
  return (
    <>
      <SwitchField
        label={t('Autoplay')}
        help={t('Starts muted, because browsers block autoplay with sound. Viewers can unmute.')}
        checked={draft.autoplay}
        onChange={(autoplay) => dispatch(playerChanged({ autoplay }))}
      />
      <SwitchField
        label={t('Start muted')}
        checked={draft.mute}
        onChange={(mute) => dispatch(playerChanged({ mute }))}
      />
      <p className="field-note">
        {t(
          'To start a single link differently, add ?autoplay=1 (starts automatically) or ?mute=0 (with audio) to the end of its address.',
        )}
      </p>
      <TextField
        type="datetime-local"
        label={t('Start of the show')}
        help={
          isPast
            ? t('This time has passed, so viewers see no countdown.')
            : t('Viewers see a countdown while the stream is offline. In your time zone: {{zone}}.', {
                zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
              })
        }
        value={localTimeOf(draft.startsAt)}
        onChange={(local) => dispatch(playerChanged({ startsAt: storedTimeOf(local) }))}
      />
      <TextField
        label={t('Delivery address')}
        help={t(
          'Viewers fetch the stream here instead of from this server: the address of an edge or CDN, with https:// if your pages have it. Several edges: separate them with blanks. Each player takes one of them and another if that fails, viewers of all are counted.',
        )}
        error={faults.delivery && t(faults.delivery)}
        placeholder="https://"
        value={draft.delivery}
        onChange={(delivery) => dispatch(playerChanged({ delivery }))}
      />
      <p className="field-note">
        <a href="#/edges">{t('Edges: how many, and their files')}</a>
      </p>
      <SwitchField
        label={t('Share button')}
        help={t('Lets viewers copy the link and the embed code.')}
        checked={draft.share}
        onChange={(share) => dispatch(playerChanged({ share }))}
      />
      <SwitchField
        label={t('AirPlay')}
        help={t('A button that sends the video to an Apple TV. Shown where the browser offers AirPlay.')}
        checked={draft.airplay}
        onChange={(airplay) => dispatch(playerChanged({ airplay }))}
      />
      <SwitchField
        label={t('Chromecast')}
        help={t("A button that sends the video to a TV. Loads a script of Google in every viewer's browser.")}
        checked={draft.chromecast}
        onChange={(chromecast) => dispatch(playerChanged({ chromecast }))}
      />
      <UnfoldingDisclosure open={stored.player !== 'videojs-public'} summary={t('Advanced')}>
        <ChoiceField
          label={t('Player')}
          value={draft.player}
          onChange={(chosen) => {
            const player = PLAYER_TYPES.find((type) => type === chosen);
            if (player) dispatch(playerChanged({ player }));
          }}
          options={offered.map((value) => ({
            value,
            label: t(players[value].label),
            note: t(players[value].note),
          }))}
        />
      </UnfoldingDisclosure>
    </>
  );
}
