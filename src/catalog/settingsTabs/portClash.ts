import { msg } from '../../i18n/msg.ts';
import type { Settings } from '../form/fields.ts';
import { isSwitchedOn, portFieldHost, portInput, valueAt } from '../form/fieldValues.ts';
import type { TabContext } from './settingsTabTypes.ts';

/** HTTPS will be there: by automatic certificates, or by files that somebody gave the core. */
export const hasTls = (settings: Settings, { config: { tls } }: TabContext) =>
  isSwitchedOn(settings, 'tls.auto') || (tls?.enable === true && !tls.auto);

export const hasRtmp = (settings: Settings) =>
  isSwitchedOn(settings, 'rtmp.enable') || isSwitchedOn(settings, 'rtmp.enable_tls');

/** From core 16.9 on (config version 2) RTMPS has a port of its own, and comes only together with RTMP. */
export const hasOwnRtmpsPort = ({ config }: Pick<TabContext, 'config'>) => config.version >= 2;

/** Every TCP server of the core, and whether it will listen. */
const servers: Readonly<Record<string, (settings: Settings, context: TabContext) => boolean>> = {
  address: () => true,
  'tls.address': hasTls,
  'rtmp.address': hasRtmp,
  'rtmp.address_tls': (settings, context) => isSwitchedOn(settings, 'rtmp.enable_tls') && hasOwnRtmpsPort(context),
};

/** Where an authority asks for the proof that a name leads here. */
const CHALLENGE_PORT = 80;

/** A core whose servers want the same port ends at its restart: it must not come to that. */
export const portClash = (path: string) => (settings: Settings, context: TabContext) => {
  if (!servers[path]?.(settings, context)) return null;
  const host = (at: string) => portFieldHost(valueAt(settings, at));
  const port = (at: string) => Number(portInput(valueAt(settings, at)));
  const meets = (other: string) => host(path) === host(other) || host(path) === '' || host(other) === '';
  const taken = Object.entries(servers).some(
    ([other, listens]) => other !== path && listens(settings, context) && port(other) === port(path) && meets(other),
  );
  const isOfChallenge =
    isSwitchedOn(settings, 'tls.auto') &&
    path !== 'address' &&
    port(path) === CHALLENGE_PORT &&
    port('address') !== port(path);
  if (isOfChallenge) return msg('Automatic certificates need port 80. Choose a different one.');
  return taken ? msg('Another service of the core already uses this port. Choose a different one.') : null;
};
