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

/** More stand closer together: one alone in a second row looks like another kind. */
const MANY = 7;

/** Parts of one screen, each with an address of its own. */
export function Tabs({ label, tabs, current }: { label: string; tabs: readonly TabLink[]; current: string }) {
  const { t } = useTranslation();
  return (
    <nav className={tabs.length > MANY ? 'tabs tabs-many' : 'tabs'} aria-label={label}>
      {tabs.map(({ id, text, href, wrong }) => (
        <a key={id} href={href} {...(id === current ? { 'aria-current': 'page' } : {})}>
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
