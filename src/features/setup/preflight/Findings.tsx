import { useTranslation } from 'react-i18next';
import { egressOf } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import type { CheckLine, CheckRemedy, Grade } from '../../../media/preflight/preflightTypes.ts';
import { worstFirst } from '../../../media/preflight/runPreflightChecks.ts';
import { LinkButton } from '../../../ui/controls/Button.tsx';
import { Disclosure } from '../../../ui/controls/Disclosure.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
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

interface LinesProps {
  channel: string;
  label: string;
  lines: readonly CheckLine[];
}

function Lines({ channel, label, lines }: LinesProps) {
  const { t } = useTranslation();
  const inWords = useSentenceText();
  return (
    <List label={label}>
      {lines.map(({ check, grade, sentence, remedy }) => (
        <ListRow
          key={check}
          icon={<GradeSign grade={grade} />}
          title={inWords(sentence)}
          told
          detail={t(GRADES[grade].word)}
          tone={GRADES[grade].tone}
          end={remedy && <RemedyLink channel={channel} remedy={remedy} />}
        />
      ))}
    </List>
  );
}

/** The findings of the channel or a destination; `grade`: the worst. Passed checks are folded. */
export function Findings({
  channel,
  title,
  grade,
  lines,
}: {
  channel: string;
  title: string;
  grade: Grade;
  lines: readonly CheckLine[];
}) {
  const { t } = useTranslation();
  const passed = lines.filter((line) => line.grade === 'good');
  const open = worstFirst(lines.filter((line) => line.grade !== 'good'));
  const count = t('{{count}} checks passed', { count: passed.length, defaultValue_one: '{{count}} check passed' });
  return (
    <Card title={title} tools={<GradeSign grade={grade} />} note={t(GRADES[grade].word)} flush>
      {open.length > 0 && <Lines channel={channel} label={title} lines={open} />}
      {passed.length > 0 && (
        <div className="findings-passed">
          <Disclosure summary={count}>
            <Lines channel={channel} label={`${title}: ${count}`} lines={passed} />
          </Disclosure>
        </div>
      )}
    </Card>
  );
}
