import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { hasExtension } from '../../api/coreExtensions.ts';
import { logoutRequested } from '../../features/gate/session/actions.ts';
import { type CoreInfo, coreInfoOf } from '../../features/gate/session/slice.ts';
import type { LiveState } from '../../features/live/index.ts';
import type { RootState } from '../../features/setup/index.ts';
import { languages } from '../../i18n/languages.ts';
import { msg } from '../../i18n/msg.ts';
import { HeaderMenu, type MenuEntry } from '../../ui/frame/HeaderMenu.tsx';
import { helpAddress, topicOf } from '../../ui/help/helpTopics.ts';
import type { DrawingName } from '../../ui/look/icons.tsx';
import { leave } from '../../ui/overlays/guardLeaving.ts';
import { readProjectLink } from '../about/readProjectLink.ts';
import { SCHEMES } from '../browser/storage.ts';
import { SCHEME_LABELS, useLanguageChoice, useScheme } from './lookChoices.tsx';

export interface ScreenLink {
  icon: DrawingName;
  text: string;
  to: string;
}

export const destinations: readonly ScreenLink[] = [
  { icon: 'encoder', text: msg('Multiview'), to: '#/multiview' },
  { icon: 'network', text: msg('Publication website'), to: '#/playersite' },
  { icon: 'settings', text: msg('Settings'), to: '#/settings' },
];

/** Returns the address of the hosted service, or null if the core is not connected to one. */
function serviceAddress(core: CoreInfo | null): string | null {
  if (!core || hasExtension(core.about, 'reports-nothing')) return null;
  const { enable, url } = core.config.service ?? { enable: false, url: '' };
  return enable && /^https:\/\//.test(url) ? url : null;
}

interface MainMenuProps {
  alarm: boolean;
  onAlarm: () => void;
  onAbout: () => void;
  onDrawer: () => void;
  onPreferences: () => void;
  onProblem: () => void;
  onShortcuts: () => void;
}

export function MainMenu({ alarm, onAlarm, onAbout, onDrawer, onPreferences, onProblem, onShortcuts }: MainMenuProps) {
  const { t } = useTranslation();
  const help = useHelp();
  const dispatch = useDispatch();
  const issues = readProjectLink('issues');
  const newer = useSelector(({ updates }: LiveState) => updates.newer);
  const service = useSelector(({ session }: LiveState) => serviceAddress(coreInfoOf(session)));
  const channel = useSelector(({ channel: { list, current } }: LiveState) =>
    list.some(({ id, available }) => id === current && available) ? current : null,
  );
  const report = channel === null ? null : `#/${channel}?show=report`;
  const versions = channel === null ? '#/versions' : `#/versions/${channel}`;
  return (
    <HeaderMenu
      label={t('Menu')}
      icon="menu"
      entries={[
        { icon: 'channels', text: t('Channel bar'), to: onDrawer },
        ...destinations.map(({ icon, text, to }) => ({
          ...{ icon, text: t(text), to },
          ...(to === '#/settings' && newer !== null ? { highlighted: true } : {}),
        })),
        { icon: 'file', text: t('Recordings'), to: '#/recordings' },
        { icon: 'alert', text: t('Alarms'), to: '#/alarms' },
        { icon: 'details', text: t('History'), to: '#/history' },
        { icon: 'restart', text: t('Earlier versions'), to: versions },
        { icon: 'wait', text: t('Schedule'), to: '#/schedule' },
        { icon: 'server', text: t('API access'), to: '#/tokens' },
        { icon: 'copy', text: t('Export and import'), to: '#/moving' },
        { icon: 'bell', text: t('Alarm'), note: alarm ? t('On') : t('Off'), to: onAlarm },
        ...(report === null ? [] : [{ icon: 'download' as const, text: t('Debug report'), to: report }]),
        ...(service === null ? [] : [{ icon: 'open' as const, text: t('Service'), to: service }]),
        { icon: 'help', text: t('Help'), to: help, parted: true },
        ...(issues === null ? [] : [{ icon: 'alert' as const, text: t('Report a problem'), to: onProblem }]),
        { icon: 'info', text: t('About'), to: onAbout },
        { icon: 'keyboard', text: t('Keyboard shortcuts'), note: '?', to: onShortcuts },
        useLanguages(),
        useSchemes(),
        { icon: 'edit', text: t('Preferences of this browser'), to: onPreferences },
        { icon: 'logout', text: t('Logout'), parted: true, to: () => leave(() => dispatch(logoutRequested())) },
      ]}
    />
  );
}

/** Wizard steps with a help page but without an address. */
const passing: Readonly<Record<string, string>> = {
  ...{ audioProbe: 'wizard-audio-result', error: 'wizard-error', abort: 'wizard-abort' },
};

export function useHelp(): string {
  const { i18n } = useTranslation();
  const { pathname, search } = useLocation();
  const step = useSelector(({ wizard }: Partial<RootState>) => {
    if (wizard?.status !== 'open') return '';
    return wizard.at.step === 'license' && wizard.refused !== null ? 'error' : wizard.at.step;
  });
  return helpAddress(passing[step] ?? topicOf(pathname, search), i18n.language);
}

function useLanguages(): MenuEntry {
  const { t, i18n } = useTranslation();
  const choose = useLanguageChoice();
  return {
    icon: 'language',
    text: t('Language'),
    note: languages.find(({ code }) => code === i18n.language)?.name ?? '',
    parted: true,
    to: languages.map(({ code, name }) => ({
      icon: 'language',
      text: name,
      lang: code,
      checked: code === i18n.language,
      to: () => choose(code),
    })),
  };
}

function useSchemes(): MenuEntry {
  const { t } = useTranslation();
  const [scheme, choose] = useScheme();
  return {
    icon: 'contrast',
    text: t('Theme'),
    note: t(SCHEME_LABELS[scheme]),
    to: SCHEMES.map((choice) => ({
      icon: 'contrast',
      text: t(SCHEME_LABELS[choice]),
      checked: choice === scheme,
      to: () => choose(choice),
    })),
  };
}
