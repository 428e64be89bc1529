import { useTranslation } from 'react-i18next';
import type { Words } from '../../../media/diagnosis/processFailure.ts';

interface FailureHelpProps extends Pick<Words, 'also'> {
  /** Not where it is said already. */
  remedy?: string;
  /** Of the publication. */
  name?: string;
  /** The way to the field where it is mended; null: it is mended elsewhere. */
  link: string | null;
}

/** What to do about a failure: what it may be as well, and the way to the field. */
export function FailureHelp({ remedy, also, name = '', link }: FailureHelpProps) {
  const { t } = useTranslation();
  return (
    <>
      {remedy !== undefined && <p>{t(remedy)}</p>}
      {also !== null && <p>{t('It may also be: {{what}}', { what: t(also, { name }) })}</p>}
      {link !== null && (
        <p>
          <a href={link}>{t('Go to the field')}</a>
        </p>
      )}
    </>
  );
}
