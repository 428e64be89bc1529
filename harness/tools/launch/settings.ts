import path from 'node:path';
import * as z from 'zod';
import { UserError } from './userError.ts';

const port = (name: string) =>
  z.coerce
    .number({ error: `${name} must be a number` })
    .int(`${name} must be a whole number`)
    .min(1, `${name} must be 1 or more`)
    .max(65_535, `${name} must be 65535 or less`);

const Variables = z.object({
  // Until the registration, anyone who reaches the interface can become its administrator.
  HOST: z.ipv4('HOST must be an IPv4 address, such as 0.0.0.0 for all networks').default('127.0.0.1'),
  PORT: port('PORT').default(8080),
  RTMP_PORT: port('RTMP_PORT').optional(),
});

export interface Settings {
  host: string;
  port: number;
  /** null: the port in the settings of the core, 1935 at its first start. */
  rtmpPort: number | null;
}

export function settingsOf(environment: NodeJS.ProcessEnv): Settings {
  const nonEmpty = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const read = Variables.safeParse(nonEmpty);
  if (!read.success) throw new UserError(`${read.error.issues.map(({ message }) => message).join('. ')}.`);
  return { host: read.data.HOST, port: read.data.PORT, rtmpPort: read.data.RTMP_PORT ?? null };
}

interface CorePlaces extends Settings {
  folder: string;
  ui: string;
  user?: { name: string; password: string };
}

export function coreEnvironment({ host, port, rtmpPort, folder, ui, user }: CorePlaces): Record<string, string> {
  return {
    CORE_ADDRESS: `${host}:${port}`,
    // By default, cores keep it in ./config of the current folder.
    CORE_CONFIGFILE: path.resolve(folder, 'config.json'),
    CORE_DB_DIR: path.resolve(folder, 'db'),
    CORE_STORAGE_DISK_DIR: path.resolve(folder, 'data'),
    CORE_ROUTER_UI_PATH: path.resolve(ui),
    // A port set by the environment is read-only in the interface.
    ...(rtmpPort !== null && { CORE_RTMP_ADDRESS: `${host}:${rtmpPort}` }),
    ...(user && {
      CORE_API_AUTH_ENABLE: 'true',
      CORE_API_AUTH_USERNAME: user.name,
      CORE_API_AUTH_PASSWORD: user.password,
    }),
  };
}

/** "localhost" counts as a secure origin. */
export const interfaceAddress = ({ host, port }: Settings) =>
  `http://${host === '0.0.0.0' || host === '127.0.0.1' ? 'localhost' : host}:${port}/ui/`;

export function welcome(settings: Settings, registered: boolean): string {
  const lines = [
    ...(settings.host === '127.0.0.1'
      ? [
          'Only this machine can reach it, so OBS and other encoders have to run here, too.',
          'To open the interface, the streams and RTMP to your network, put HOST=0.0.0.0 in front of "make" at the next start.',
        ]
      : [
          `${settings.host === '0.0.0.0' ? 'All networks of this machine' : `The network of ${settings.host}`} can reach the interface, the streams and RTMP, without encryption.`,
          'From other machines, open it at the address of this one.',
        ]),
    ...(registered ? [] : ['No account exists yet: the first visitor creates the administrator account.']),
    'Ctrl-C stops everything.',
  ];
  return `\n  ${interfaceAddress(settings)}\n\n${lines.join('\n')}\n`;
}
