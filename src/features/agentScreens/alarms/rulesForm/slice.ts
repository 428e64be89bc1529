import { createEditor, type OpenEditor } from '../../../shared/editor/createEditor.ts';
import type { FormFaults } from '../receiverForm/receiverDraft.ts';
import type { RulesDraft } from './rulesDraft.ts';

export const RULES_FORM = 'rules';
type RulesTarget = typeof RULES_FORM;

export type OpenRules = OpenEditor<RulesTarget, null, RulesDraft, FormFaults, never>;

export const rulesEditor = createEditor<RulesTarget, null, RulesDraft, FormFaults>('rulesForm');
