import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { logoutRequested } from '../features/session/actions.ts';
import { HeaderMenu, type MenuEntry } from '../ui/frame/HeaderMenu.tsx';
import { type Scheme, showScheme } from '../ui/scheme.ts';
import { rememberScheme, storedScheme } from './scheme.ts';

export function MainMenu({ onAbout }: { onAbout: () => void }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const [scheme, setScheme] = useState(storedScheme);
  const words: Record<Scheme, string> = {
    dark: t('Dark colours'),
    light: t('Light colours'),
    system: t('Colours of the system'),
  };
  const schemes = (Object.keys(words) as Scheme[]).map(
    (choice, i): MenuEntry => ({
      icon: 'show',
      text: words[choice],
      checked: choice === scheme,
      parted: i === 0,
      to: () => {
        showScheme(document, choice);
        rememberScheme(choice);
        setScheme(choice);
      },
    }),
  );
  return (
    <HeaderMenu
      label={t('Menu')}
      icon="menu"
      entries={[
        { icon: 'settings', text: t('System'), to: '#/settings' },
        { icon: 'info', text: t('About'), to: onAbout },
        ...schemes,
        { icon: 'logout', text: t('Logout'), parted: true, to: () => dispatch(logoutRequested()) },
      ]}
    />
  );
}
