import { weakMapMemoize } from '@reduxjs/toolkit';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { type MaskedText, withinMasked } from '../../../media/masking/maskedText.ts';
import { Actions } from '../../../ui/controls/Actions.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { download } from '../../../ui/controls/download.ts';
import { type LogLine, LogView } from '../../../ui/controls/LogView.tsx';
import { WaitingNote } from '../../../ui/feedback/Waiting.tsx';
import { Stack } from '../../../ui/layout/Card.tsx';
import type { WithChannels } from '../../live/channel/slice.ts';
import { systemLogClosed, systemLogOpened, type WithSystemLog } from './slice.ts';

/** `times`: number of consecutive occurrences. */
interface ReadableLine {
  text: MaskedText;
  times: number;
}

/** Names by the uuid at the end of process ids. */
type NamesById = ReadonlyMap<string, string>;

/** `restreamer-ui:egress:rtmp:{uuid}`, or the uuid alone. */
const ID = /(?:(?<![\w:-])(?:[\w-]+:)+)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:_[a-z]+)?/g;

const TIME = /^(?:ts=\S+|\d{4}-\d{2}-\d{2}[T ]\S+)\s*/;

/** HTTP requests count as repeated if they only differ in numbers, such as those of segments. */
const REQUEST = /component="?HTTP\b/;
const BACK = 12;

/** Replaces ids by names and folds repeated lines into the latest one. */
export function readableLines(log: readonly MaskedText[], names: NamesById): ReadableLine[] {
  const lines: (ReadableLine & { said: string })[] = [];
  for (const line of log) {
    const text = withinMasked(line, (text) => text.replaceAll(ID, (id, uuid: string) => names.get(uuid) ?? id));
    const message = text.replace(TIME, '');
    const isRequest = REQUEST.test(message);
    const normalized = isRequest ? message.replaceAll(/\d+/g, '0') : message;
    const at = lines.findLastIndex((entry) => entry.said === normalized);
    const [same] = at >= 0 && at >= lines.length - (isRequest ? BACK : 1) ? lines.splice(at, 1) : [];
    lines.push({ text, said: normalized, times: (same?.times ?? 0) + 1 });
  }
  return lines.map(({ text, times }) => ({ text, times }));
}

const TONES: readonly [sign: RegExp, tone: LogLine['tone']][] = [
  [/\blevel="?error/i, 'error'],
  [/\blevel="?warn/i, 'warning'],
];

const lineOf = ({ text, times }: ReadableLine): LogLine => ({
  text: times > 1 ? withinMasked(text, (line) => `${line} ×${times}`) : text,
  tone: TONES.find(([sign]) => sign.test(text))?.[1],
});

const namesIn = weakMapMemoize(
  (list: WithChannels['channel']['list']): NamesById =>
    new Map(
      list.flatMap(({ id, name, egresses }) => [
        [id, name] as const,
        ...Object.entries(egresses).map(
          ([egress, { name: title }]) => [egress.split(':').at(-1) ?? '', title] as const,
        ),
      ]),
    ),
);

export function SystemLog() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const log = useSelector(({ systemLog }: WithSystemLog) => systemLog);
  const names = useSelector(({ channel }: WithChannels) => namesIn(channel.list));
  const lines = useMemo(() => readableLines(log ?? [], names).map(lineOf), [log, names]);
  useEffect(() => {
    dispatch(systemLogOpened());
    return () => {
      dispatch(systemLogClosed());
    };
  }, [dispatch]);
  if (log === null) return <WaitingNote text={t('Reading the log …')} />;
  return (
    <Stack>
      <LogView label={t('Log of the core')} lines={lines} />
      <Actions>
        <Button icon="download" onClick={() => download('core.log', log.join('\n'))}>
          {t('Download core.log')}
        </Button>
      </Actions>
    </Stack>
  );
}
