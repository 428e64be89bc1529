/** Ids: of a channel, or of the process of a publication. */
export type ControlSubject =
  | { type: 'channel'; id: string }
  | { type: 'publication'; id: string }
  | { type: 'group'; name: string; channel: string | null };

export type ControlOrder =
  | { subject: ControlSubject; command: 'start' | 'stop' | 'restart' }
  /** `auto`: the source while it is stable. */
  | { subject: Extract<ControlSubject, { type: 'channel' }>; command: 'slate' | 'source' | 'backup' | 'auto' };
