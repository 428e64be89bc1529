import { useTranslation } from 'react-i18next';
import { DEFAULT_LICENSE, type License, licenseOf, licenses } from '../../../media/stored/licenses.ts';
import { ChoiceField } from '../../../ui/form/ChoiceField.tsx';

const NONE = 'none';
const OPEN = 'open';

export function LicenseChoice({ license, onChange }: { license: string; onChange: (license: string) => void }) {
  const { t } = useTranslation();
  const listed = licenseOf(license);
  // Keep a stored license of an older version or of unknown origin.
  const older = licenses.some(({ id }) => id === license) ? [] : [{ ...(listed ?? UNKNOWN), id: license }];
  return (
    <>
      <ChoiceField
        label={t('License')}
        beside
        value={license === NONE ? NONE : OPEN}
        onChange={(value) =>
          value !== (license === NONE ? NONE : OPEN) && onChange(value === NONE ? NONE : DEFAULT_LICENSE)
        }
        options={[
          ...licenses
            .filter(({ id }) => id === NONE)
            .map(({ id, name, description }) => ({
              value: id,
              label: t(name),
              note: t(description),
            })),
          {
            value: OPEN,
            label: t('Creative Commons or public domain'),
            note: t('Others may use your content, within the license that you choose.'),
          },
        ]}
      />
      {license !== NONE && (
        <ChoiceField
          label={t('Which license')}
          beside
          value={license}
          onChange={onChange}
          options={[...older, ...licenses.filter(({ id }) => id !== NONE)].map(({ id, name, description }) => ({
            value: id,
            label: labelOf(id, t(name)),
            note: t(description),
          }))}
        />
      )}
      {listed?.link && <LicenseLink license={{ ...listed, link: listed.link }} />}
    </>
  );
}

/** Omits the version from the name, because the id contains it. */
function labelOf(id: string, name: string): string {
  if (id === 'none' || name === '') return name || id;
  return name.startsWith(id) ? name : `${id} · ${name.replace(/ \d\.\d \p{L}+$/u, '')}`;
}

const UNKNOWN = { name: '', description: '' };

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
