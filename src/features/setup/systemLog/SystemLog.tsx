import { weakMapMemoize } from '@reduxjs/toolkit';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { withinMasked } from '../../../media/masking/maskedText.ts';
import { Actions } from '../../../ui/controls/Actions.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { download } from '../../../ui/controls/download.ts';
import { type LogLine, LogView } from '../../../ui/controls/LogView.tsx';
import { WaitingNote } from '../../../ui/feedback/Waiting.tsx';
import { Stack } from '../../../ui/layout/Card.tsx';
import type { WithChannels } from '../../live/channel/slice.ts';
import { type NamesById, type ReadableLine, readableLines } from './readableLog.ts';
import { systemLogClosed, systemLogOpened, type WithSystemLog } from './slice.ts';

const TONES: readonly [sign: RegExp, tone: LogLine['tone']][] = [
  [/\blevel="?error/i, 'error'],
  [/\blevel="?warn/i, 'warning'],
];

const lineOf = ({ text, times }: ReadableLine): LogLine => ({
  text: times > 1 ? withinMasked(text, (line) => `${line} ×${times}`) : text,
  tone: TONES.find(([sign]) => sign.test(text))?.[1],
});

/** By the last part of their ids. */
const namesIn = weakMapMemoize(
  (list: WithChannels['channel']['list']): NamesById =>
    new Map(
      list.flatMap(({ id, name, egresses }) => [
        [id, name] as const,
        ...Object.entries(egresses).map(([egress, { name: its }]) => [egress.split(':').at(-1) ?? '', its] as const),
      ]),
    ),
);

/** What the core says of itself, each second while it is looked at. */
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
