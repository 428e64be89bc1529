import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { formatMoment } from '../../../i18n/format.ts';
import type { Phrase } from '../../../media/revision/describeDifferences.ts';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Card, Stack } from '../../../ui/layout/Card.tsx';
import { reasonText } from '../../gate/notice/slice.ts';
import { phraseText } from '../phraseText.ts';
import { declarationOpened, type WithDeclaration } from './slice.ts';

/** More would be a list, which `npm run bundle -- check` prints. */
const MOST_NAMES = 10;

/** What differs from the files that set up this installation. Nothing without such files. */
export function DeclarationCard() {
  const { t, i18n } = useTranslation();
  const dispatch = useDispatch();
  const state = useSelector(({ declaration }: WithDeclaration) => declaration);
  useEffect(() => void dispatch(declarationOpened()), [dispatch]);
  if (state.status === 'none') return null;
  const { at, fault, failure, conflicts, incomplete, changed } = state;
  const isAsDeclared =
    fault === null && failure === null && changed.length + conflicts.length + incomplete.length === 0;
  const names = (phrases: readonly Phrase[]) => {
    const texts = phrases.slice(0, MOST_NAMES).map((phrase) => phraseText(phrase, t));
    const more = phrases.length - texts.length;
    return [...texts, ...(more > 0 ? [t('{{n}} more', { n: more })] : [])].join(', ');
  };
  return (
    <Card title={t('Set up from files')}>
      <Stack>
        {fault && (
          <Alert tone="warning" title={t('At the last start, the files were refused and nothing was changed.')}>
            <p>
              {fault.place}: {phraseText(fault, t)}
            </p>
          </Alert>
        )}
        {failure !== null && (
          <Alert tone="warning" title={t('At the last start, only a part of the files was applied.')}>
            <p>{reasonText(failure, t)}</p>
          </Alert>
        )}
        {conflicts.length > 0 && (
          <Alert
            tone="warning"
            title={t('Changed in the files and here, so not applied: {{names}}', { names: names(conflicts) })}
          >
            <p>{t('Make both equal: change it here, or export it into the files.')}</p>
          </Alert>
        )}
        {incomplete.length > 0 && (
          <Alert
            tone="warning"
            title={t('Missing a secret in the files, so not applied: {{names}}', { names: names(incomplete) })}
          >
            <p>{t('Add the secret to the files, or enter it here.')}</p>
          </Alert>
        )}
        {changed.length > 0 && <p>{t('Changed here since, and kept: {{names}}', { names: names(changed) })}</p>}
        {isAsDeclared && <p>{t('Everything is as in the files.')}</p>}
        <p className="dim">
          {fault
            ? t('The core reads its files at each start. Correct them, then restart it.')
            : t('The core reads its files at each start, last with a change on {{date}}.', {
                date: formatMoment(at / 1000, i18n.language),
              })}
        </p>
      </Stack>
    </Card>
  );
}
