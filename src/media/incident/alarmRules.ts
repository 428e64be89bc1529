import { msg } from '../../i18n/msg.ts';
import { UNSEEN_REMEDY } from '../verdict/notDelivered.ts';
import type { VerdictKind } from '../verdict/verdict.ts';

export const ALARM_RULE_IDS = [
  'core-away',
  'channel-down',
  'destination-failing',
  'not-delivered',
  'reserve-lost',
  'standby-image',
  'limit-near',
  'recording-stopped',
  'disk-full',
  'memory-full',
  'certificate',
  'schedule-missed',
  'viewers-over',
  'too-slow',
  'black',
  'frozen',
  'silent',
  'agent-away',
] as const;
export type AlarmRuleId = (typeof ALARM_RULE_IDS)[number];

interface RuleValue {
  label: string;
  unit: string;
  least: number;
  most: number;
  usual: number;
}

interface AlarmRule {
  label: string;
  value?: RuleValue;
  /** The verdicts of this rule; absent if it does not depend on the verdict. */
  kinds?: readonly [VerdictKind, ...VerdictKind[]];
  seconds: number;
  severity: 'critical' | 'warning';
  /** The default. */
  on: boolean;
  /** Rules that would be consequences, so they do not start on the same channel meanwhile. */
  inhibits: 'everything' | readonly AlarmRuleId[];
  /** A measured value may be bad from the start, and must be good for longer to end. */
  isFigure?: true;
  /** `told`: known only from cores that report it; `look`: from looks at the channel, where they are switched on. */
  facts?: 'told' | 'look';
  remedy?: string;
}

export const ALARM_RULES: Readonly<Record<AlarmRuleId, AlarmRule>> = {
  'core-away': {
    ...{ label: msg('Core does not respond'), seconds: 15, severity: 'critical', on: true },
    inhibits: 'everything',
  },
  'channel-down': {
    ...{ label: msg('Channel down'), seconds: 30, severity: 'critical', on: true },
    inhibits: [
      ...(['destination-failing', 'not-delivered', 'reserve-lost', 'limit-near', 'recording-stopped'] as const),
      ...(['too-slow'] as const),
      ...(['black', 'frozen', 'silent'] as const),
    ],
  },
  'destination-failing': {
    ...{ label: msg('Publication failing'), seconds: 60, severity: 'critical', on: true },
    inhibits: [],
    remedy: msg('Check the address and the key, and whether the platform has a problem.'),
  },
  // The platform has a delay, and the looks confirm each other.
  'not-delivered': {
    ...{ label: msg('Not seen by viewers'), seconds: 60, severity: 'critical', on: true },
    inhibits: [],
    remedy: UNSEEN_REMEDY,
  },
  'reserve-lost': {
    ...{ label: msg('One of two outputs failing'), seconds: 60, severity: 'warning', on: true },
    inhibits: [],
  },
  'standby-image': {
    ...{ label: msg('Standby image instead of the source'), kinds: ['held', 'covered'], seconds: 30 },
    ...{ severity: 'warning', on: true },
    inhibits: [],
  },
  'limit-near': {
    ...{ label: msg('Standby image ends soon'), seconds: 0, severity: 'critical', on: true },
    inhibits: [],
    remedy: msg('Bring the source back before that, or raise the limit in the channel settings.'),
  },
  'recording-stopped': {
    ...{ label: msg('Recording failing'), seconds: 60, severity: 'critical', on: true },
    inhibits: [],
    remedy: msg('Check the disk of the core: whether there is space, and whether it can be written to.'),
  },
  'disk-full': {
    ...{ label: msg('Disk nearly full'), seconds: 60, severity: 'critical', on: true },
    ...{ inhibits: [], isFigure: true, facts: 'told' },
    remedy: msg('Delete old recordings or other files. When the disk is full, recordings stop.'),
  },
  'memory-full': {
    ...{ label: msg('Memory nearly full'), seconds: 120, severity: 'critical', on: true },
    ...{ inhibits: [], isFigure: true, facts: 'told' },
    remedy: msg('Stop a channel or another program. When memory is full, streams break off.'),
  },
  // A datarhei core does not report its certificate, and behind a proxy the proxy has it.
  certificate: {
    ...{ label: msg('Certificate expires soon'), seconds: 60, severity: 'warning', on: true },
    ...{ inhibits: [], isFigure: true, facts: 'told' },
    remedy: msg('Once it has expired, browsers and players refuse to connect.'),
  },
  // A second miss within the hour belongs to the same incident.
  'schedule-missed': {
    ...{ label: msg('Schedule missed'), seconds: 0, severity: 'critical', on: true },
    ...{ inhibits: [], isFigure: true },
    remedy: msg('Check what is live, and start or stop by hand what the schedule did not.'),
  },
  'viewers-over': {
    ...{ label: msg('Many viewers'), seconds: 30, severity: 'warning', on: false },
    value: { label: msg('More than'), unit: msg('viewers'), least: 1, most: 1_000_000, usual: 100 },
    ...{ inhibits: [], isFigure: true, facts: 'told' },
  },
  'too-slow': {
    ...{ label: msg('Too slow'), kinds: ['strained', 'slow', 'few-frames'], seconds: 60, severity: 'warning' },
    ...{ on: false, inhibits: [] },
  },
  black: {
    ...{ label: msg('Black video'), kinds: ['black'], seconds: 60, severity: 'warning', on: false },
    ...{ inhibits: [], facts: 'look' },
  },
  frozen: {
    ...{ label: msg('Frozen video'), kinds: ['frozen'], seconds: 60, severity: 'warning', on: false },
    ...{ inhibits: [], facts: 'look' },
  },
  silent: {
    ...{ label: msg('No audio'), kinds: ['quiet', 'no-audio'], seconds: 60, severity: 'warning', on: false },
    ...{ inhibits: [], facts: 'look' },
  },
  'agent-away': {
    ...{ label: msg('Agent does not respond'), kinds: ['agent-away'], seconds: 30, severity: 'warning', on: false },
    inhibits: [],
    remedy: msg('Restart the core, or the container of the agent.'),
  },
};
