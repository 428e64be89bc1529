import { useTranslation } from 'react-i18next';
import { type License, licenseOf, licenses } from '../../media/licenses.ts';
import { ChoiceField } from '../../ui/form/ChoiceField.tsx';

/** All of them with what they mean, to be compared. One that is stored stays until another is chosen. */
export function LicenseChoice({ license, onChange }: { license: string; onChange: (license: string) => void }) {
  const { t } = useTranslation();
  const known = licenseOf(license);
  // Of another version, or of nobody knows whom: it is what holds.
  const older = licenses.some(({ id }) => id === license) ? [] : [{ ...(known ?? UNKNOWN), id: license }];
  return (
    <>
      <ChoiceField
        label={t('License')}
        beside
        value={license}
        onChange={onChange}
        options={[...older, ...licenses].map(({ id, name, description }) => ({
          value: id,
          label: labelOf(id, t(name)),
          note: t(description),
        }))}
      />
      {known?.link && <LicenseLink license={{ ...known, link: known.link }} />}
    </>
  );
}

/** Its version stands in the id already. */
function labelOf(id: string, name: string): string {
  if (id === 'none' || name === '') return name || id;
  return name.startsWith(id) ? name : `${id} · ${name.replace(/ \d\.\d \p{L}+$/u, '')}`;
}

const UNKNOWN = { name: '', description: '' };

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
