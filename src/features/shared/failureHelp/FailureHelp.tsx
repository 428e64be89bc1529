import { useTranslation } from 'react-i18next';
import type { Words } from '../../../media/diagnosis/processFailure.ts';

interface FailureHelpProps extends Pick<Words, 'also'> {
  remedy?: string;
  name?: string;
  /** null: no field can fix it. */
  link: string | null;
}

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
