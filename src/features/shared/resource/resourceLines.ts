import { msg } from '../../../i18n/msg.ts';
import type { Resources, Usage } from '../../../media/coreInfo/resources.ts';

/** How a figure is written. */
export type Unit = 'percent' | 'bytes' | 'stored' | 'kbit' | 'count';

/** A line of the resources; `label` is to be translated. */
export interface ResourceLine {
  label: string;
  unit: Unit;
  usage: Usage;
}

/** Of the whole machine. */
export const systemLines = ({ cpu, memory }: Resources): ResourceLine[] => [
  { label: msg('CPU'), unit: 'percent', usage: cpu },
  { label: msg('Memory'), unit: 'bytes', usage: memory },
];

/** Of the core and what it serves. */
export const applicationLines = ({ memfs, disk, network, sessions }: Resources): ResourceLine[] => [
  { label: msg('In-memory storage'), unit: 'stored', usage: memfs },
  { label: msg('Disk'), unit: 'stored', usage: disk },
  { label: msg('Sent to viewers'), unit: 'kbit', usage: network },
  { label: msg('Viewers'), unit: 'count', usage: sessions },
];
