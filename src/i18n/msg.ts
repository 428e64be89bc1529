/** Marks an English text of a definition for translation; it is translated where it is shown. */
export const msg = (text: string) => text;

/** Marks a name that is the same in every language. */
export const properName = (name: string) => name;
