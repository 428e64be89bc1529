const LANGUAGES = ['en', 'de'];

/** Where the build has put pages of docs/help, beside the interface: a folder, in English where there is no translation. */
export const helpFolder = (language: string): string => `help/${LANGUAGES.includes(language) ? language : 'en'}`;
