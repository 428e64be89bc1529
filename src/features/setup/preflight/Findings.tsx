import { useTranslation } from 'react-i18next';
import { egressOf } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import { sanitizeDisplayText } from '../../../i18n/sanitizeDisplayText.ts';
import type { CheckLine, CheckRemedy, Grade, PreflightResult } from '../../../media/preflight/preflightTypes.ts';
import { worstFirst } from '../../../media/preflight/runPreflightChecks.ts';
import { LinkButton } from '../../../ui/controls/Button.tsx';
import { Disclosure } from '../../../ui/controls/Disclosure.tsx';
import { List, ListRow } from '../../../ui/layout/ListRow.tsx';
import { Icon } from '../../../ui/look/icons.tsx';
import { useSentenceText } from '../../live/verdict/useVerdictText.tsx';

export const GRADES = {
  good: { icon: 'check', tone: 'accent', word: msg('OK') },
  care: { icon: 'alert', tone: 'warning', word: msg('Warning') },
  fail: { icon: 'close', tone: 'error', word: msg('Will fail') },
  unchecked: { icon: 'info', tone: 'neutral', word: msg('Not checked') },
} as const satisfies Record<Grade, object>;

const PLACES = {
  setup: { text: msg('Video setup'), href: (channel: string) => `#/${channel}/edit/wizard` },
  encoding: { text: msg('Edit encoding'), href: (channel: string) => `#/${channel}/edit/source` },
  encoders: { text: msg('Test the encoders'), href: () => '#/encoders' },
  network: { text: msg('Settings'), href: () => '#/settings/network' },
  storage: { text: msg('Settings'), href: () => '#/settings/storage' },
} as const;

function RemedyLink({ channel, remedy }: { channel: string; remedy: CheckRemedy }) {
  const { t } = useTranslation();
  if (remedy.to === 'upload') return null;
  if (remedy.to === 'publication') {
    const { service = '', uuid = '' } = egressOf(remedy.id) ?? {};
    return <LinkButton href={`#/${channel}/publication/${service}/${uuid}`}>{t('Edit')}</LinkButton>;
  }
  const { text, href } = PLACES[remedy.to];
  return <LinkButton href={href(channel)}>{t(text)}</LinkButton>;
}

export function GradeSign({ grade }: { grade: Grade }) {
  return (
    <span className={`grade-sign tone-${GRADES[grade].tone}`}>
      <Icon name={GRADES[grade].icon} />
    </span>
  );
}

interface NamedLine extends CheckLine {
  name: string;
}

function Lines({ channel, label, lines }: { channel: string; label: string; lines: readonly NamedLine[] }) {
  const { t } = useTranslation();
  const inWords = useSentenceText();
  return (
    <List label={label}>
      {lines.map(({ name, check, grade, sentence, remedy }) => (
        <ListRow
          key={`${name} ${check}`}
          icon={<GradeSign grade={grade} />}
          title={inWords(sentence)}
          told
          detail={`${name} · ${t(GRADES[grade].word)}`}
          tone={GRADES[grade].tone}
          end={remedy && <RemedyLink channel={channel} remedy={remedy} />}
        />
      ))}
    </List>
  );
}

export function Findings({ channel, judged }: { channel: string; judged: PreflightResult }) {
  const { t } = useTranslation();
  const all = [{ name: t('Channel'), lines: judged.channel }, ...judged.destinations].flatMap(({ name, lines }) =>
    lines.map((line): NamedLine => ({ ...line, name: sanitizeDisplayText(name) })),
  );
  const open = worstFirst(all.filter((line) => line.grade !== 'good'));
  const passed = all.filter((line) => line.grade === 'good');
  const count = t('{{count}} checks passed', { count: passed.length, defaultValue_one: '{{count}} check passed' });
  return (
    <div className="findings">
      {open.length > 0 && <Lines channel={channel} label={t('Check before going live')} lines={open} />}
      {passed.length > 0 && (
        <div className="findings-passed">
          <GradeSign grade="good" />
          <Disclosure summary={count}>
            <Lines channel={channel} label={count} lines={passed} />
          </Disclosure>
        </div>
      )}
    </div>
  );
}
