import { isTimeOfDay, isTimeZone, type QuietHours } from '../incident/quietHours.ts';
import { isGroup } from '../stored/storedSchemas.ts';
import {
  HEALING_RULE_IDS,
  HEALING_RULES,
  type HealingRuleId,
  isHealingFigure,
  isHealingLimit,
  MOST_PER_HOUR,
} from './healingRules.ts';
import { healingIn, type StoredHealing } from './storeHealing.ts';

export interface HealingChoice {
  rules: Readonly<Record<HealingRuleId, { on: boolean; figure: number }>>;
  mostPerHour: number;
  /** Hours without a restart. */
  quiet: Omit<QuietHours, 'exceptCritical'> | null;
}

const rulesFrom = (ruleOf: (id: HealingRuleId) => { on: boolean; figure: number }): HealingChoice['rules'] => ({
  stalled: ruleOf('stalled'),
  gap: ruleOf('gap'),
  unseen: ruleOf('unseen'),
  planned: ruleOf('planned'),
});

export const USUAL_HEALING: HealingChoice = {
  rules: rulesFrom((id) => ({ on: HEALING_RULES[id].on, figure: HEALING_RULES[id].usual })),
  mostPerHour: MOST_PER_HOUR.usual,
  quiet: null,
};

const groupIn = (stored: unknown): Readonly<Record<string, unknown>> => (isGroup(stored) ? stored : {});

function ruleIn(id: HealingRuleId, stored: unknown) {
  const { on, figure } = groupIn(stored);
  const usual = USUAL_HEALING.rules[id];
  const isFigure = typeof figure === 'number' && isHealingFigure(id, figure);
  // An invalid figure turns the rule off, so nothing is restarted by accident.
  if (figure !== undefined && !isFigure) return { on: false, figure: usual.figure };
  return { on: typeof on === 'boolean' ? on : usual.on, figure: isFigure ? figure : usual.figure };
}

function quietIn(stored: unknown): HealingChoice['quiet'] {
  const { from, to, zone } = groupIn(stored);
  const isText = typeof from === 'string' && typeof to === 'string' && typeof zone === 'string';
  return isText && isTimeOfDay(from) && isTimeOfDay(to) && isTimeZone(zone) ? { from, to, zone } : null;
}

/** @param own see `healingIn` */
export function readHealing(own: unknown): HealingChoice {
  const stored = groupIn(own);
  const { mostPerHour } = stored;
  return {
    rules: rulesFrom((id) => ruleIn(id, stored[id])),
    mostPerHour:
      typeof mostPerHour === 'number' && isHealingLimit(mostPerHour) ? mostPerHour : USUAL_HEALING.mostPerHour,
    quiet: quietIn(stored.quiet),
  };
}

/** Keeps keys of other programs. */
export function storedHealingOf(own: unknown, { rules, mostPerHour, quiet }: HealingChoice): StoredHealing {
  const stored = groupIn(own);
  const chosen = Object.fromEntries(HEALING_RULE_IDS.map((id) => [id, { ...groupIn(stored[id]), ...rules[id] }]));
  return { ...stored, ...chosen, mostPerHour, quiet };
}

/** Reads the global metadata of `agentKey`; `newer` for settings of a newer version, which restart nothing. */
export function parseHealing(stored: unknown, publication: string): HealingChoice | 'newer' {
  const { version } = groupIn(stored);
  return typeof version === 'number' && version > 1 ? 'newer' : readHealing(healingIn(stored, publication));
}
