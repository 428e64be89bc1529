import { msg } from '../../i18n/msg.ts';
import { port, type Settings, secret, textField, toggle, withGroup } from '../form/fields.ts';
import { isSwitchedOn } from '../form/fieldValues.ts';
import { addressSigns } from './addressSigns.ts';
import { hasOwnRtmpsPort, hasRtmp, hasTls, portClash } from './portClash.ts';
import { type SettingsTab, type TabContext, withConfig } from './settingsTabTypes.ts';

const PLAIN = 'rtmp.enable';
const SECURE = 'rtmp.enable_tls';

const whileOff = (settings: Settings) => (hasRtmp(settings) ? null : { text: msg('Switch on the server first.') });

/** The form excludes one or the other, but the core requires RTMP for RTMPS: up to 16.8, it is RTMP over TLS. */
const writes = (settings: Settings) => {
  const secure = isSwitchedOn(settings, SECURE);
  return { [PLAIN]: isSwitchedOn(settings, PLAIN) || secure, [SECURE]: secure };
};

export const rtmpTab: SettingsTab = {
  id: 'rtmp',
  title: msg('RTMP'),
  shown: 'always',
  owns: ['rtmp'],
  fields: {
    ...withGroup(msg('Server'), {
      [PLAIN]: withConfig(
        toggle({
          label: msg('RTMP server'),
          help: msg('Receives streams from encoders such as OBS or vMix.'),
          disabled: (settings) =>
            isSwitchedOn(settings, SECURE) && !isSwitchedOn(settings, PLAIN)
              ? { text: msg('Switch off the RTMPS server first.') }
              : null,
        }),
        {
          reads: ({ config: { rtmp: stored }, overrides }) =>
            stored?.enable === true && (!stored.enable_tls || overrides.includes(PLAIN)),
          writes,
        },
      ),
      [SECURE]: withConfig(
        toggle({
          label: msg('RTMPS server'),
          help: msg('RTMP over TLS.'),
          disabled: (settings, context: TabContext) => {
            if (isSwitchedOn(settings, SECURE)) return null;
            // HTTPS is checked first, so that nobody disables RTMP in vain.
            if (!hasTls(settings, context)) return { text: msg('RTMPS requires HTTPS.'), tab: 'network' };
            return isSwitchedOn(settings, PLAIN) && !context.overrides.includes(PLAIN)
              ? { text: msg('Switch off the RTMP server first.') }
              : null;
          },
          fault: (settings, context: TabContext) =>
            isSwitchedOn(settings, SECURE) && !hasTls(settings, context)
              ? msg('RTMPS requires HTTPS: switch on automatic certificates, or switch this off.')
              : null,
        }),
        { reads: ({ config: { rtmp: stored } }) => stored?.enable === true && stored.enable_tls, writes },
      ),
      'rtmp.address': port({ label: msg('RTMP port'), disabled: whileOff, fault: portClash('rtmp.address') }),
      'rtmp.address_tls': port({
        label: msg('RTMPS port'),
        when: (_, context: TabContext) => hasOwnRtmpsPort(context),
        disabled: (settings, context) =>
          isSwitchedOn(settings, SECURE) && hasTls(settings, context)
            ? null
            : { text: msg('Switch on the server first.') },
        fault: portClash('rtmp.address_tls'),
      }),
    }),
    ...withGroup(msg('Access'), {
      'rtmp.app': textField({
        label: msg('App'),
        help: msg('First part of every stream address, e.g. /live.'),
        disabled: whileOff,
        tidy: (typed) => `/${typed.replace(/^\/+/, '')}`,
        fault: addressSigns('rtmp.app'),
      }),
      'rtmp.token': secret({
        label: msg('Token'),
        help: msg('Must be part of the stream URL to publish or play. Leave empty to allow everyone.'),
        copy: true,
        draws: true,
        disabled: whileOff,
      }),
    }),
  },
};
