import type { Page } from '@playwright/test';

export const LANGUAGES = ['en', 'de'] as const;

const GERMAN = {
  'Choose file': 'Datei wählen',
  Changes: 'Änderungen',
  'Channel name': 'Kanalname',
  'Connect to the service': 'Mit dem Dienst verbinden',
  Continue: 'Weiter',
  'Custom configuration': 'Eigene Konfiguration',
  'Debug report': 'Diagnosebericht',
  'Download report.txt': 'report.txt herunterladen',
  Done: 'Fertig',
  'Earlier versions': 'Frühere Versionen',
  'Encoder over HLS': 'Encoder über HLS',
  'Enter an object: { … }': 'Geben Sie ein Objekt ein: { … }',
  'Expert mode': 'Expertenmodus',
  Export: 'Exportieren',
  'Export and import': 'Export und Import',
  'Full URL': 'Vollständige URL',
  Import: 'Importieren',
  'Import without keys': 'Ohne Schlüssel importieren',
  'Include stream keys and passwords': 'Streamschlüssel und Passwörter aufnehmen',
  Later: 'Später',
  Login: 'Anmelden',
  Logout: 'Abmelden',
  Menu: 'Menü',
  'Monitoring token': 'Monitoring-Token',
  More: 'Mehr',
  'Name of this core': 'Name dieses Core',
  Notifications: 'Meldungen',
  'Other login methods': 'Andere Anmeldemethoden',
  Passphrase: 'Passphrase',
  'Process details': 'Prozessdetails',
  'Repeat the passphrase': 'Passphrase wiederholen',
  Restore: 'Wiederherstellen',
  Save: 'Speichern',
  Service: 'Dienst',
  'Show {{what}}': '{{what}} anzeigen',
  'Take back': 'Zurücknehmen',
  Tenant: 'Tenant',
  'The passphrase is wrong. Nothing was imported.': 'Die Passphrase ist falsch. Es wurde nichts importiert.',
  'The change has been undone': 'Die Änderung wurde rückgängig gemacht',
  'The earlier version has been restored': 'Die frühere Version wurde wiederhergestellt',
  Undo: 'Rückgängig',
  '{{name}} was not imported, and nothing was changed.': '{{name}} wurde nicht importiert, und nichts wurde geändert.',
};

export const textsIn =
  (language: (typeof LANGUAGES)[number]) =>
  (text: keyof typeof GERMAN): string =>
    language === 'de' ? GERMAN[text] : text;

export async function speak(page: Page, language: string) {
  await page.evaluate((code) => localStorage.setItem('@@restreamer-ui@@language', code), language);
  await page.reload();
}
