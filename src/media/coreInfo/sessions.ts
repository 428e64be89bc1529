import type { Config } from '../../api/answers/config.ts';
import type { ActiveSessions } from '../../api/answers/sessions.ts';
import type { Push } from '../address/pushAddress.ts';

export interface Publisher {
  by: Push['type'];
  /** '' if the core does not report it. */
  from: string;
  /** Unix seconds; null if the core does not report it. */
  since: number | null;
}

const PUBLISH = 'publish:';

/** Ended sessions stay listed for a while, so the newest counts. */
export function senderIn(active: ActiveSessions, by: Push['type'], name: string): Publisher | null {
  const sessions = (active[by] ?? []).filter(
    ({ local }) => local.startsWith(PUBLISH) && `/${local.slice(PUBLISH.length)}`.endsWith(`/${name}`),
  );
  const [newest] = sessions.toSorted((a, b) => b.created_at - a.created_at);
  return newest ? { by, from: newest.remote, since: newest.created_at > 0 ? newest.created_at : null } : null;
}

/** `publishedKbit`: sent to services of publications, as far as the core counts it. */
export type Audience = { viewers: number; bandwidthKbit: number; publishedKbit: number };

const COLLECTORS = ['ffmpeg', 'hls', 'rtmp', 'srt'];

/** Older cores reject the whole request for one unknown collector. */
export const sessionCollectors = ({ srt }: Pick<Config, 'srt'>): string =>
  COLLECTORS.filter((name) => name !== 'srt' || srt !== undefined).join(',');

const PUBLISHER = /^publish:/;

/** With many sessions, the embedded core merges the rest of a channel into one entry with their number. */
const countOf = ({ id, extra }: ActiveSessions[string][number]) =>
  id.startsWith('others:') ? Number(/^\d+/.exec(extra)?.[0] ?? 1) : 1;

/** RTMP and SRT refer to `{channel}.stream`, HLS to the channel or `{channel}_output_0`. */
const isOf = (reference: string, channel: string) =>
  reference === channel || ['.', '_'].some((sign) => reference.startsWith(channel + sign));

export function audienceOf(active: ActiveSessions, channel: string): Audience {
  let viewers = 0;
  let bandwidthKbit = 0;
  let publishedKbit = 0;
  for (const [collector, sessions] of Object.entries(active)) {
    for (const session of sessions) {
      const { reference, local, bandwidth_tx_kbit } = session;
      if (!isOf(reference, channel)) continue;
      if (collector === 'ffmpeg') publishedKbit += bandwidth_tx_kbit;
      else bandwidthKbit += bandwidth_tx_kbit;
      // The encoder that pushes the source is listed as well.
      if (collector !== 'ffmpeg' && !PUBLISHER.test(local)) viewers += countOf(session);
    }
  }
  return { viewers, bandwidthKbit, publishedKbit };
}

const pusherOf = (active: ActiveSessions, channel: string) =>
  Object.values(active)
    .flat()
    .filter(({ local, reference }) => PUBLISHER.test(local) && isOf(reference, channel))
    .toSorted((a, b) => b.created_at - a.created_at)[0] ?? null;

export const senderOf = (active: ActiveSessions, channel: string): string | null =>
  pusherOf(active, channel)?.remote.replace(/:\d+$/, '') || null;

export const receivedBytesOf = (active: ActiveSessions, channel: string): number | null =>
  pusherOf(active, channel)?.bytes_rx ?? null;
