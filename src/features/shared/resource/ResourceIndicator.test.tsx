// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startI18n } from '../../../i18n/index.ts';
import type { Resources, Usage } from '../../../media/coreInfo/resources.ts';
import { openStore } from '../../../testing/openStore.ts';
import { connectionLost } from '../../gate/connection/slice.ts';
import { ResourceIndicator } from './ResourceIndicator.tsx';
import { resourcesSeen } from './slice.ts';

beforeAll(() => startI18n({ page: document, browser: [], storage: localStorage }));
afterEach(cleanup);

const usage = (used: number, limit: number | null): Usage => {
  const percent = limit === null ? null : (used / limit) * 100;
  return { used, limit, percent, warning: percent !== null && percent >= 75 };
};
const idle: Resources = {
  uptimeSeconds: 5047,
  cpu: { ...usage(23, 100), cores: 8 },
  memory: usage(4.1e9, 10e9),
  memfs: usage(7.8 * 2 ** 20, null),
  disk: usage(2 ** 30, 2 ** 32),
  network: usage(12_800, null),
  sessions: usage(3, 100),
  warning: false,
};

function opened(resources: Resources) {
  const store = openStore();
  render(
    <Provider store={store}>
      <ResourceIndicator />
    </Provider>,
  );
  act(() => {
    store.dispatch(resourcesSeen(resources));
  });
  return { store, button: screen.getByRole('button') };
}
const facts = () =>
  Object.fromEntries(
    screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );

it('the resources show usage without a bar if there is no limit', () => {
  const { button } = opened(idle);
  expect(button.textContent).toBe('CPU 23%Memory 41%');
  fireEvent.click(button);
  expect(facts()).toEqual({
    Uptime: '01:24:07',
    CPU: '23%',
    'CPU cores': '8',
    Memory: '4.1 GB of 10.0 GB (41%)',
    'In-memory storage': '7.8 MB',
    Disk: '1.0 GB of 4.0 GB (25%)',
    'Sent to viewers': '12.50 Mbit/s',
    Viewers: '3 of 100 (3%)',
  });
  expect(screen.queryByRole('img')).toBeNull();
  fireEvent.keyDown(button, { key: 'Escape' });
  expect(screen.queryAllByRole('term')).toEqual([]);
});

it('the resources show limits as entered in the settings', () => {
  const network = usage(5 * 1024, 10 * 1024);
  const { button } = opened({ ...idle, network, memfs: usage(2 ** 28, 2 ** 29), disk: usage(2 ** 30, 50 * 2 ** 30) });
  fireEvent.click(button);
  expect(facts()).toMatchObject({
    'Sent to viewers': '5.00 Mbit/s of 10.00 Mbit/s (50%)',
    'In-memory storage': '256.0 MB of 512.0 MB (50%)',
    Disk: '1.0 GB of 50.0 GB (2%)',
  });
});

it('the resources warn about shortages, even without a bar', () => {
  const { button } = opened({ ...idle, disk: usage(3e9, 4e9), warning: true });
  expect(screen.getByRole('img', { name: 'High resource usage' })).toBeDefined();
  fireEvent.click(button);
  expect(screen.getAllByRole('img', { name: 'High' })).toHaveLength(1);
});

it('the resources are hidden without a connection', () => {
  const { store, button } = opened(idle);
  fireEvent.click(button);
  act(() => {
    store.dispatch(connectionLost({ message: 'Failed to fetch', retryAt: 0 }));
  });
  expect(button.textContent).toBe('CPU –Memory –');
  expect(screen.getByText('No data from the core at the moment.')).toBeDefined();
});
