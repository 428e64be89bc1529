// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { type Settings, text } from '../../catalog/fields.ts';
import { FieldForm } from '../../ui/form/FieldForm.tsx';
import { publicationFieldLink, sourceFieldLink } from './fieldLink.ts';
import { PointedForm } from './PointedForm.tsx';
import { sentBy } from './pointedFields.ts';

afterEach(cleanup);

const at = Date.UTC(2026, 10, 22, 14, 2);

it.each([
  [sourceFieldLink('c', { field: 'password', cause: 'login-wrong', at }), '#/c/edit/source/video?'],
  [sourceFieldLink('c', { field: 'audioEncoder', cause: 'channels', at }), '#/c/edit/source/audio?'],
  [sourceFieldLink('c', { field: 'staleTimeout', cause: 'stale', at }), '#/c/edit/processing?'],
  [
    publicationFieldLink('#/c/publication/rtmp/1', { field: 'key', cause: 'key-refused', at }),
    '#/c/publication/rtmp/1/general?',
  ],
  [
    publicationFieldLink('#/c/publication/rtmp/1', { field: 'encoder', cause: 'bitrate', at }),
    '#/c/publication/rtmp/1/encoding?',
  ],
  [
    publicationFieldLink('#/c/publication/rtmp/1', { field: 'delay', cause: 'too-many-requests', at }),
    '#/c/publication/rtmp/1/process?',
  ],
])('%s leads to %s', (link, form) => {
  expect(link.startsWith(form)).toBe(true);
  const search = new URLSearchParams(link.slice(link.indexOf('?')));
  expect(sentBy(search, 'target')).toMatchObject({ at });
});

it.each(['', 'field=x&cause=refused', 'field=address&cause=constructor', 'field=toString&cause=refused'])(
  'an address may say anything: %s',
  (search) => expect(sentBy(new URLSearchParams(search), 'source')).toBeNull(),
);

const fields = { address: text({ label: 'Address' }), password: text({ label: 'Password' }) };

function Edited() {
  const [settings, setSettings] = useState<Settings>({ address: 'rtsp://cam', password: 'x' });
  return (
    <form id="source">
      <PointedForm form="source" of="source">
        <FieldForm fields={fields} settings={settings} onChange={setSettings} />
      </PointedForm>
    </form>
  );
}

const opened = (search: string) =>
  render(
    <MemoryRouter initialEntries={[`/c/edit/source/video${search}`]}>
      <Edited />
    </MemoryRouter>,
  );

it('marks the field with what happened and when, focuses it, and lets go once it is changed', () => {
  opened(`?field=password&cause=login-wrong&at=${at}`);
  const field = screen.getByLabelText('Password');
  expect(document.activeElement).toBe(field);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText(/The source rejected the login\. .*\d:\d\d/)).toBeTruthy();
  expect(screen.getByLabelText('Address').getAttribute('aria-invalid')).toBeNull();
  fireEvent.change(field, { target: { value: 'y' } });
  expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBeNull();
});

it('marks nothing where nobody was sent', () => {
  opened('');
  expect(document.querySelector('[aria-invalid]')).toBeNull();
});
