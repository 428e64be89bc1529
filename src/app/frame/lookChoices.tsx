import { useDispatch } from 'react-redux';
import { noticed } from '../../features/gate/notice/slice.ts';
import { usePreference } from '../../features/shared/preference/usePreference.tsx';
import { setLanguage } from '../../i18n/index.ts';
import { msg } from '../../i18n/msg.ts';
import { type Scheme, showScheme } from '../../ui/look/colorSchemeVariables.ts';
import { browserStorage, SCHEME_KEY, schemeOf } from '../browser/storage.ts';

export const SCHEME_LABELS: Readonly<Record<Scheme, string>> = {
  dark: msg('Dark'),
  light: msg('Light'),
  system: msg('Use system setting'),
};

export function useScheme(): readonly [Scheme, (scheme: Scheme) => void] {
  const [stored, choose] = usePreference(SCHEME_KEY);
  const show = (scheme: Scheme) => {
    showScheme(document, scheme);
    choose(scheme);
  };
  return [schemeOf(stored), show];
}

export function useLanguageChoice(): (code: string) => void {
  const dispatch = useDispatch();
  return (code) => {
    setLanguage(code, browserStorage).catch(() =>
      dispatch(noticed('error', msg('The language could not be loaded from the core. Choose it again.'))),
    );
  };
}
