import * as z from 'zod/mini';
import { Config } from '../../api/answers/config.ts';

/** The servers of the core that addresses of encoders and processes refer to. Other settings are of the machine. */
export const CoreServers = z.strictObject({
  /** Port, with an optional host, as in the settings: `:8080`. */
  address: z.string(),
  rtmp: z.strictObject({ enable: z.boolean(), address: z.string(), app: z.string(), token: z.string() }),
  srt: z.strictObject({ enable: z.boolean(), address: z.string(), token: z.string(), passphrase: z.string() }),
});
export type CoreServers = z.infer<typeof CoreServers>;

/** A core without a server counts as one that has it switched off. */
export function coreServersOf({ address, rtmp, srt }: Config): CoreServers {
  return {
    address,
    rtmp: {
      enable: rtmp?.enable ?? false,
      address: rtmp?.address ?? '',
      app: rtmp?.app ?? '',
      token: rtmp?.token ?? '',
    },
    srt: {
      enable: srt?.enable ?? false,
      address: srt?.address ?? '',
      token: srt?.token ?? '',
      passphrase: srt?.passphrase ?? '',
    },
  };
}

/** A config with these servers and nothing else, for moves of addresses. */
export const configWith = ({ address, rtmp, srt }: CoreServers): Config =>
  Config.parse({ version: 3, address, rtmp, srt });
