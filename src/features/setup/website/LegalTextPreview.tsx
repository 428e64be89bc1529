import { createElement, type ReactNode, useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { sanitizeLegalText } from '../../../viewer/website/sanitizeLegalText.ts';

/** A note as viewers read it. Its markup was written by `noteMarkup`, so its elements and addresses are harmless. */
export function LegalTextPreview({ name, note }: { name: string; note: string }) {
  const { t } = useTranslation();
  const id = useId();
  const shown = useMemo(() => elementsOf(sanitizeLegalText(note).markup), [note]);
  if (note.trim() === '') return null;
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id} className="field-note">
        {t('Preview: {{name}}', { name })}
      </h2>
      <div className="note-preview">{shown}</div>
    </section>
  );
}

const elementsOf = (markup: string): ReactNode => elementsIn(new DOMParser().parseFromString(markup, 'text/html').body);

const elementsIn = (parent: Element): ReactNode => [...parent.childNodes].map(elementOf);

function elementOf(node: ChildNode, i: number): ReactNode {
  if (!(node instanceof Element)) return node.textContent;
  const link = node.getAttribute('href');
  const leads = link === null ? {} : { href: link, target: '_blank', rel: 'noreferrer' };
  const children = node.hasChildNodes() ? elementsIn(node) : null;
  return createElement(node.localName, { key: i, ...leads }, children);
}
