/** Plain text that may contain any characters. `title` is a single line. */
export interface AlarmMessage {
  /** The same in every try, and unique per receiver. */
  id: string;
  kind: 'fired' | 'resolved' | 'test';
  severity: 'critical' | 'warning' | 'info';
  title: string;
  text: string;
  link: string | null;
  /** Milliseconds since 1970. */
  at: number;
}

/** Chooses by severity; resolved and test messages count as `info`. */
export function bySeverity<T>({ kind, severity }: AlarmMessage, rows: Record<AlarmMessage['severity'], T>): T {
  return kind === 'fired' ? rows[severity] : rows.info;
}
