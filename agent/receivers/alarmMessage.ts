/** What is told to people. `title` is one line; both are text, whatever signs they contain. */
export interface AlarmMessage {
  /** The same in every try, and for one receiver only. */
  id: string;
  kind: 'fired' | 'resolved' | 'test';
  severity: 'critical' | 'warning' | 'info';
  title: string;
  text: string;
  link: string | null;
  /** Milliseconds since 1970. */
  at: number;
}

/** By severity; a message that all is well again, and a test, are never urgent. */
export function bySeverity<T>({ kind, severity }: AlarmMessage, rows: Record<AlarmMessage['severity'], T>): T {
  return kind === 'fired' ? rows[severity] : rows.info;
}
