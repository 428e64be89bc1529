import type { Progress } from '../../media/progress.ts';
import type { WithChannels } from '../channel/slice.ts';
import type { WithConnection } from '../connection/slice.ts';
import type { WithIngest } from '../ingest/slice.ts';
import type { WithOverview } from './slice.ts';

type CurrentState = Progress['status'] | 'unknown';
type Seen = WithChannels & WithConnection & WithOverview & WithIngest;

const isAvailable = ({ channel: { list, current } }: Seen) =>
  list.some(({ id, available }) => id === current && available);

/** The selected channel while nobody watches its ingest; null where a overview is not needed. */
export const unwatchedIn = (state: Seen): string | null =>
  state.ingest.ingest.status === 'unknown' && isAvailable(state) ? state.channel.current : null;

/** The state of the selected channel, from who knows it best. */
export function currentStateIn(state: Seen): CurrentState {
  const { channel, connection, overview, ingest } = state;
  if (channel.current === null || connection.status === 'lost') return 'unknown';
  const watched = ingest.channel === channel.current ? ingest.ingest : null;
  if (watched?.status === 'present') return watched.progress.status;
  // Never set up, or gone from the core.
  if (watched?.status === 'absent' || !isAvailable(state)) return 'disconnected';
  return overview.states[channel.current] ?? 'unknown';
}
