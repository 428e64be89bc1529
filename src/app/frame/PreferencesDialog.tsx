import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePreference } from '../../features/shared/preference/usePreference.tsx';
import { languages } from '../../i18n/languages.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { SegmentedChoiceField } from '../../ui/form/SegmentedChoiceField.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { SwitchField } from '../../ui/form/Switch.tsx';
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx';
import { DialogFrame } from '../../ui/overlays/DialogFrame.tsx';
import { leave } from '../../ui/overlays/guardLeaving.ts';
import { readProjectLink } from '../about/readProjectLink.ts';
import { forgetStorage, SCHEMES, schemeOf } from '../browser/storage.ts';
import { BROWSER_SWITCHES, type BrowserSwitch, isSwitchOn } from './browserPreferences.ts';
import { SCHEME_LABELS, useLanguageChoice, useScheme } from './lookChoices.tsx';

export function PreferencesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <DialogFrame open title={t('Preferences of this browser')} onClose={onClose}>
      <p>{t('They are stored in this browser only: other operators do not have them, and no export contains them.')}</p>
      <Look />
      {BROWSER_SWITCHES.filter(({ needs }) => needs === undefined || readProjectLink('releases') !== null).map(
        (preference) => (
          <PreferenceSwitch key={preference.key} preference={preference} />
        ),
      )}
      <ForgetRow />
    </DialogFrame>
  );
}

function Look() {
  const { t, i18n } = useTranslation();
  const [scheme, chooseScheme] = useScheme();
  const chooseLanguage = useLanguageChoice();
  return (
    <>
      <SelectField
        label={t('Language')}
        value={i18n.language}
        options={languages.map(({ code, name }) => ({ value: code, label: name }))}
        onChange={chooseLanguage}
      />
      <SegmentedChoiceField
        label={t('Theme')}
        value={scheme}
        options={SCHEMES.map((choice) => ({ value: choice, label: t(SCHEME_LABELS[choice]) }))}
        onChange={(choice) => chooseScheme(schemeOf(choice))}
      />
    </>
  );
}

function PreferenceSwitch({ preference }: { preference: BrowserSwitch }) {
  const { t } = useTranslation();
  const [stored, choose] = usePreference(preference.key);
  const { label, help, on, off } = preference;
  return (
    <SwitchField
      label={t(label)}
      help={help === undefined ? undefined : t(help)}
      checked={isSwitchOn(preference, stored)}
      onChange={(checked) => choose(checked ? on : off)}
    />
  );
}

function ForgetRow() {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const forget = () => {
    setAsking(false);
    leave(() => {
      forgetStorage();
      location.reload();
    });
  };
  return (
    <>
      <div>
        <Button kind="danger" icon="trash" onClick={() => setAsking(true)}>
          {t('Forget everything in this browser')}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        danger
        title={t('Forget everything in this browser?')}
        confirm={t('Forget everything')}
        onClose={() => setAsking(false)}
        onConfirm={forget}
      >
        {t(
          'These preferences, the timeline that this browser has recorded, and the login are removed. Nothing on the core changes.',
        )}
      </ConfirmDialog>
    </>
  );
}
