import { createEditor, type OpenEditor } from '../../../shared/editor/createEditor.ts';
import type { FieldFaults } from '../receiverForm/receiverDraft.ts';
import type { RulesDraft } from './rulesDraft.ts';

export const RULES = 'rules';
type RulesTarget = typeof RULES;

export type OpenRules = OpenEditor<RulesTarget, null, RulesDraft, FieldFaults, never>;

/** One at a time: there is one set of rules. */
export const rulesEditor = createEditor<RulesTarget, null, RulesDraft, FieldFaults>('rulesForm');
