/** Marks an English text for translation where it is shown. */
export const msg = (text: string) => text;

export const properName = (name: string) => name;
