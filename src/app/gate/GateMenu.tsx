import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { setLanguage } from '../../i18n/index.ts';
import { languages } from '../../i18n/languages.ts';
import { Button, LinkButton } from '../../ui/controls/Button.tsx';
import { announce } from '../../ui/feedback/Announcer.tsx';
import { helpFolder } from '../../ui/help/helpPageFolder.ts';
import { Icon } from '../../ui/look/icons.tsx';
import { readProjectLink } from '../about/readProjectLink.ts';
import { browserStorage } from '../browser/storage.ts';
import { loadApp } from '../loading/loadApp.ts';
import { componentOf, loadForms } from '../loading/loadScreens.ts';
import { NotLoaded } from '../loading/NotLoaded.tsx';

interface DialogProps {
  open: boolean;
  onClose: () => void;
}

/** These chunks delay no login, and an unreachable core cannot deliver them. */
const dialogs = {
  about: componentOf(loadApp, (chunk) => chunk.AboutDialog, NotLoaded),
  problem: componentOf(loadForms, (chunk) => chunk.ReportProblemDialog, NotLoaded),
};
type DialogName = keyof typeof dialogs;

interface DialogState {
  dialog: DialogName;
  Shown: ComponentType<DialogProps> | null;
  closed?: true;
}

/** `state` of the gate selects the help page. */
export function GateMenu({ state }: { state: string }) {
  const { t, i18n } = useTranslation();
  const [opened, setOpened] = useState<DialogState | null>(null);
  const busy = (dialog: DialogName) => opened?.dialog === dialog && !opened.Shown;
  const show = (dialog: DialogName) => async () => {
    setOpened({ dialog, Shown: null });
    const { default: Shown } = await dialogs[dialog]();
    setOpened({ dialog, Shown });
  };
  const choose = (code: string) => {
    // The selection changes only once the texts have loaded.
    setLanguage(code, browserStorage).catch(() =>
      announce(t('The language could not be loaded from the core. Choose it again.')),
    );
  };
  return (
    <nav className="gate-tools" aria-label={t('Menu')}>
      <Button kind="quiet" icon="info" busy={busy('about')} onClick={show('about')}>
        {t('About')}
      </Button>
      <LinkButton
        kind="quiet"
        icon="help"
        href={`${helpFolder(i18n.language, 'login')}/login.html#login${state === 'login' ? '' : `-${state}`}`}
      >
        {t('Help')}
      </LinkButton>
      {readProjectLink('issues') !== null && (
        <Button kind="quiet" icon="alert" busy={busy('problem')} onClick={show('problem')}>
          {t('Report a problem')}
        </Button>
      )}
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
      {opened?.Shown && <opened.Shown open={!opened.closed} onClose={() => setOpened({ ...opened, closed: true })} />}
    </nav>
  );
}
