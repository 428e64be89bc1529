// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ingestId, METADATA_KEY } from '../api/processIds.ts';
import { sessionStarted } from '../features/gate/session/actions.ts';
import { startI18n } from '../i18n/index.ts';
import { aCore, CHANNEL } from '../testing/coreAnswers.ts';
import { openStore } from '../testing/openStore.ts';
import { loadOverlays } from '../ui/overlays/useLazyOverlays.ts';
import WebsiteScreen from './WebsiteScreen.tsx';

beforeAll(async () => {
  await startI18n({ page: document, browser: [], storage: localStorage });
  await loadOverlays();
});
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  Element.prototype.scrollTo = () => {};
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const settle = async () => {
  await act(() => vi.advanceTimersByTimeAsync(200));
  await act(() => vi.dynamicImportSettled());
  await act(() => vi.advanceTimersByTimeAsync(200));
};

async function openTab(tab: 'general' | 'template' | 'design', playersite: object = {}, files: readonly string[] = []) {
  const disk = new Set(files);
  const store = openStore({
    storage: { token: 'kept' },
    core: aCore({
      processes: () => [
        {
          ...{ id: ingestId(CHANNEL), reference: CHANNEL },
          metadata: { [METADATA_KEY]: { version: 1, meta: { name: 'Alpha' } } },
        },
      ],
      metadataAll: () => ({ [METADATA_KEY]: { version: 1, playersite } }),
      diskFiles: ({ glob = '' } = {}) =>
        [...disk].filter((name) => name.startsWith(glob.replace(/\*.*$/, ''))).map((name) => ({ name })),
      diskRead: () => '<h1>{{title}}</h1>',
      diskDelete: ({ path }) => disk.delete(path),
    }),
  });
  store.dispatch(sessionStarted());
  await settle();
  const router = createMemoryRouter([{ path: '/playersite/:tab?', element: <WebsiteScreen /> }], {
    initialEntries: [`/playersite/${tab}`],
  });
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  await settle();
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input, select' });
  const press = async (name: string, within_: HTMLElement = document.body) => {
    fireEvent.click(within(within_).getByRole('button', { name }));
    await settle();
  };
  const pick = async (button: string, file: File) => {
    const input = screen.getByRole('button', { name: button }).previousElementSibling;
    if (!input) throw new Error('A button for files stands beside an input for files');
    fireEvent.change(input, { target: { files: [file] } });
    await settle();
  };
  return { store, disk, field, press, pick };
}

it('the website form edits the design: applies a preset, warns about low contrast, adds and removes an image', async () => {
  const { field, press, pick } = await openTab('design');
  expect(screen.getByTitle('Preview of the website').getAttribute('sandbox')).toBe('allow-scripts');
  expect(screen.getByText(/No color is chosen/)).toBeTruthy();
  await press('Dark');
  expect(field('Page background').value).toBe('#101416');
  expect(field('Page background: palette').value).toBe('#101416');
  expect(screen.getByText('Contrast 17.0:1 on "Header background".')).toBeTruthy();
  fireEvent.change(field('Text'), { target: { value: '#303030' } });
  expect(screen.getByText(/^Contrast 1\.\d:1 on .* At least 4\.5:1 can be read by everyone\.$/)).toBeTruthy();
  await pick('Upload: Background image', new File(['GIF89a'], 'x.gif'));
  expect(field('Background image').value).toBe('/playersite/bg.gif');
  await press('Remove: Background image');
  expect(field('Background image').value).toBe('');
  await pick('Upload: Logo', new File(['text'], 'x.gif'));
  expect(screen.getByRole('alert').textContent).toContain('not a valid gif image');
});

const html = (text: string) => new File([text], 'x.html', { type: 'text/html' });

it('the website form uploads a template: requires a name, shows errors with lines, asks before replacing', async () => {
  const { field, press, pick } = await openTab('template', { template: 'mine' }, ['/playersite/templates/mine.html']);
  expect(field('Template').value).toBe('mine');
  const upload = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Upload template' });
  expect(upload().disabled).toBe(true);
  const name = () => field('Name of the template (required)');
  fireEvent.change(name(), { target: { value: 'mi ne/..' } });
  expect(name().value).toBe('mine');
  await pick('Upload template', html('<p>\n{{#if}}'));
  const dialog = screen.getByRole('alertdialog', { name: 'Overwrite the template "mine"?' });
  expect(dialog.textContent).toContain('The website uses it.');
  await press('Overwrite', dialog);
  expect(screen.getByRole('alert').textContent).toContain('The template has an error in line 2.');
  expect(name().value).toBe('mine');
  fireEvent.change(name(), { target: { value: 'next' } });
  await pick('Upload template', html('<p>{{title}}'));
  expect(field('Template').value).toBe('next');
  expect(name().value).toBe('');
  expect(screen.getByText('Uploaded when you save: next.')).toBeTruthy();
  // It is not stored yet, so no confirmation is needed.
  await press('Delete template');
  expect(field('Template').value).toBe('!default');
  expect([...field('Template').querySelectorAll('option')].map(({ value }) => value)).toEqual(['!default', 'mine']);
});

it('the website form deletes the template in use after a confirmation that explains what viewers get', async () => {
  const { disk, field, press } = await openTab('template', { template: 'mine' }, ['/playersite/templates/mine.html']);
  await press('Delete template');
  const dialog = screen.getByRole('alertdialog', { name: 'Delete the template "mine"?' });
  expect(dialog.textContent).toContain('from then on they get the default template');
  await press('Delete template', dialog);
  expect([...disk]).toEqual([]);
  expect(field('Template').value).toBe('!default');
  expect(screen.getByRole('link', { name: 'Download the default as a start' }).getAttribute('href')).toBe(
    'website-template.txt',
  );
});

it('the website form lets a new website start with the open channel, and explains what viewers see', async () => {
  const { field } = await openTab('general');
  const choice = field('Main channel');
  expect([...Object(choice).options].map(({ text }) => text)).toContain('Currently selected channel');
  fireEvent.change(choice, { target: { value: 'current' } });
  await settle();
  expect(screen.getByText(/^Viewers first see the channel that you had open/)).toBeTruthy();
});
