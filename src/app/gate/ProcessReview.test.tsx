// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { processesReviewed } from '../../features/live/admission/registerFirstUser.ts';
import { startI18n } from '../../i18n/index.ts';
import { ProcessReview } from './ProcessReview.tsx';

beforeAll(() => startI18n({ page: document, browser: [], storage: localStorage }));
afterEach(cleanup);

const processes = [
  { id: 'restreamer-ui:ingest:1', name: 'Studio', addresses: ['rtsp://***@camera/s', '{memfs}/1.m3u8'] },
  { id: 'miner', name: '', addresses: [] },
];

function open() {
  const reviews: unknown[] = [];
  const store = configureStore({
    reducer: (state: null = null, action) => {
      if (processesReviewed.match(action)) reviews.push(action.payload);
      return state;
    },
  });
  render(
    <Provider store={store}>
      <ProcessReview processes={processes} />
    </Provider>,
  );
  return reviews;
}

it('the review keeps all processes by default', () => {
  const reviews = open();
  expect(screen.getByText('rtsp://***@camera/s')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Keep all and continue' }));
  expect(reviews).toEqual([[]]);
});

it('the review deletes the selected processes once, and shows their number before', () => {
  const reviews = open();
  fireEvent.click(screen.getByRole('checkbox', { name: /Studio/ }));
  fireEvent.click(screen.getByRole('checkbox', { name: /miner/ }));
  expect(screen.getByText('This cannot be undone.')).toBeTruthy();
  fireEvent.click(screen.getByRole('checkbox', { name: /Studio/ }));
  const button = screen.getByRole('button', { name: 'Delete 1 of 2 and continue' });
  fireEvent.click(button);
  fireEvent.click(button);
  expect(reviews).toEqual([['miner']]);
});
