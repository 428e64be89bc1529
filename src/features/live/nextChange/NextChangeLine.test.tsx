// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import { cleanup, render } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '../../../i18n/index.ts';
import { CHANNEL } from '../../../testing/coreAnswers.ts';
import { NextChangeLine } from './NextChangeLine.tsx';
import type { ScheduledChange } from './slice.ts';

const NOW = Date.UTC(2026, 10, 29, 12);
const HOUR_MS = 3_600_000;

beforeAll(() => startI18n({ page: document, browser: [], storage: localStorage }));
beforeEach(() => vi.useFakeTimers({ now: NOW }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function lineOf(subject: ScheduledChange['subject'], name = 'Rule') {
  const at = NOW + HOUR_MS;
  const change: ScheduledChange = { at, becomes: 'restart', isImage: false, rule: 'rule', name, subject };
  const list = [{ id: CHANNEL, egresses: { youtube: { service: 'youtube', name: 'YouTube' } } }];
  const store = configureStore({
    reducer: {
      channel: () => ({ list }),
      nextChange: () => ({ isScheduled: true, channels: { [CHANNEL]: change } }),
    },
  });
  render(
    <Provider store={store}>
      <NextChangeLine channel={CHANNEL} plain />
    </Provider>,
  );
  return document.body.textContent;
}

it.each<[string, ScheduledChange['subject'], RegExp]>([
  ['a channel', { type: 'channel', id: CHANNEL, withPublications: true }, /^Restarts /],
  ['a publication', { type: 'publication', id: 'youtube' }, /^YouTube · Restarts /],
  ['a publication that is not known here', { type: 'publication', id: 'gone' }, /^Rule · Restarts /],
  ['a group', { type: 'group', name: 'Platforms', channel: null }, /^Platforms · Restarts /],
])('names what changes: %s', (_, subject, line) => {
  expect(lineOf(subject)).toMatch(line);
});
