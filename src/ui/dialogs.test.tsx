// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '../i18n/index.ts';
import { Button } from './controls/Button.tsx';
import { HeaderMenu } from './frame/HeaderMenu.tsx';
import { ConfirmDialog } from './overlays/ConfirmDialog.tsx';
import { loadOverlays } from './overlays/useLazyOverlays.ts';

beforeAll(async () => {
  // jsdom has no matchMedia: simulates a wide screen.
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  await startI18n({ page: document, browser: [], storage: localStorage });
  await loadOverlays();
});
afterEach(cleanup);

let stopped = 0;
const Stop = () => {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>Stop</Button>
      <ConfirmDialog
        open={isAsking}
        title="Stop the stream?"
        confirm="Stop stream"
        danger
        onConfirm={() => {
          stopped += 1;
        }}
        onClose={() => setAsking(false)}
      >
        3 publications stop too.
      </ConfirmDialog>
    </>
  );
};

it('a confirmation has a role and a name, starts on Cancel and returns the focus', async () => {
  render(<Stop />);
  const stop = screen.getByRole('button', { name: 'Stop' });
  stop.focus();
  fireEvent.click(stop);
  expect(screen.getByRole('alertdialog', { name: 'Stop the stream?' })).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }));
  fireEvent.keyDown(screen.getByRole('alertdialog'), { key: 'Escape' });
  await waitFor(() => expect(document.activeElement).toBe(stop));
  expect(stopped).toBe(0);
});

it('a confirmation runs its action', () => {
  stopped = 0;
  render(<Stop />);
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
  fireEvent.click(screen.getByRole('button', { name: 'Stop stream' }));
  expect(stopped).toBe(1);
});

it('a menu has actions, links and choices', async () => {
  const logout = vi.fn();
  render(
    <HeaderMenu
      label="Menu"
      icon="menu"
      entries={[
        { icon: 'settings', text: 'Settings', to: '#/settings' },
        { icon: 'open', text: 'Docs', to: 'https://docs.example.org' },
        { icon: 'language', text: 'English', checked: true, parted: true, to: () => {} },
        { icon: 'logout', text: 'Log out', to: logout },
      ]}
    />,
  );
  const button = screen.getByRole('button', { name: 'Menu' });
  button.focus();
  fireEvent.click(button);
  expect(screen.getByRole('menuitem', { name: 'Settings' }).getAttribute('target')).toBeNull();
  expect(screen.getByRole('menuitem', { name: 'Docs' }).getAttribute('target')).toBe('_blank');
  expect(screen.getByRole('menuitemradio', { name: 'English' }).getAttribute('aria-checked')).toBe('true');
  fireEvent.click(screen.getByRole('menuitem', { name: 'Log out' }));
  expect(logout).toHaveBeenCalledOnce();
  await waitFor(() => expect(document.activeElement).toBe(button));
});

it('a submenu opens in place and supports arrow keys', () => {
  const chosen = vi.fn();
  render(
    <HeaderMenu
      label="Menu"
      icon="menu"
      entries={[
        { icon: 'info', text: 'About', to: () => {} },
        {
          icon: 'language',
          text: 'Language',
          note: 'English',
          to: [
            { icon: 'language', text: 'English', checked: true, to: () => {} },
            { icon: 'language', text: 'Deutsch', checked: false, to: chosen },
          ],
        },
      ]}
    />,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Menu' }));
  const language = screen.getByRole('menuitem', { name: 'Language English' });
  fireEvent.keyDown(language, { key: 'ArrowRight' });
  expect(screen.getByRole('menu', { name: 'Language' })).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('menuitemradio', { name: 'English' }));
  fireEvent.keyDown(screen.getByRole('menuitemradio', { name: 'English' }), { key: 'ArrowLeft' });
  expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Language English' }));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Language English' }));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Back' }));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Language English' }));
  fireEvent.click(screen.getByRole('menuitemradio', { name: 'Deutsch' }));
  expect(chosen).toHaveBeenCalledOnce();
});
