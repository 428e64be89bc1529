import type { Progress } from '../../media/progress.ts';
import type { WithChannels } from '../channel/slice.ts';
import type { WithConnection } from '../connection/slice.ts';
import type { WithOverview } from './slice.ts';

type Known = WithChannels & WithConnection & WithOverview;

const isAvailable = ({ channel: { list, current } }: Known) =>
  list.some(({ id, available }) => id === current && available);

/** The selected channel while nobody watches its processes; null where the header needs no request of its own. */
export const unpolledIn = (state: Known): string | null =>
  state.overview.polled !== state.channel.current && isAvailable(state) ? state.channel.current : null;

/** The state of the selected channel, as it was seen last. */
export function currentStateIn(state: Known): Progress['status'] | 'unknown' {
  const { channel, connection, overview } = state;
  if (channel.current === null || connection.status === 'lost') return 'unknown';
  // Never set up: there is nothing to be seen.
  return overview.states[channel.current] ?? (isAvailable(state) ? 'unknown' : 'disconnected');
}
