/** What the agent can be told to act on. Ids: of a channel its own, of a publication that of its process. */
export type ControlSubject =
  | { type: 'channel'; id: string }
  | { type: 'publication'; id: string }
  /** All publications of a group, of every channel or of one. */
  | { type: 'group'; name: string; channel: string | null };

export type ControlOrder =
  | { subject: ControlSubject; command: 'start' | 'stop' | 'restart' }
  /** What is on the air in place of the source; `auto`: the source while it is good. */
  | { subject: Extract<ControlSubject, { type: 'channel' }>; command: 'slate' | 'source' | 'backup' | 'auto' };
