// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startI18n } from '../../i18n/index.ts';
import { Figure, Figures } from './Figures.tsx';

beforeAll(() => startI18n({ page: document, browser: [], storage: localStorage }));
afterEach(cleanup);

it('an unknown figure is a dash, never zero', () => {
  render(
    <Figures>
      <Figure label="Bitrate" unit="kbit/s" value={null} tone="error" />
    </Figures>,
  );
  const figure = screen.getByRole('img', { name: 'Unknown' });
  expect(figure.textContent).toBe('–');
  expect(figure.closest('dd')?.className).toBe('');
});

it('a figure has a unit, a name and a note behind a button', () => {
  render(
    <Figures>
      <Figure label="Bitrate" unit="Mbit/s" value="4.52" note="counted so" />
    </Figures>,
  );
  expect(screen.getByText('Bitrate').closest('.figure')?.textContent).toBe('Bitrate4.52 Mbit/s');
  const noteButton = screen.getByRole('button', { name: 'Note: Bitrate' });
  expect(noteButton.getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(noteButton);
  expect(noteButton.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByText('counted so')).toBeTruthy();
  fireEvent.keyDown(noteButton, { key: 'Escape' });
  expect(screen.queryByText('counted so')).toBeNull();
  // Figures are no landmarks.
  expect(screen.queryByRole('region')).toBeNull();
});
