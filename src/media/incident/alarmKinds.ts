import type { VerdictKind } from '../verdict/verdict.ts';

export const ALARM_RULE_IDS = [
  'core-away',
  'channel-down',
  'destination-failing',
  'reserve-lost',
  'standby-image',
  'limit-near',
  'recording-stopped',
  'disk-full',
  'memory-full',
  'certificate',
  'viewers-over',
  'too-slow',
  'black',
  'frozen',
  'silent',
  'agent-away',
] as const;
export type AlarmRuleId = (typeof ALARM_RULE_IDS)[number];

/** The verdicts that are one thing to be told; the other rules are not about the verdict. */
export const ALARM_KINDS: Readonly<Partial<Record<AlarmRuleId, readonly [VerdictKind, ...VerdictKind[]]>>> = {
  'standby-image': ['held', 'covered'],
  'too-slow': ['strained', 'slow', 'few-frames'],
  black: ['black'],
  frozen: ['frozen'],
  silent: ['quiet', 'no-audio'],
  'agent-away': ['agent-away'],
};
