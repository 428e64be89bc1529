import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { setLanguage } from '../../i18n/index.ts';
import { languages } from '../../i18n/languages.ts';
import { announce } from '../../ui/Announcer.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { loadAbout } from '../chunks.ts';
import { browserStorage } from '../storage.ts';

// Dialogs come with the application: nobody waits for them at the login.
const About = lazy(loadAbout);

/** What the menu offers to those who are not logged in. */
export function GateTools() {
  const { t, i18n } = useTranslation();
  const [about, setAbout] = useState<'never' | 'open' | 'closed'>('never');
  const choose = (code: string) => {
    // The list shows what is shown: without its texts a language is not chosen.
    setLanguage(code, browserStorage).catch(() =>
      announce(t('The language could not be loaded from the core. Choose it again.')),
    );
  };
  return (
    <nav className="gate-tools" aria-label={t('Menu')}>
      <Button kind="quiet" icon="info" onClick={() => setAbout('open')}>
        {t('About')}
      </Button>
      <div className="input">
        <Icon name="language" size={18} />
        <select aria-label={t('Language')} value={i18n.language} onChange={({ target }) => choose(target.value)}>
          {languages.map(({ code, name }) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
        <Icon name="chevron" />
      </div>
      {about !== 'never' && (
        <Suspense>
          <About open={about === 'open'} onClose={() => setAbout('closed')} />
        </Suspense>
      )}
    </nav>
  );
}
