/** Two values that differ, as they are shown. They look the same if they differ in a masked secret only. */
export const changeText = (before: string, after: string, t: (text: string) => string): string =>
  before === after ? `${after} · ${t('another secret, not shown')}` : `${before} → ${after}`;
