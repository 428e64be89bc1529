import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../look/icons.tsx';

export interface TabLink {
  id: string;
  text: string;
  /** A hash route, so that Back and reload return to the tab. */
  href: string;
  wrong?: boolean;
}

/** More tabs are packed more closely, so that all settings tabs fit on a desktop. */
const MANY = 7;

export function Tabs({ label, tabs, current }: { label: string; tabs: readonly TabLink[]; current: string }) {
  const { t } = useTranslation();
  const row = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (row.current) showTab(row.current, current);
  }, [current]);
  return (
    <nav className={tabs.length > MANY ? 'tabs tabs-many' : 'tabs'} aria-label={label} ref={row}>
      {tabs.map(({ id, text, href, wrong }) => (
        <a key={id} href={href} data-tab={id} {...(id === current ? { 'aria-current': 'page' } : {})}>
          {text}
          {wrong && (
            <span className="tone-error">
              <Icon name="alert" size={16} label={t('This tab has errors')} />
            </span>
          )}
        </a>
      ))}
    </nav>
  );
}

/** Centers the tab by scrolling the row only, not the page. */
function showTab(row: HTMLElement, id: string) {
  const tab = [...row.querySelectorAll<HTMLElement>('a')].find(({ dataset }) => dataset.tab === id);
  if (tab) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
}
