import { msg } from '../../i18n/msg.ts';
import type { VerdictKind } from '../verdict/verdict.ts';

export const ALARM_RULE_IDS = [
  'core-away',
  'channel-down',
  'destination-failing',
  'reserve-lost',
  'standby-image',
  'limit-near',
  'too-slow',
  'black',
  'frozen',
  'silent',
  'agent-away',
] as const;
export type AlarmRuleId = (typeof ALARM_RULE_IDS)[number];

interface AlarmRule {
  label: string;
  /** Verdicts that are this one thing; the other rules are not about the verdict. */
  kinds: readonly VerdictKind[];
  /** How long it has to be so before it is told. */
  seconds: number;
  severity: 'critical' | 'warning';
  /** Unless the operator chose otherwise. */
  on: boolean;
  /** What does not begin on the same channel while this is so: it follows from it. */
  inhibits: 'everything' | readonly AlarmRuleId[];
}

export const ALARM_RULES: Readonly<Record<AlarmRuleId, AlarmRule>> = {
  'core-away': {
    ...{ label: msg('Core does not respond'), kinds: [], seconds: 15, severity: 'critical', on: true },
    inhibits: 'everything',
  },
  'channel-down': {
    ...{ label: msg('Channel down'), kinds: [], seconds: 30, severity: 'critical', on: true },
    inhibits: ['destination-failing', 'reserve-lost', 'limit-near', 'too-slow', 'black', 'frozen', 'silent'],
  },
  'destination-failing': {
    ...{ label: msg('Publication failing'), kinds: [], seconds: 60, severity: 'critical', on: true },
    inhibits: [],
  },
  'reserve-lost': {
    ...{ label: msg('One of two outputs failing'), kinds: [], seconds: 60, severity: 'warning', on: true },
    inhibits: [],
  },
  'standby-image': {
    ...{ label: msg('Standby image live'), kinds: ['held', 'covered'], seconds: 15, severity: 'warning', on: false },
    inhibits: [],
  },
  'limit-near': {
    ...{ label: msg('Standby image ends soon'), kinds: [], seconds: 0, severity: 'critical', on: false },
    inhibits: [],
  },
  'too-slow': {
    ...{ label: msg('Too slow'), kinds: ['strained', 'slow', 'few-frames'], seconds: 60, severity: 'warning' },
    ...{ on: false, inhibits: [] },
  },
  black: {
    ...{ label: msg('Black video'), kinds: ['black'], seconds: 60, severity: 'warning', on: false },
    inhibits: [],
  },
  frozen: {
    ...{ label: msg('Frozen video'), kinds: ['frozen'], seconds: 60, severity: 'warning', on: false },
    inhibits: [],
  },
  silent: {
    ...{ label: msg('No audio'), kinds: ['quiet', 'no-audio'], seconds: 60, severity: 'warning', on: false },
    inhibits: [],
  },
  'agent-away': {
    ...{ label: msg('Agent does not respond'), kinds: ['agent-away'], seconds: 30, severity: 'warning', on: false },
    inhibits: [],
  },
};
