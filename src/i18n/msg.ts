/** Marks an English text of a definition for translation; it is translated where it is shown. */
export const msg = (text: string) => text;
