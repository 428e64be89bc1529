import { useTranslation } from 'react-i18next';
import type { Consequence } from './consequence.ts';

/** What a save does to what runs, in words: beside Save, and in the question before it. */
export function useConsequenceText(consequence: Consequence | null): string | undefined {
  const { t } = useTranslation();
  if (consequence === null) return undefined;
  if (consequence.status === 'untouched') return t('The stream continues without interruption.');
  return [
    t('The stream is interrupted for about {{n}} s.', { n: consequence.seconds }),
    ...publications(t, consequence),
  ].join(' ');
}

function publications(
  t: ReturnType<typeof useTranslation>['t'],
  { continues, reconnects, starves }: Extract<Consequence, { status: 'interrupted' }>,
): string[] {
  return [
    ...(continues === 0
      ? []
      : [
          t('{{count}} publications continue.', {
            count: continues,
            defaultValue_one: '{{count}} publication continues.',
          }),
        ]),
    ...(reconnects === 0
      ? []
      : [
          t('{{count}} publications reconnect.', {
            count: reconnects,
            defaultValue_one: '{{count}} publication reconnects.',
          }),
        ]),
    ...(starves === 0
      ? []
      : [
          t('{{count}} publications lose the feed that they read.', {
            count: starves,
            defaultValue_one: '{{count}} publication loses the feed that it reads.',
          }),
        ]),
  ];
}
