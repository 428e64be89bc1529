import type { ActiveSessions } from '../../api/answers/sessionsMetricsAndFiles.ts';
import type { Push } from '../address/pushAddress.ts';

/** The sender of a channel's source to the core. */
export interface Publisher {
  by: Push['type'];
  /** Where it sends from; '' where the core does not tell. */
  from: string;
  /** Unix seconds; null where the core does not tell. */
  since: number | null;
}

const PUBLISH = 'publish:';

/** @param name under which it arrives; sessions stay for a while after they ended, so the newest counts */
export function senderIn(active: ActiveSessions, by: Push['type'], name: string): Publisher | null {
  const sessions = (active[by] ?? []).filter(
    ({ local }) => local.startsWith(PUBLISH) && `/${local.slice(PUBLISH.length)}`.endsWith(`/${name}`),
  );
  const [newest] = sessions.toSorted((a, b) => b.created_at - a.created_at);
  return newest ? { by, from: newest.remote, since: newest.created_at > 0 ? newest.created_at : null } : null;
}
