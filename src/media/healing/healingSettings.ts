import * as z from 'zod/mini';
import { isTimeOfDay, isTimeZone, type QuietHours } from '../incident/quietHours.ts';
import {
  HEALING_RULE_IDS,
  HEALING_RULES,
  type HealingRuleId,
  isHealingFigure,
  isHealingLimit,
  MOST_PER_HOUR,
} from './healingRules.ts';

/** Of one publication. */
export interface HealingChoice {
  rules: Readonly<Record<HealingRuleId, { on: boolean; figure: number }>>;
  /** So many restarts within an hour, and no more. */
  mostPerHour: number;
  /** Hours without a restart; null: none. */
  quiet: Omit<QuietHours, 'exceptCritical'> | null;
}

const rulesFrom = (ruleOf: (id: HealingRuleId) => { on: boolean; figure: number }): HealingChoice['rules'] => ({
  stalled: ruleOf('stalled'),
  gap: ruleOf('gap'),
  planned: ruleOf('planned'),
});

export const USUAL_HEALING: HealingChoice = {
  rules: rulesFrom((id) => ({ on: HEALING_RULES[id].on, figure: HEALING_RULES[id].usual })),
  mostPerHour: MOST_PER_HOUR.usual,
  quiet: null,
};

const groupIn = (stored: unknown): Readonly<Record<string, unknown>> => z.looseObject({}).safeParse(stored).data ?? {};

function ruleIn(id: HealingRuleId, stored: unknown) {
  const { on, figure } = groupIn(stored);
  const usual = USUAL_HEALING.rules[id];
  const isFigure = typeof figure === 'number' && isHealingFigure(id, figure);
  // With another figure than was chosen nothing is restarted that was not asked for.
  if (figure !== undefined && !isFigure) return { on: false, figure: usual.figure };
  return { on: typeof on === 'boolean' ? on : usual.on, figure: isFigure ? figure : usual.figure };
}

function quietIn(stored: unknown): HealingChoice['quiet'] {
  const { from, to, zone } = groupIn(stored);
  const isText = typeof from === 'string' && typeof to === 'string' && typeof zone === 'string';
  return isText && isTimeOfDay(from) && isTimeOfDay(to) && isTimeZone(zone) ? { from, to, zone } : null;
}

/**
 * From the global metadata of `agentKey`.
 * @param publication the id of its process
 * @returns `newer` for a version this one does not know: it is kept, and nothing is restarted
 */
export function parseHealing(stored: unknown, publication: string): HealingChoice | 'newer' {
  const { version, healing } = groupIn(stored);
  if (typeof version === 'number' && version > 1) return 'newer';
  const own = groupIn(groupIn(healing)[publication]);
  const { mostPerHour } = own;
  return {
    rules: rulesFrom((id) => ruleIn(id, own[id])),
    mostPerHour:
      typeof mostPerHour === 'number' && isHealingLimit(mostPerHour) ? mostPerHour : USUAL_HEALING.mostPerHour,
    quiet: quietIn(own.quiet),
  };
}

/**
 * What is stored for a choice; keys of others stay.
 * @param known ids of all publications of the channel: what is stored of others is dropped
 */
export function storeHealing(
  before: unknown,
  publication: string,
  { rules, mostPerHour, quiet }: HealingChoice,
  known: readonly string[],
): object {
  const kept = groupIn(before);
  const healing = groupIn(kept.healing);
  const others = Object.entries(healing).filter(([id]) => id !== publication && known.includes(id));
  const own = groupIn(healing[publication]);
  const chosen = Object.fromEntries(HEALING_RULE_IDS.map((id) => [id, { ...groupIn(own[id]), ...rules[id] }]));
  return {
    ...kept,
    version: 1,
    healing: { ...Object.fromEntries(others), [publication]: { ...own, ...chosen, mostPerHour, quiet } },
  };
}
