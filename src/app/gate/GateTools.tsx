import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { setLanguage } from '../../i18n/index.ts';
import { languages } from '../../i18n/languages.ts';
import { announce } from '../../ui/Announcer.tsx';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { helpFolder } from '../../ui/helpPage.ts';
import { Icon } from '../../ui/icons.tsx';
import { loadAbout } from '../chunks.ts';
import { loadForm } from '../formChunk.ts';
import { browserStorage } from '../storage.ts';

// Dialogs come with the application: nobody waits for them at the login.
const dialogs = { about: lazy(loadAbout), problem: lazy(() => loadForm('ProblemDialog')) };

/** What the menu offers to those who are not logged in. `state` of the gate is what its help is about. */
export function GateTools({ state }: { state: string }) {
  const { t, i18n } = useTranslation();
  const [opened, setOpened] = useState<keyof typeof dialogs | null>(null);
  const [open, setOpen] = useState(false);
  const Dialog = opened && dialogs[opened];
  const show = (dialog: keyof typeof dialogs) => () => {
    setOpened(dialog);
    setOpen(true);
  };
  const choose = (code: string) => {
    // The list shows what is shown: without its texts a language is not chosen.
    setLanguage(code, browserStorage).catch(() =>
      announce(t('The language could not be loaded from the core. Choose it again.')),
    );
  };
  return (
    <nav className="gate-tools" aria-label={t('Menu')}>
      <Button kind="quiet" icon="info" onClick={show('about')}>
        {t('About')}
      </Button>
      <LinkButton
        kind="quiet"
        icon="help"
        href={`${helpFolder(i18n.language)}/login.html#login${state === 'login' ? '' : `-${state}`}`}
      >
        {t('Help')}
      </LinkButton>
      <Button kind="quiet" icon="alert" onClick={show('problem')}>
        {t('Report a problem')}
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
      {Dialog && (
        <Suspense>
          <Dialog open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </nav>
  );
}
