import { useTranslation } from 'react-i18next';
import { egressOf } from '../../../api/processIds.ts';
import type { RunAnalysis } from '../../../media/diagnosis/diagnoseFailure.ts';
import { stripLogPrefix } from '../../../media/diagnosis/processFailure.ts';
import type { MaskedText } from '../../../media/masking/maskedText.ts';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { FailureHelp } from './FailureHelp.tsx';
import { publicationFieldLink, sourceFieldLink } from './fieldLink.ts';

interface FindingsProps {
  /** Of the process on the core. */
  id: string;
  /** Of the publication; '' of everything else. */
  name: string;
  channel: string;
  examined: RunAnalysis;
  mask: (text: string) => MaskedText;
}

/** What the lines of a run say: why it failed and what to do, and without alarm what was not well. */
export function RunFailureAndWarnings({ id, name, channel, examined: { failure, warnings }, mask }: FindingsProps) {
  const { t } = useTranslation();
  return (
    <>
      {failure && (
        <Alert
          title={t(failure.words.title, { name })}
          evidence={mask(failure.evidence)}
          tone={failure.words.severity === 'fatal' ? 'error' : 'warning'}
        >
          <FailureHelp {...failure.words} name={name} link={linkTo(id, channel, failure)} />
        </Alert>
      )}
      {warnings.length > 0 && (
        <section aria-label={t('Noticed')}>
          <h3>{t('Noticed')}</h3>
          <ul className="dim small">
            {warnings.map(({ title, count, line }) => (
              <li key={title}>
                {`${t(title, { name })} (${count}×)`} <code>{stripLogPrefix(mask(line))}</code>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function linkTo(id: string, channel: string, { cause, at, words: { field } }: NonNullable<RunAnalysis['failure']>) {
  if (field === null || channel === '') return null;
  const egress = egressOf(id);
  const to = { field, cause, at };
  if (egress === null) return sourceFieldLink(channel, to);
  return publicationFieldLink(`#/${channel}/publication/${egress.service}/${egress.uuid}`, to);
}
