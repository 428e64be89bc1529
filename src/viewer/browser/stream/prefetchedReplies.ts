/** What a server has answered, whole: whoever needs it next does not ask again. */
export interface Reply {
  status: number;
  headers: Headers;
  /** After redirections. */
  url: string;
  body: ArrayBuffer;
  /** Milliseconds since 1970, by the clock of this machine. */
  begun: number;
  /** How long it took. */
  ms: number;
}

/** By the whole address that was asked; each is for one who takes it. */
export type Replies = Map<string, Promise<Reply>>;

/** What was asked for before the player was there. */
export interface HeadStart {
  /** The whole address of the playlist, of those that there are. */
  source: string;
  replies: Replies;
  /** The address that the poster was asked for at. */
  poster: string;
  /** Milliseconds since 1970. */
  begun: number;
}

declare global {
  interface Window {
    /** Set by start.min.js; null when the player was there before it. */
    headStart?: HeadStart | null;
  }
}

/** Rejects when there is no answer. */
export async function fetchReply(address: string, options: RequestInit): Promise<Reply> {
  const begun = Date.now();
  const response = await fetch(address, options);
  const { status, headers, url } = response;
  const body = await response.arrayBuffer();
  return { status, headers, url, body, begun, ms: Date.now() - begun };
}

export const textOf = ({ body }: Pick<Reply, 'body'>): string => new TextDecoder().decode(body);
