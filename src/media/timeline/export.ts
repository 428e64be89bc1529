import { maskText } from '../masking/mask.ts';
import type { Event, Subject } from './event.ts';

/** Contains no secrets and no translated texts. */
interface ExportedRow {
  from: string;
  to: string;
  seconds: number | '';
  subject: string;
  name: string;
  event: string;
  cause: string;
  told: 'seen' | 'core' | 'here' | 'elsewhere';
}

const iso = (ms: number) => new Date(ms).toISOString();
const SELF: readonly Subject[] = ['source', 'core', 'channel'];

function exported(event: Event, nameOf: (id: Subject) => string): ExportedRow {
  const of = 'of' in event ? event.of : event.kind === 'peak' ? 'channel' : 'source';
  const bare = {
    from: iso(event.at),
    to: '',
    seconds: '' as const,
    subject: SELF.includes(of) ? of : 'publication',
    name: SELF.includes(of) ? '' : maskText(nameOf(of)),
    cause: '',
    told: 'seen' as const,
  };
  switch (event.kind) {
    case 'state':
      return {
        ...bare,
        to: event.over ? iso(event.until) : '',
        seconds: Math.round((event.until - event.at) / 1000),
        event: event.status,
        cause: event.cause ?? '',
        told: event.told,
      };
    case 'deed':
      return { ...bare, event: event.act, told: event.by };
    case 'healing':
      return { ...bare, event: `agent: ${event.step}`, told: 'elsewhere' };
    case 'peak':
      return { ...bare, event: `viewers: ${event.n}` };
    case 'changed':
      return { ...bare, event: maskText(`changed: ${event.before} to ${event.now}`) };
  }
}

const COLUMNS = ['from', 'to', 'seconds', 'subject', 'name', 'event', 'cause', 'told'] as const;

/** Spreadsheets take text with these characters for a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const cell = (value: string | number): string => {
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export type ExportFormat = 'csv' | 'json';

export function exportOf(events: readonly Event[], nameOf: (id: Subject) => string, format: ExportFormat): string {
  const rows = events.map((event) => exported(event, nameOf));
  if (format === 'json') return `${JSON.stringify(rows, null, 2)}\n`;
  return `${[COLUMNS.join(','), ...rows.map((row) => COLUMNS.map((column) => cell(row[column])).join(','))].join('\r\n')}\r\n`;
}
