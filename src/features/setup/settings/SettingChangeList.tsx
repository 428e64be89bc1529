import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { hasExtension } from '../../../api/coreExtensions.ts';
import type { SettingChange } from '../../../catalog/settingsTabs/settingsFormValues.ts';
import { unitIn } from '../../../i18n/format.ts';
import { Description, DescriptionList } from '../../../ui/layout/DescriptionList.tsx';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { LOGIN_PATHS } from './loginChange.ts';
import { toldValue, type ValueText } from './valueText.ts';

/** All that one Save will change, whichever tab it is on. */
export function SettingChangeList({ changes }: { changes: readonly SettingChange[] }) {
  const { t, i18n } = useTranslation();
  const title = useId();
  const info = useSelector(({ session }: WithSession) => coreInfoOf(session));
  const login = changes.every(({ path }) => LOGIN_PATHS.includes(path));
  const live = login && info !== null && hasExtension(info.about, 'live-login');
  const said = (told: ValueText) => {
    if ('word' in told) return t(told.word);
    return told.unit === undefined ? told.value : `${told.value} ${unitIn(i18n.language, t(told.unit))}`;
  };
  return (
    <section className="changes" aria-labelledby={title}>
      <h2 id={title}>{t('What changes')}</h2>
      <DescriptionList>
        {changes.map(({ tab, path, field, before, after }) => (
          <Description key={path} label={`${t(tab.title)} · ${'label' in field ? t(field.label) : path}`}>
            {said(toldValue(field, before))} → {said(toldValue(field, after))}
          </Description>
        ))}
      </DescriptionList>
      <p className="field-note">
        {live
          ? t('Takes effect immediately. Live streams keep running.')
          : t('Saved changes take effect after a restart.')}
      </p>
    </section>
  );
}
