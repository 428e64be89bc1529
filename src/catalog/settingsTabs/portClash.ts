import { msg } from '../../i18n/msg.ts';
import type { Settings } from '../form/fields.ts';
import { isSwitchedOn, portFieldHost, portInput, valueAt } from '../form/fieldValues.ts';
import type { TabContext } from './settingsTabTypes.ts';

export const hasTls = (settings: Settings, { config: { tls } }: TabContext) =>
  isSwitchedOn(settings, 'tls.auto') || (tls?.enable === true && !tls.auto);

export const hasRtmp = (settings: Settings) =>
  isSwitchedOn(settings, 'rtmp.enable') || isSwitchedOn(settings, 'rtmp.enable_tls');

/** Since core 16.9 (config version 2), RTMPS has its own port and requires RTMP. */
export const hasOwnRtmpsPort = ({ config }: Pick<TabContext, 'config'>) => config.version >= 2;

const servers: Readonly<Record<string, (settings: Settings, context: TabContext) => boolean>> = {
  address: () => true,
  'tls.address': hasTls,
  'rtmp.address': hasRtmp,
  'rtmp.address_tls': (settings, context) => isSwitchedOn(settings, 'rtmp.enable_tls') && hasOwnRtmpsPort(context),
};

/** Port of the HTTP challenge for certificates. */
const CHALLENGE_PORT = 80;

/** Prevents two servers on one port, with which the core would not restart. */
export const portClash = (path: string) => (settings: Settings, context: TabContext) => {
  if (!servers[path]?.(settings, context)) return null;
  const host = (at: string) => portFieldHost(valueAt(settings, at));
  const port = (at: string) => Number(portInput(valueAt(settings, at)));
  const meets = (other: string) => host(path) === host(other) || host(path) === '' || host(other) === '';
  const isTaken = Object.entries(servers).some(
    ([other, listens]) => other !== path && listens(settings, context) && port(other) === port(path) && meets(other),
  );
  const isOfChallenge =
    isSwitchedOn(settings, 'tls.auto') &&
    path !== 'address' &&
    port(path) === CHALLENGE_PORT &&
    port('address') !== port(path);
  if (isOfChallenge) return msg('Automatic certificates need port 80. Choose a different one.');
  return isTaken ? msg('Another service of the core already uses this port. Choose a different one.') : null;
};
