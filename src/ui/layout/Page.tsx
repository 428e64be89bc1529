import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { sanitizeDisplayText } from '../../i18n/sanitizeDisplayText.ts';
import { TruncatedName } from '../controls/TruncatedName.tsx';
import { announce } from '../feedback/Announcer.tsx';

let mark = '';
const listeners = new Set<() => void>();

/** Prefix of every document title; '' for none. */
export function markTitle(text: string) {
  mark = text;
  for (const changed of listeners) changed();
}

const documentTitleMark = () => mark;

function onTitleMark(changed: () => void): () => void {
  listeners.add(changed);
  return () => {
    listeners.delete(changed);
  };
}

interface PageProps {
  title: string;
  context?: string | undefined;
  /** The heading is for screen readers only. */
  quiet?: boolean;
  lead?: ReactNode;
  /** `wide`: 1280 px; `text`: one column of a form or wizard; `full`: no limit. */
  width?: 'wide' | 'text' | 'full';
  children: ReactNode;
}

const PRODUCT = 'Sluice';

/** Host of the core if it differs from the page's. */
export const ForeignHost = createContext<string | undefined>(undefined);

/** "Live · Studio A · Sluice"; changes are announced. */
export function useTitle(title: string, context?: string) {
  const foreign = useContext(ForeignHost);
  const mark = useSyncExternalStore(onTitleMark, documentTitleMark);
  useEffect(() => {
    const before = document.title;
    document.title =
      mark +
      [title, context, foreign, PRODUCT].flatMap((part) => (part ? [sanitizeDisplayText(part)] : [])).join(' · ');
    // A page that was only covered, for example by the login, gets its title back.
    return () => {
      document.title = before;
    };
  }, [title, context, foreign, mark]);
}

// On the first page, the focus starts at the skip link.
let first = true;

export function Page({ title, context, quiet = false, lead, width = 'wide', children }: PageProps) {
  useTitle(title, context);
  useEffect(() => announce(sanitizeDisplayText(title)), [title]);
  const heading = useRef<HTMLHeadingElement>(null);
  // Before any element scrolls itself into view.
  useLayoutEffect(() => {
    document.documentElement.scrollTop = 0;
  }, []);
  useEffect(() => {
    // The focused element is gone with the previous page.
    if (!first && document.activeElement === document.body) heading.current?.focus();
    first = false;
  }, []);
  return (
    <div className={width === 'wide' ? 'page' : `page page-${width}`}>
      <div className={quiet ? 'visually-hidden' : undefined}>
        <h1 ref={heading} tabIndex={-1}>
          <TruncatedName of={title} />
        </h1>
        {lead && <p className="page-lead">{lead}</p>}
      </div>
      {children}
    </div>
  );
}
