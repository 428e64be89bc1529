// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Announcer, announce } from './Announcer.tsx';

afterEach(cleanup);

const both = (dialog: boolean) => (
  <>
    <div data-testid="page">
      <Announcer />
    </div>
    <div data-testid="dialog">{dialog && <Announcer />}</div>
  </>
);
const regions = () => ['page', 'dialog'].map((id) => screen.getByTestId(id).textContent);

it('announcements go to the open dialog, and to the page after it closes', () => {
  const { rerender } = render(both(false));
  act(() => void announce('Live'));
  expect(regions()).toEqual(['Live', '']);
  rerender(both(true));
  expect(regions()).toEqual(['', '']);
  act(() => void announce('Data copied to clipboard'));
  expect(regions()).toEqual(['', 'Data copied to clipboard']);
  rerender(both(false));
  act(() => void announce('Failing'));
  expect(regions()).toEqual(['Failing', '']);
});

it('repeating an announcement changes its text, so that it is read again', () => {
  render(both(false));
  act(() => void announce('Copied'));
  const first = regions();
  act(() => void announce('Copied'));
  expect(regions()).not.toEqual(first);
});

it('revoking an announcement does not remove newer ones', () => {
  render(both(false));
  const done: (() => void)[] = [];
  act(() => void done.push(announce('Checking the source')));
  act(() => done[0]?.());
  expect(regions()).toEqual(['', '']);
  act(() => void done.push(announce('Checking the audio')));
  act(() => void announce('Live'));
  act(() => done[1]?.());
  expect(regions()).toEqual(['Live', '']);
});
