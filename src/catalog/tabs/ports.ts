import { msg } from '../../i18n/msg.ts';
import { valueAt } from '../settings.ts';
import { isOn, type TabContext, typedAt } from './define.ts';
import { hostOf } from './kinds.ts';

/** HTTPS will be there: by automatic certificates, or by files that somebody gave the core. */
export const hasTls = (situation: TabContext) => {
  const { tls } = situation.config;
  return isOn(situation, 'tls.auto') || (tls?.enable === true && !tls.auto);
};

export const hasRtmp = (situation: TabContext) => isOn(situation, 'rtmp.enable') || isOn(situation, 'rtmp.enable_tls');

/** From core 16.9 on (config version 2) RTMPS has a port of its own, and comes only together with RTMP. */
export const hasOwnRtmpsPort = ({ config }: Pick<TabContext, 'config'>) => config.version >= 2;

/** Every TCP server of the core, and whether it will listen. */
const servers: Readonly<Record<string, (situation: TabContext) => boolean>> = {
  address: () => true,
  'tls.address': hasTls,
  'rtmp.address': hasRtmp,
  'rtmp.address_tls': (situation) => isOn(situation, 'rtmp.enable_tls') && hasOwnRtmpsPort(situation),
};

/** A core whose servers want the same port ends at its restart: it must not come to that. */
export const portClash = (path: string) => (situation: TabContext) => {
  if (!servers[path]?.(situation)) return null;
  const host = (at: string) => hostOf(valueAt(situation.config, at));
  const meets = (other: string) => host(path) === host(other) || host(path) === '' || host(other) === '';
  const taken = Object.entries(servers).some(
    ([other, listens]) =>
      other !== path &&
      listens(situation) &&
      Number(typedAt(situation, other)) === Number(typedAt(situation, path)) &&
      meets(other),
  );
  return taken ? msg('Another service of the core already uses this port. Choose a different one.') : null;
};
