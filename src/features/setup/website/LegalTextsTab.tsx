import { createElement, type ReactNode, useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { CopyField } from '../../../ui/controls/CopyField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { sanitizeLegalText } from '../../../viewer/website/sanitizeLegalText.ts';
import { NOTES, noteFile } from '../../../viewer/website/templateData.ts';
import type { WithSession } from '../../gate/session/slice.ts';
import { fieldLabel } from '../../shared/editor/editorTabs.ts';
import { PendingRestartNote } from '../../shared/restart/pendingRestart/PendingRestartNote.tsx';
import { type OpenWebsite, websiteChanged } from './slice.ts';
import { websiteTabs } from './tabs.ts';
import { websiteAddress } from './websiteAddress.ts';

/** A preview of the text. `sanitizeLegalText` has made its markup safe. */
function LegalTextPreview({ name, note }: { name: string; note: string }) {
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
  const attributes = link === null ? {} : { href: link, target: '_blank', rel: 'noreferrer' };
  const children = node.hasChildNodes() ? elementsIn(node) : null;
  return createElement(node.localName, { key: i, ...attributes }, children);
}

const ROWS = 5;

export function LegalTextsTab({ form: { draft, stored, found } }: { form: OpenWebsite }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const address = useSelector(({ session }: WithSession) => websiteAddress(session));
  const helps = {
    imprint: t('Legal notice: the name and the address of the publisher. Empty: no link to it.'),
    terms: t('Terms of use, or what you store about viewers. Empty: no link to them.'),
  };
  return (
    <>
      <p className="field-note">
        {t(
          'Plain text, Markdown (# heading, **bold**, - list, [text](address)) or simple HTML. Scripts, styles and images are left out.',
        )}
      </p>
      {NOTES.map((key) => {
        const name = t(fieldLabel(websiteTabs, key) ?? '');
        return (
          <div key={key} className="stack">
            <TextField
              label={name}
              help={helps[key]}
              value={draft[key]}
              onChange={(note) => dispatch(websiteChanged({ [key]: note }))}
              rows={ROWS}
            />
            <LegalTextPreview name={name} note={draft[key]} />
            {found.published && stored[key].trim() !== '' && (
              <>
                <PendingRestartNote />
                <CopyField label={t('Link: {{name}}', { name })} value={`${address}${noteFile(key)}`} open />
              </>
            )}
          </div>
        );
      })}
    </>
  );
}
