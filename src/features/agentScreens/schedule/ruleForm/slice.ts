import { createEditor, type OpenEditor } from '../../../shared/editor/createEditor.ts';
import type { RuleDraft, RuleFaults } from './ruleDraft.ts';

/** `id` is null for a new rule; `channel` is the one whose page linked here. */
export interface RuleTarget {
  id: string | null;
  channel: string | null;
}

export type OpenRule = OpenEditor<RuleTarget, null, RuleDraft, RuleFaults, never>;

export const ruleEditor = createEditor<RuleTarget, null, RuleDraft, RuleFaults>('ruleForm');
