import { type RefObject, useEffect, useState } from 'react';

const NONE: readonly string[] = [];

/**
 * The `data-id`s of the children of a list that can be seen now; what is scrolled away is not among them.
 * `ids`: those of all children, so that new ones are watched too.
 */
export function useInView(list: RefObject<HTMLElement | null>, ids: readonly string[]): readonly string[] {
  const [seen, setSeen] = useState(NONE);
  const all = ids.join(' ');
  useEffect(() => {
    if (!list.current || all === '') return;
    const visible = new Set<string>();
    const observer = new IntersectionObserver((changes) => {
      for (const { target, isIntersecting } of changes) {
        const id = target instanceof HTMLElement ? target.dataset.id : undefined;
        if (id !== undefined) visible[isIntersecting ? 'add' : 'delete'](id);
      }
      setSeen([...visible]);
    });
    for (const child of list.current.children) observer.observe(child);
    return () => {
      observer.disconnect();
      setSeen(NONE);
    };
  }, [list, all]);
  return seen;
}
