// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startI18n } from '../i18n/index.ts';
import { Figure, Figures, sparkRuns } from './Figure.tsx';

beforeAll(() => startI18n({ page: document, browser: [], storage: localStorage }));
afterEach(cleanup);

it.each([
  ['nothing known', [], []],
  ['only gaps', [null, null], []],
  ['a single value is no line', [5], []],
  ['steady is a line in the middle', [25, 25, 25], ['0.0,11.0 50.0,11.0 100.0,11.0']],
  ['zero is steady too', [0, 0], ['0.0,11.0 100.0,11.0']],
  ['from low to high', [0, 10], ['0.0,20.0 100.0,2.0']],
  ['a gap breaks the line', [0, 10, null, 10, 0], ['0.0,20.0 25.0,2.0', '75.0,2.0 100.0,20.0']],
])('%s', (_, values, runs) => expect(sparkRuns(values)).toEqual(runs));

it('shows a dash for what nobody knows, never a zero', () => {
  render(
    <Figures>
      <Figure label="Bitrate" unit="kbit/s" value={null} tone="error" />
    </Figures>,
  );
  const figure = screen.getByRole('img', { name: 'Unknown' });
  expect(figure.textContent).toBe('–');
  expect(figure.closest('dd')?.className).toBe('');
});

it('has its unit beside it, its name and how it is counted below', () => {
  render(
    <Figures>
      <Figure label="Bitrate" unit="Mbit/s" value="4.52" note="counted so" />
    </Figures>,
  );
  expect(screen.getByText('Bitrate').closest('.figure')?.textContent).toBe('Bitrate4.52 Mbit/scounted so');
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '4.52 Mbit/s',
    'counted so',
  ]);
});
