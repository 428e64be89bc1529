import { useTranslation } from 'react-i18next';
import { type License, licenseOf, licenses } from '../../media/licenses.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';

/** A license by its text, with what it means and where it can be read. One that is stored stays until another is chosen. */
export function LicenseChoice({ license, onChange }: { license: string; onChange: (license: string) => void }) {
  const { t } = useTranslation();
  const known = licenseOf(license);
  return (
    <>
      <SelectField
        label={t('License')}
        help={known ? t(known.description) : undefined}
        value={license}
        onChange={onChange}
        options={licenses.map(({ id, name }) => ({
          value: id,
          label: id === 'none' ? t(name) : `${id} · ${t(name)}`,
        }))}
      />
      {known?.link && <LicenseLink license={{ ...known, link: known.link }} />}
    </>
  );
}

/** Badges are shown as Creative Commons made them, and lead to the license. */
function LicenseLink({ license: { id, link, badge } }: { license: License & { link: string } }) {
  const { t } = useTranslation();
  return (
    <p>
      <a className="license" href={link} target="_blank" rel="license noreferrer">
        {badge && <img src={`licenses/${badge}.svg`} alt="" width={120} height={42} />}
        <span>{t('Read {{license}}', { license: id })}</span>
      </a>
    </p>
  );
}
