import { msg } from '../../i18n/msg.ts';

export const HEALING_RULE_IDS = ['stalled', 'gap', 'unseen', 'planned'] as const;
export type HealingRuleId = (typeof HEALING_RULE_IDS)[number];

interface HealingRule {
  label: string;
  help: string;
  unit: string;
  seconds: number;
  least: number;
  most: number;
  usual: number;
  /** The default. */
  on: boolean;
}

export const HEALING_RULES: Readonly<Record<HealingRuleId, HealingRule>> = {
  // A publication that hangs has no viewers to lose. The other rules interrupt a working connection, so they are off.
  stalled: {
    label: msg('Restart when the platform takes nothing'),
    help: msg(
      'The source is live, but not one byte goes out. RTMP connections end after 15 s anyway, others after the stale timeout.',
    ),
    ...{ unit: 's', seconds: 1, least: 20, most: 3600, usual: 60, on: true },
  },
  gap: {
    label: msg('Restart after a pause of the source'),
    help: msg(
      'Some platforms keep a dead stream when the source was away for longer. It restarts once the source is live.',
    ),
    ...{ unit: 's', seconds: 1, least: 5, most: 3600, usual: 20, on: false },
  },
  unseen: {
    label: msg('Restart when viewers do not see it'),
    help: msg('Needs the address at which viewers watch it. Most platforms begin a new event after a restart.'),
    ...{ unit: 'min', seconds: 60, least: 1, most: 60, usual: 5, on: false },
  },
  // The minimum is far longer than a start, and stays within the default limit.
  planned: {
    label: msg('Restart after a time'),
    help: msg('For platforms that end a stream, or its archive, after some hours.'),
    ...{ unit: 'h', seconds: 3600, least: 1, most: 168, usual: 11, on: false },
  },
};

export const MOST_PER_HOUR = { least: 1, most: 10, usual: 3 };

export const isHealingFigure = (id: HealingRuleId, figure: number): boolean =>
  Number.isInteger(figure) && figure >= HEALING_RULES[id].least && figure <= HEALING_RULES[id].most;

export const isHealingLimit = (times: number): boolean =>
  Number.isInteger(times) && times >= MOST_PER_HOUR.least && times <= MOST_PER_HOUR.most;
