import type { Config, ConfigAnswer } from '../../api/answers/config.ts';
import { portOf } from '../../catalog/kinds.ts';

interface Move {
  before: Config;
  after: Config;
  /** Where we reach the core, and the page that we are. */
  core: URL;
  page: URL;
  foreign: boolean;
}

const STANDARD = { 'http:': '80', 'https:': '443' };

/** Where this page will be after the restart; null when it stays, or when a proxy stands between and we cannot know. */
export function movedAddress({ before, after, core, page, foreign }: Move): string | null {
  const secure = core.protocol === 'https:';
  const reachable = ({ address, tls }: Config) => portOf(secure ? tls?.address : address);
  const reached = core.port || STANDARD[secure ? 'https:' : 'http:'];
  if (reachable(before) === reachable(after) || reachable(before) !== reached) return null;
  const moved = new URL(core);
  moved.port = reachable(after);
  if (!foreign) return new URL(page.pathname, moved.origin).href;
  const here = new URL(page.pathname, page.origin);
  here.searchParams.set('address', moved.origin + moved.pathname.replace(/\/+$/, ''));
  return here.href;
}

/** The core has stored settings that it does not use yet: they count from its next restart on. */
export const needsRestart = ({ loaded_at, updated_at }: Pick<ConfigAnswer, 'loaded_at' | 'updated_at'>) =>
  Date.parse(updated_at) > Date.parse(loaded_at);
