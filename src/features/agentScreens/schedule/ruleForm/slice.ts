import { createEditor, type OpenEditor } from '../../../shared/editor/createEditor.ts';
import type { RuleDraft, RuleFaults } from './ruleDraft.ts';

/** `id` null: a new one. `channel`: whose page led here. */
export interface RuleTarget {
  id: string | null;
  channel: string | null;
}

export type OpenRule = OpenEditor<RuleTarget, null, RuleDraft, RuleFaults, never>;

export const ruleEditor = createEditor<RuleTarget, null, RuleDraft, RuleFaults>('ruleForm');
