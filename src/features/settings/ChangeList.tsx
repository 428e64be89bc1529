import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Change } from '../../catalog/tabs/edit.ts';
import { Description, DescriptionList } from '../../ui/DescriptionList.tsx';
import { type Told, toldValue } from './toldValue.ts';

/** All that one Save will change, whichever tab it is on. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  const { t } = useTranslation();
  const title = useId();
  const said = (told: Told) => {
    if ('word' in told) return t(told.word);
    return told.unit === undefined ? told.value : `${told.value} ${t(told.unit)}`;
  };
  return (
    <section className="changes" aria-labelledby={title}>
      <h2 id={title}>{t('What changes')}</h2>
      <DescriptionList>
        {changes.map(({ tab, path, field, before, after }) => (
          <Description key={path} label={`${t(tab.title)} · ${'label' in field ? t(field.label) : path}`}>
            {said(toldValue(field, before))} → {said(toldValue(field, after))}
          </Description>
        ))}
      </DescriptionList>
      <p className="field-note">{t('Saved changes take effect after a restart.')}</p>
    </section>
  );
}
