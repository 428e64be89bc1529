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
const told = new Set<() => void>();

/** Stands before the title of every screen; '' for none. */
export function markTitle(text: string) {
  mark = text;
  for (const changed of told) changed();
}

const documentTitleMark = () => mark;

function onTitleMark(changed: () => void): () => void {
  told.add(changed);
  return () => {
    told.delete(changed);
  };
}

interface PageProps {
  /** Names the screen: its h1 and the first part of the document's title. */
  title: string;
  /** The second part, e.g. the channel's name. */
  context?: string | undefined;
  /** The heading is for ears only, where the picture says it. */
  quiet?: boolean;
  lead?: ReactNode;
  /** wide: 1280 px; text: one column of a form or wizard; full: all there is. */
  width?: 'wide' | 'text' | 'full';
  children: ReactNode;
}

const PRODUCT = 'Sluice';

/** Host of the core while it is not the one that this page comes from. */
export const ForeignHost = createContext<string | undefined>(undefined);

/** "Live · Studio A · Sluice"; a change is announced. */
export function useTitle(title: string, context?: string) {
  const foreign = useContext(ForeignHost);
  const mark = useSyncExternalStore(onTitleMark, documentTitleMark);
  useEffect(() => {
    const before = document.title;
    document.title =
      mark +
      [title, context, foreign, PRODUCT].flatMap((part) => (part ? [sanitizeDisplayText(part)] : [])).join(' · ');
    // A screen that was only covered, e.g. by the login, gets its title back.
    return () => {
      document.title = before;
    };
  }, [title, context, foreign, mark]);
}

// The first screen starts where the document does, with the skip link.
let first = true;

export function Page({ title, context, quiet = false, lead, width = 'wide', children }: PageProps) {
  useTitle(title, context);
  useEffect(() => announce(sanitizeDisplayText(title)), [title]);
  const heading = useRef<HTMLHeadingElement>(null);
  // Before anything on it asks to be brought into view.
  useLayoutEffect(() => {
    document.documentElement.scrollTop = 0;
  }, []);
  useEffect(() => {
    // What was pressed on the screen before is gone, and the focus with it: the keyboard goes on from here.
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
