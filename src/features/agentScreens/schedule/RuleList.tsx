import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { formatSpan } from '../../../i18n/format.ts';
import { formatDayTime } from '../../../i18n/formatDayTime.ts';
import { msg } from '../../../i18n/msg.ts';
import { sanitizeDisplayText } from '../../../i18n/sanitizeDisplayText.ts';
import type { ScheduleRule } from '../../../media/schedule/scheduleRule.ts';
import { momentOf } from '../../../media/schedule/transitions.ts';
import { LinkButton } from '../../../ui/controls/Button.tsx';
import { Switch } from '../../../ui/form/Switch.tsx';
import { HeaderMenu } from '../../../ui/frame/HeaderMenu.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { List, ListRow } from '../../../ui/layout/ListRow.tsx';
import { useFocusKept } from '../../../ui/layout/useFocusKept.ts';
import { type DrawingName, Icon } from '../../../ui/look/icons.tsx';
import type { ColorTone } from '../../../ui/look/palette.ts';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { reasonText } from '../../gate/notice/slice.ts';
import { useChangeText } from '../../live/nextChange/useChangeText.tsx';
import { type RuleResult, ruleDeleteRequested, ruleSwitched, type WithSchedule } from './slice.ts';
import { useRuleText } from './useRuleText.tsx';

const RULE_ICONS: Readonly<Record<ScheduleRule['want'], DrawingName>> = {
  on: 'play',
  off: 'stop',
  restart: 'restart',
};

interface RuleListProps {
  rules: readonly ScheduleRule[];
  last: Readonly<Record<string, RuleResult>>;
  now: number;
}

export function RuleList({ rules, last, now }: RuleListProps) {
  const { t } = useTranslation();
  const rest = useFocusKept(rules.length);
  return (
    <div ref={rest} tabIndex={-1}>
      <Card
        flush
        title={t('Rules')}
        tools={
          <LinkButton kind="main" icon="add" href="#/schedule/new">
            {t('Add rule')}
          </LinkButton>
        }
      >
        <List label={t('Rules')}>
          {rules.map((rule) => (
            <RuleRow key={rule.id} rule={rule} last={last[rule.id]} now={now} />
          ))}
        </List>
      </Card>
    </div>
  );
}

interface RuleRowProps {
  now: number;
  rule: ScheduleRule;
  last: RuleResult | undefined;
}

function RuleRow({ rule, last, now }: RuleRowProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const [isAsking, setAsking] = useState(false);
  const { id, name, isEnabled, imageMinutes } = rule;
  const busy = useSelector(({ schedule }: WithSchedule) => schedule.busy.includes(id));
  const isStored = useSelector(({ schedule }: WithSchedule) => schedule.stored === id);
  const sentence = useRuleText()(rule);
  const changeText = useChangeText();
  const { next, isRunning: running } = momentOf(rule, 'main', now);
  const isImage = rule.subject.type === 'image';
  const parts = [
    ...(name === '' ? [] : [sanitizeDisplayText(name)]),
    isEnabled ? (next ? changeText({ ...next, isImage }, now) : t('No further change')) : t('Switched off'),
    ...(imageMinutes > 0 ? [t('Standby image for the first {{n}} min', { n: imageMinutes })] : []),
  ];
  return (
    <>
      <ListRow
        icon={
          <span className={`tone-${isEnabled && running ? 'accent' : 'neutral'}`}>
            <Icon name={isImage ? 'test' : RULE_ICONS[rule.want]} />
          </span>
        }
        title={sentence}
        told
        landed={isStored}
        below={
          <>
            <p className="small dim">{parts.join(' · ')}</p>
            {last && <LastResult last={last} now={now} />}
          </>
        }
        end={
          <div className="row-actions">
            <Switch
              label={t('Carry out: {{rule}}', { rule: sentence })}
              checked={isEnabled}
              busy={busy}
              onChange={(on) => dispatch(ruleSwitched({ id, on }))}
            />
            <HeaderMenu
              label={t('More: {{name}}', { name: sentence })}
              icon="more"
              entries={[
                { icon: 'edit', text: t('Edit'), to: `#/schedule/${id}` },
                { icon: 'trash', text: t('Delete'), parted: true, to: () => setAsking(true) },
              ]}
            />
          </div>
        }
      />
      <ConfirmDialog
        open={isAsking}
        title={t('Delete this rule?')}
        confirm={t('Delete rule')}
        danger
        busy={busy}
        onConfirm={() => {
          setAsking(false);
          dispatch(ruleDeleteRequested(id));
        }}
        onClose={() => setAsking(false)}
        more={isEnabled && running && <p>{t('The rule is in effect now. What it started stays as it is.')}</p>}
      >
        {t('{{rule}}. This cannot be undone.', { rule: sentence })}
      </ConfirmDialog>
    </>
  );
}

const RESULTS: Readonly<Record<RuleResult['result'], { text: string; tone: ColorTone; icon: DrawingName }>> = {
  done: { text: msg('Last: {{when}}, done'), tone: 'neutral', icon: 'check' },
  late: { text: msg('Last: {{when}}, done {{span}} late'), tone: 'warning', icon: 'wait' },
  missed: {
    text: msg('Missed: {{when}}. The agent or the core was not running in time.'),
    tone: 'warning',
    icon: 'alert',
  },
  failed: { text: msg('Failed: {{when}}'), tone: 'error', icon: 'alert' },
};

function LastResult({ last, now }: { last: RuleResult; now: number }) {
  const { t, i18n } = useTranslation();
  const { at, result, lateSeconds, failures } = last;
  const { text, tone, icon } = RESULTS[result];
  const sentence = t(text, {
    when: formatDayTime(at, now, i18n.language),
    span: formatSpan(lateSeconds, i18n.language),
  });
  const reasons = failures.map(({ name, error }) =>
    [sanitizeDisplayText(name), sanitizeDisplayText(reasonText(error, t), 200)]
      .filter((part) => part !== '')
      .join(': '),
  );
  return (
    <p className={`small rule-result tone-${tone}`}>
      <Icon name={icon} size={16} />
      <span>{[sentence, ...reasons].join(' · ')}</span>
    </p>
  );
}
