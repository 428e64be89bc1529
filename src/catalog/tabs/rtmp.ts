import { msg } from '../../i18n/msg.ts';
import { isOn, type Tab, type TabContext } from './define.ts';
import { hasOwnRtmpsPort, hasRtmp, hasTls, portClash } from './ports.ts';

const PLAIN = 'rtmp.enable';
const SECURE = 'rtmp.enable_tls';

const whileOff = (situation: TabContext) => (hasRtmp(situation) ? null : { text: msg('Switch on the server first.') });

/** The switches exclude each other; for a core that wants RTMP beside RTMPS it is sent along. */
const switches = (situation: TabContext) => {
  const secure = isOn(situation, SECURE);
  return { [PLAIN]: isOn(situation, PLAIN) || (secure && hasOwnRtmpsPort(situation)), [SECURE]: secure };
};

export const rtmp: Tab = {
  id: 'rtmp',
  title: msg('RTMP'),
  shown: 'always',
  owns: ['rtmp'],
  groups: [
    {
      title: msg('Server'),
      fields: [
        {
          kind: 'flag',
          path: PLAIN,
          label: msg('RTMP server'),
          help: msg('Receives streams from encoders such as OBS or vMix.'),
          reads: ({ rtmp: stored }, overrides) =>
            stored?.enable === true && (!stored.enable_tls || overrides.includes(PLAIN)),
          locked: (situation) =>
            isOn(situation, SECURE) && !isOn(situation, PLAIN)
              ? { text: msg('Switch off the RTMPS server first. Only one of the two can be on.') }
              : null,
          writes: switches,
        },
        {
          kind: 'flag',
          path: SECURE,
          label: msg('RTMPS server'),
          help: msg('RTMP over TLS. Newer cores keep the RTMP port open as well.'),
          locked: (situation) => {
            if (isOn(situation, SECURE)) return null;
            if (isOn(situation, PLAIN) && !situation.overrides.includes(PLAIN)) {
              return { text: msg('Switch off the RTMP server first. Only one of the two can be on.') };
            }
            return hasTls(situation) ? null : { text: msg('RTMPS requires HTTPS.'), tab: 'network' };
          },
          fault: (situation) =>
            isOn(situation, SECURE) && !hasTls(situation)
              ? msg('RTMPS requires HTTPS: switch on automatic certificates, or switch this off.')
              : null,
          writes: switches,
        },
        {
          kind: 'port',
          path: 'rtmp.address',
          label: msg('RTMP port'),
          locked: whileOff,
          fault: portClash('rtmp.address'),
        },
        {
          kind: 'port',
          path: 'rtmp.address_tls',
          label: msg('RTMPS port'),
          offered: (config) => hasOwnRtmpsPort({ config }),
          locked: (situation) =>
            isOn(situation, SECURE) && hasTls(situation) ? null : { text: msg('Switch on the server first.') },
          fault: portClash('rtmp.address_tls'),
        },
      ],
    },
    {
      title: msg('Access'),
      fields: [
        {
          kind: 'text',
          path: 'rtmp.app',
          label: msg('App'),
          help: msg('First part of every stream address, e.g. /live.'),
          locked: whileOff,
          tidy: (typed) => `/${typed.replace(/^\/+/, '')}`,
        },
        {
          kind: 'secret',
          path: 'rtmp.token',
          label: msg('Token'),
          help: msg('Must be part of the stream URL to publish or play. Leave empty to allow everyone.'),
          locked: whileOff,
        },
      ],
    },
  ],
};
