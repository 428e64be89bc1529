import type { Sessions } from '../sessions/types.ts';
import type { Log } from '../types.ts';

export interface RtmpDeps {
  /** `host:port` or `:port`; port 0 takes a free one. */
  readonly address: string;
  /** Channels live below this prefix; `/` is no prefix. */
  readonly app: string;
  /** Asked of publishers and players; empty asks nothing. */
  readonly token: string;
  readonly sessions: Pick<Sessions, 'open'>;
  readonly log: Log;
}

export interface RtmpServer {
  /** The port that is listened on. */
  readonly port: number;
  /** Paths of the channels that are on air, with app, without token: `/live/x`. */
  channels(): string[];
  /** Closes all connections and the port. */
  stop(): Promise<void>;
}
