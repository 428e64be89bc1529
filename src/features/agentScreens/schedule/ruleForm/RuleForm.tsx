import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { formatDayTime } from '../../../../i18n/formatDayTime.ts';
import { msg } from '../../../../i18n/msg.ts';
import { momentOf } from '../../../../media/schedule/transitions.ts';
import { Alert } from '../../../../ui/feedback/Alert.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { EditorCard, FirstFault, NotYetOpen, useEditor } from '../../../shared/editor/EditorPage.tsx';
import { ScheduleDays } from '../ScheduleDays.tsx';
import { useRulesBeside } from '../useRulesBeside.tsx';
import { useRuleText, weekdayName } from '../useRuleText.tsx';
import { useMinute, useSchedulePlan, useStableRule } from '../useSchedulePlan.tsx';
import { RuleFields } from './RuleFields.tsx';
import { faultsOfDraft, ruleOfDraft } from './ruleDraft.ts';
import { type OpenRule, type RuleTarget, ruleEditor } from './slice.ts';

const FORM = 'rule';

interface WithRuleForm {
  ruleForm: ReturnType<typeof ruleEditor.reducer>;
}

/** @param target must be the same object for the same rule */
export function RuleForm({ target }: { target: RuleTarget }) {
  const { t } = useTranslation();
  const { editor, retry } = useEditor(ruleEditor.actions, target, ({ ruleForm }: WithRuleForm) => ruleForm);
  if (editor.status !== 'open')
    return <NotYetOpen editor={editor} failed={t('The rule could not be loaded.')} retry={retry} />;
  return <OpenedRule form={editor} />;
}

const NAMES: Readonly<Record<string, string>> = {
  ...{ name: msg('Name'), isEnabled: msg('Carry out'), subject: msg('What'), want: msg('What happens') },
  ...{ withPublications: msg('Also its publications'), repeats: msg('When'), days: msg('Days') },
  ...{ onceFrom: msg('Begin'), onceTo: msg('End'), weeklyFrom: msg('Begin'), weeklyTo: msg('End') },
  ...{ expression: msg('Cron expression'), minutes: msg('For how long'), zone: msg('Time zone') },
  imageMinutes: msg('Standby image first'),
};

const NEW_ID = 'new';

function OpenedRule({ form }: { form: OpenRule }) {
  const { t, i18n } = useTranslation();
  const dispatch = useDispatch();
  const { target, draft, refused } = form;
  const now = useMinute();
  const ruleText = useRuleText();
  const faults = faultsOfDraft(draft);
  // Faults found by the page are current; those of the agent date from the last save.
  const shown = form.tried ? { ...refused, ...faults } : {};
  const rule = useStableRule({ ...ruleOfDraft(draft, target.id ?? NEW_ID), isEnabled: true });
  const settings = useRulesBeside(rule);
  const plan = useSchedulePlan(settings, now);
  const isSound = Object.keys(faults).length === 0;
  const running = isSound && draft.isEnabled ? momentOf(rule, 'main', now) : null;
  const own = {
    ...plan,
    entries: plan.entries.filter((entry) => entry.rule.id === rule.id),
    conflicts: plan.conflicts.filter(({ rules }) => rules.includes(rule.id)),
  };
  return (
    <>
      <EditorCard
        id={FORM}
        label={target.id === null ? t('Add rule') : t('Edit rule')}
        editor={form}
        fresh={target.id === null}
        shared={{
          ...ruleEditor,
          nameOf: ([key = '', day = '']) => {
            const name = NAMES[key];
            if (name === undefined) return null;
            return { name: key === 'days' ? weekdayName(Number(day), i18n.language, 'long') : t(name) };
          },
        }}
        onSave={() => dispatch(ruleEditor.actions.saveRequested())}
        keeps={() => false}
        home="#/schedule"
      >
        <RuleFields
          draft={draft}
          faults={shown}
          onChange={(changed) => dispatch(ruleEditor.actions.draftChanged(changed))}
        />
        {form.tried && <FirstFault key={JSON.stringify(shown)} form={FORM} />}
        {running?.isRunning && running.next && (
          <Alert tone="neutral" title={t('This time has begun already.')}>
            {t('The rule takes effect as soon as it is saved, until {{when}}.', {
              when: formatDayTime(running.next.at, now, i18n.language, rule.zone),
            })}
          </Alert>
        )}
      </EditorCard>
      <Card title={t('Next 14 days')} note={rule.zone}>
        <div className="stack">
          {isSound ? (
            <>
              <p>{ruleText(rule)}</p>
              <ScheduleDays plan={own} rules={settings.rules} now={now} zone={rule.zone} single />
            </>
          ) : (
            <p className="dim">{t('Complete the form to see what will happen.')}</p>
          )}
        </div>
      </Card>
    </>
  );
}
