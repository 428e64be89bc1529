import { PREVIEW_KEY, PREVIEW_OFF } from '../../features/live/channelPage/previewPreference.ts';
import { UPDATES_KEY } from '../../features/shared/updates/slice.ts';
import { msg } from '../../i18n/msg.ts';
import { SHORTCUTS_KEY, SHORTCUTS_OFF } from './shortcuts.ts';

/** A switch that this browser stores; the stored texts are those of existing installations. */
export interface BrowserSwitch {
  key: string;
  label: string;
  help?: string;
  on: string;
  off: string;
  /** Its state until an operator chooses. */
  usual: boolean;
  /** What a build has to offer. */
  needs?: 'releases';
}

/** Language and theme stand above them. A preference is one row here, and is read with `usePreference`. */
export const BROWSER_SWITCHES: readonly BrowserSwitch[] = [
  {
    key: PREVIEW_KEY,
    label: msg('Preview'),
    help: msg('Plays the stream on the channel page. When off, it loads no video.'),
    ...{ on: 'on', off: PREVIEW_OFF, usual: true },
  },
  {
    key: 'alarm',
    label: msg('Alarm in this browser'),
    help: msg('More settings are under "Alarm" in the menu.'),
    ...{ on: 'on', off: 'off', usual: false },
  },
  {
    key: SHORTCUTS_KEY,
    label: msg('Single-key shortcuts'),
    help: msg('"Keyboard shortcuts" in the menu lists them.'),
    ...{ on: 'on', off: SHORTCUTS_OFF, usual: true },
  },
  {
    key: 'expert',
    label: msg('Expert mode'),
    help: msg(
      'Shows more settings: the tabs Service, Playback, Storage and Logging, and the command of a publication.',
    ),
    ...{ on: 'true', off: 'false', usual: false },
  },
  {
    key: UPDATES_KEY,
    label: msg('Check for updates'),
    help: msg('Asks once an hour whether there is a newer release.'),
    ...{ on: 'true', off: 'false', usual: false },
    needs: 'releases',
  },
];

export const isSwitchOn = ({ on, off, usual }: BrowserSwitch, stored: string | undefined): boolean =>
  usual ? stored !== off : stored === on;
