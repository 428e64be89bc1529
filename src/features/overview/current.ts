import type { Progress } from '../../media/progress.ts';
import type { RootState } from '../features.ts';

type State = Progress['state'] | 'unknown';
type Seen = Pick<RootState, 'channel' | 'connection' | 'glance' | 'ingest'>;

const isAvailable = ({ channel: { list, current } }: Seen) =>
  list.some(({ id, available }) => id === current && available);

/** The selected channel while nobody watches its ingest; null where a glance is not needed. */
export const unwatchedIn = (state: Seen): string | null =>
  state.ingest.ingest.presence === 'unknown' && isAvailable(state) ? state.channel.current : null;

/** The state of the selected channel, from who knows it best. */
export function currentStateIn(state: Seen): State {
  const { channel, connection, glance, ingest } = state;
  if (channel.current === null || connection.state === 'lost') return 'unknown';
  const watched = ingest.channel === channel.current ? ingest.ingest : null;
  if (watched?.presence === 'present') return watched.progress.state;
  // Never set up, or gone from the core.
  if (watched?.presence === 'absent' || !isAvailable(state)) return 'disconnected';
  return glance.states[channel.current] ?? 'unknown';
}
