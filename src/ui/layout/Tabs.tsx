import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../look/icons.tsx';

export interface TabLink {
  id: string;
  /** Translated. */
  text: string;
  /** Its address, `#/…`: Back and reload come to the same tab. */
  href: string;
  /** Something in it has to be mended. */
  wrong?: boolean;
}

/** More stand closer together: then all of the settings can be seen at once on a computer. */
const MANY = 7;

/** Parts of one screen, each with an address of its own: one row at every width, which scrolls where it is too long. */
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

/** Scrolls the row alone, never the page, until this tab stands in its middle: its neighbours can be seen then. */
function showTab(row: HTMLElement, id: string) {
  const tab = [...row.querySelectorAll<HTMLElement>('a')].find(({ dataset }) => dataset.tab === id);
  if (tab) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
}
