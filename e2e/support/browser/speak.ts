import type { Page } from '@playwright/test';

export const LANGUAGES = ['en', 'de'] as const;

const GERMAN = {
  Changes: 'Änderungen',
  'Channel name': 'Kanalname',
  'Connect to the service': 'Mit dem Dienst verbinden',
  'Custom configuration': 'Eigene Konfiguration',
  'Debug report': 'Diagnosebericht',
  'Download report.txt': 'report.txt herunterladen',
  'Earlier versions': 'Frühere Versionen',
  'Encoder over HLS': 'Encoder über HLS',
  'Enter an object: { … }': 'Geben Sie ein Objekt ein: { … }',
  'Expert mode': 'Expertenmodus',
  'Full URL': 'Vollständige URL',
  Later: 'Später',
  Login: 'Anmelden',
  Logout: 'Abmelden',
  Menu: 'Menü',
  'Monitoring token': 'Monitoring-Token',
  More: 'Mehr',
  'Name of this core': 'Name dieses Core',
  Notifications: 'Meldungen',
  'Other login methods': 'Andere Anmeldemethoden',
  'Process details': 'Prozessdetails',
  Restore: 'Wiederherstellen',
  Save: 'Speichern',
  Service: 'Dienst',
  'Show {{what}}': '{{what}} anzeigen',
  Tenant: 'Tenant',
  'The change has been undone': 'Die Änderung wurde rückgängig gemacht',
  'The earlier version has been restored': 'Die frühere Version wurde wiederhergestellt',
  Undo: 'Rückgängig',
};

export const textsIn =
  (language: (typeof LANGUAGES)[number]) =>
  (text: keyof typeof GERMAN): string =>
    language === 'de' ? GERMAN[text] : text;

export async function speak(page: Page, language: string) {
  await page.evaluate((code) => localStorage.setItem('@@restreamer-ui@@language', code), language);
  await page.reload();
}
