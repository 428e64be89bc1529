import { msg } from '../../i18n/msg.ts';
import type { Resources, Usage } from '../../media/resources.ts';

/** How a figure is written. */
export type Unit = 'percent' | 'bytes' | 'stored' | 'kbit' | 'count';

/** A line of the resources; `label` is to be translated. */
export interface Line {
  label: string;
  unit: Unit;
  usage: Usage;
}

/** Of the whole machine. */
export const systemLines = ({ cpu, memory }: Resources): Line[] => [
  { label: msg('CPU'), unit: 'percent', usage: cpu },
  { label: msg('Memory'), unit: 'bytes', usage: memory },
];

/** Of the core and what it serves. */
export const applicationLines = ({ memfs, disk, network, sessions }: Resources): Line[] => [
  { label: msg('In-memory storage'), unit: 'stored', usage: memfs },
  { label: msg('Disk'), unit: 'stored', usage: disk },
  { label: msg('Network'), unit: 'kbit', usage: network },
  { label: msg('Viewers'), unit: 'count', usage: sessions },
];

/** Seconds as days:hours:minutes:seconds. */
export function uptimeText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (n: number) => String(n).padStart(2, '0');
  return [
    Math.floor(whole / 86_400),
    two(Math.floor(whole / 3600) % 24),
    two(Math.floor(whole / 60) % 60),
    two(whole % 60),
  ].join(':');
}
