import { msg } from '../../i18n/msg.ts';
import { listField, number, type Settings, toggle, withGroup } from '../form/fields.ts';
import { isSwitchedOn, listAt } from '../form/fieldValues.ts';
import { type SettingsTab, type TabContext, withConfig } from './settingsTabTypes.ts';

const ORIGINS = 'storage.cors.origins';
const ALL = 'storage.cors.allow_all';
const COUNTED = 'sessions.enable';

const originsOf = ({ config: { storage } }: TabContext) => storage?.cors?.origins ?? [];
const isAll = (origins: readonly string[]) => origins.length === 1 && origins[0] === '*';

const writes = (settings: Settings) => ({ [ORIGINS]: isSwitchedOn(settings, ALL) ? ['*'] : listAt(settings, ORIGINS) });

const whileUncounted = (settings: Settings) =>
  isSwitchedOn(settings, COUNTED) ? null : { text: msg('Switch on the viewer statistics first.') };

/** Such as `10.0.0.0/8`. Uses the browser's URL parser, as a library for ranges would be 4 kB. */
function isRange(entry: string): boolean {
  const [ip = '', bits = '', ...rest] = entry.split('/');
  const isIpv6 = ip.includes(':');
  const address = `http://${isIpv6 ? `[${ip}]` : ip}`;
  if (!(isIpv6 ? /^[\da-f:.]+$/i : /^[\d.]+$/).test(ip) || !URL.canParse(address)) return false;
  // The parser also accepts `10.1` and `010.0.0.1` and normalizes them.
  const isExact = isIpv6 || new URL(address).hostname === ip;
  return isExact && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (isIpv6 ? 128 : 32);
}

export const playbackTab: SettingsTab = {
  id: 'playback',
  title: msg('Playback'),
  shown: 'expert',
  owns: ['storage.cors', 'sessions', 'stats'],
  fields: {
    ...withGroup(msg('Websites'), {
      [ALL]: withConfig(
        toggle({
          label: msg('Allow all websites to play the streams'),
          help: msg('Also required for the website of this server, whose pages have no origin of their own.'),
        }),
        { reads: (context) => isAll(originsOf(context)), writes, aliases: [ORIGINS] },
      ),
      [ORIGINS]: withConfig(
        listField({
          label: msg('Allowed websites'),
          help: msg('One per line. This only applies to browsers, not to other players.'),
          ...{ by: 'lines', placeholder: 'https://example.org' },
          disabled: (settings) => (isSwitchedOn(settings, ALL) ? { text: msg('All websites are allowed.') } : null),
          fault: (settings) => {
            if (isSwitchedOn(settings, ALL)) return null;
            const origins = listAt(settings, ORIGINS);
            if (origins.length === 0) return msg('Enter at least one website, or allow all.');
            return origins.every((origin) => origin.includes('*') || /^https?:\/\/./.test(origin))
              ? null
              : msg('Each website has to start with http:// or https://.');
          },
        }),
        { reads: (context) => (isAll(originsOf(context)) ? [] : originsOf(context)), writes },
      ),
    }),
    ...withGroup(msg('Viewer statistics'), {
      [COUNTED]: toggle({
        label: msg('Viewer statistics'),
        help: msg('Counts viewers and their bandwidth. Viewer limits only work while this is on.'),
      }),
      'sessions.ip_ignorelist': listField({
        label: msg('Ignored IP ranges'),
        help: msg('Viewers from these are not counted. One range per line, such as 192.168.0.0/16.'),
        by: 'lines',
        disabled: whileUncounted,
        fault: (settings) =>
          listAt(settings, 'sessions.ip_ignorelist').every(isRange)
            ? null
            : msg('Enter ranges in CIDR notation, such as 10.0.0.0/8 or ::1/128.'),
      }),
      'sessions.session_timeout_sec': withConfig(
        number({
          label: msg('Viewer timeout'),
          help: msg('A viewer without a request for this long is no longer counted.'),
          unit: msg('seconds'),
          ...{ default: 30, min: 1 },
          disabled: whileUncounted,
        }),
        { aliases: ['stats.session_timeout_sec'] },
      ),
      'sessions.persist': toggle({
        label: msg('Store statistics on disk'),
        help: msg('They survive a restart of the core.'),
        disabled: whileUncounted,
      }),
    }),
  },
};
