let mark = '';
const told = new Set<() => void>();

/** Stands before the title of every screen; '' for none. */
export function markTitle(text: string) {
  mark = text;
  for (const changed of told) changed();
}

export const documentTitleMark = () => mark;

export function onTitleMark(changed: () => void): () => void {
  told.add(changed);
  return () => {
    told.delete(changed);
  };
}
