// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { SkillsAnswer } from '../../../api/answers/skills.ts';
import { readCatalogExamples } from '../../../catalog/fixtures/readCatalogExamples.ts';
import type { ServiceExample } from '../../../catalog/form/argumentExampleTypes.ts';
import { failureRemedyFields } from '../../../catalog/form/failureRemedyFields.ts';
import { type Fields, type Settings, textField } from '../../../catalog/form/fields.ts';
import { serviceOf, services } from '../../../catalog/services/index.ts';
import { skillsOf } from '../../../media/encoding/skills.ts';
import { someSkills } from '../../../testing/coreAnswers.ts';
import { FieldForm } from '../../../ui/form/FieldForm.tsx';
import { FailureFieldHighlight, parseFieldLink } from './FailureFieldHighlight.tsx';
import { publicationFieldLink, sourceFieldLink } from './fieldLink.ts';

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
])('the link from a failure with cause %s leads to %s', (link, form) => {
  expect(link.startsWith(form)).toBe(true);
  const search = new URLSearchParams(link.slice(link.indexOf('?')));
  expect(parseFieldLink(search, 'target')).toMatchObject({ at });
});

it.each(['', 'field=x&cause=refused', 'field=address&cause=constructor', 'field=toString&cause=refused'])(
  'the highlight tolerates any address: %s',
  (search) => expect(parseFieldLink(new URLSearchParams(search), 'source')).toBeNull(),
);

const fields = {
  address: textField({ label: 'Address', holds: 'address' }),
  password: textField({ label: 'Password', holds: 'password' }),
};

function Edited() {
  const [settings, setSettings] = useState<Settings>({ address: 'rtsp://cam', password: 'x' });
  return (
    <form id="source">
      <FailureFieldHighlight form="source" of="source">
        <FieldForm fields={fields} settings={settings} onChange={setSettings} />
      </FailureFieldHighlight>
    </form>
  );
}

const opened = (search: string) =>
  render(
    <MemoryRouter initialEntries={[`/c/edit/source/video${search}`]}>
      <Edited />
    </MemoryRouter>,
  );

it('the highlight shows cause and time, focuses the field, and disappears after a change', () => {
  opened(`?field=password&cause=login-wrong&at=${at}`);
  const field = screen.getByLabelText('Password');
  expect(document.activeElement).toBe(field);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText(/The source rejected the login\. .*\d:\d\d/)).toBeTruthy();
  expect(screen.getByLabelText('Address').getAttribute('aria-invalid')).toBeNull();
  fireEvent.change(field, { target: { value: 'y' } });
  expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBeNull();
});

it('the highlight shows the failure above a form without such a field', () => {
  opened(`?field=transport&cause=transport&at=${at}`);
  expect(document.querySelector('[aria-invalid]')).toBe(screen.getByLabelText('Address'));
  expect(screen.queryByRole('alert')).toBeNull();
  cleanup();
  opened(`?field=filter&cause=filter-wrong&at=${at}`);
  expect(document.querySelector('[aria-invalid]')).toBeNull();
  expect(screen.getByRole('alert').textContent).toMatch(/A filter of the encoding cannot be applied\. .*\d:\d\d/);
});

it('the highlight is absent without a link from a failure', () => {
  opened('');
  expect(document.querySelector('[aria-invalid]')).toBeNull();
});

const skills = skillsOf(SkillsAnswer.parse(someSkills()));

function Service({ form, given }: { form: Fields; given: Settings }) {
  const [settings, setSettings] = useState(given);
  return (
    <form id="publication">
      <FailureFieldHighlight form="publication" of="target" name="Service">
        <FieldForm fields={form} settings={settings} onChange={setSettings} />
      </FailureFieldHighlight>
    </form>
  );
}

describe.each(services)('the form of $id', async (service) => {
  const examples = await readCatalogExamples<ServiceExample>('services', service.id);
  const settings = examples.find((example) => example.expect.length > 0)?.given ?? {};
  const form = service.form({ channel: 'c', meta: { name: 'N', description: 'D' }, streams: [], skills });

  it('shows a failure at its address field, or above the form without one', () => {
    render(
      <MemoryRouter initialEntries={[`/general?field=address&cause=unresolved&at=${at}`]}>
        <Service form={form} given={settings} />
      </MemoryRouter>,
    );
    const marked = [...document.querySelectorAll('[aria-invalid=true]')];
    expect(marked.length).toBe(failureRemedyFields(form, settings, 'address').length);
    expect(screen.getAllByText(/could not be resolved\. .*\d:\d\d/).length).toBe(Math.max(1, marked.length));
    if (marked.length > 0) expect(document.activeElement).toBe(marked[0]);
    expect(document.querySelectorAll('.alert').length).toBe(marked.length === 0 ? 1 : 0);
  });
});

it('the highlight of two keys disappears once one of them is changed', () => {
  const form = serviceOf('facebook')?.form({ channel: 'c', meta: { name: '', description: '' }, streams: [], skills });
  render(
    <MemoryRouter initialEntries={[`/general?field=key&cause=key-refused&at=${at}`]}>
      <Service form={form ?? {}} given={{ rtmp_backup: true, stream_key_primary: 'P', stream_key_backup: 'B' }} />
    </MemoryRouter>,
  );
  const marked = () =>
    [...document.querySelectorAll<HTMLInputElement>('[aria-invalid=true]')].map(({ value }) => value);
  expect(marked()).toEqual(['P', 'B']);
  fireEvent.change(screen.getByLabelText('Backup stream key'), { target: { value: 'C' } });
  expect(marked()).toEqual([]);
});
