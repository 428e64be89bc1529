import type { UnknownAction } from '@reduxjs/toolkit';
import { expect, it } from 'vitest';
import { CHANNEL } from '../../testing/answers.ts';
import { newDraft } from './draft.ts';
import {
  abortAsked,
  abortConfirmed,
  abortDeclined,
  abortFailed,
  audioSettled,
  recalled,
  recallFailed,
  recalling,
  saved,
  saveFailed,
  saveRequested,
  startedOver,
  steppedBack,
  steppedTo,
  tileChosen,
  videoProbed,
  videoProbeRequested,
  videoSettingsChanged,
  type Wizard,
  wizard,
  wizardClosed,
  wizardOpened,
} from './slice.ts';
import type { WizardStep } from './stepOrder.ts';

const draft = newDraft(CHANNEL, 'Studio A');
const standing = (at: WizardStep): Wizard => ({ open: true, draft, at, others: { status: 'none' } });
const begun = wizard(undefined, wizardOpened({ channel: CHANNEL, name: 'Studio A' }));
const open = wizard(begun, recalled(null));
const after = (from: Wizard, ...actions: UnknownAction[]) => actions.reduce(wizard, from);
const placeOf = (state: Wizard) => (state.open ? state.at : null);
const videoOf = (state: Wizard) => (state.open ? state.draft.video : null);

const address = { mode: 'pull', address: 'rtsp://192.0.2.10/s' };
const typed = after(open, tileChosen('network'), videoSettingsChanged(address));

it('begins with what the tile decides', () => {
  expect(videoOf(after(open, tileChosen('rtmp')))).toMatchObject({
    type: 'network',
    settings: { mode: 'push', push: { type: 'rtmp' } },
  });
});

it('keeps what was entered for a tile that is chosen again, not for another', () => {
  expect(videoOf(after(typed, steppedBack(), tileChosen('network')))?.settings).toEqual(address);
  expect(videoOf(after(typed, steppedBack(), tileChosen('rtmp')))?.settings).not.toHaveProperty('address');
});

it('keeps everything after a failed save', () => {
  const failed = { ...typed, at: { step: 'error', message: 'no' } } as const;
  const again = after(failed, startedOver());
  expect(placeOf(again)).toEqual({ step: 'type' });
  expect(videoOf(again)?.settings).toEqual(address);
});

it.each<[string, WizardStep, UnknownAction]>([
  ['an unknown tile', { step: 'meta' }, tileChosen('nonsense')],
  ['a tile, elsewhere', { step: 'meta' }, tileChosen('rtmp')],
  ['a probe, elsewhere', { step: 'meta' }, videoProbeRequested()],
  ['the answer of a probe that was left', { step: 'type' }, videoProbed({ draft, failure: null })],
  ['sound that was left', { step: 'videoResult' }, audioSettled({ draft, failure: null })],
  ['a save, elsewhere', { step: 'meta' }, saveRequested()],
  ['the end of a save that nobody waits for', { step: 'type' }, saved()],
  ['its failure', { step: 'type' }, saveFailed('no')],
  ['Back while it is written', { step: 'saving' }, steppedBack()],
  ['the browser while it is written', { step: 'saving' }, steppedTo('source')],
  ['a step that was not reached', { step: 'type' }, steppedTo('license')],
  ['Abort while it is written', { step: 'saving' }, abortAsked()],
])('%s moves nothing', (_, at, action) => expect(placeOf(after(standing(at), action))).toEqual(at));

it('asks before it aborts, and goes on where it was', () => {
  const asked = after(standing({ step: 'meta' }), abortAsked(), abortAsked());
  expect(placeOf(asked)).toEqual({ step: 'abort', from: { step: 'meta' }, deleting: false });
  expect(placeOf(after(asked, abortConfirmed()))).toMatchObject({ deleting: true });
  expect(placeOf(after(asked, abortConfirmed(), abortFailed()))).toMatchObject({ deleting: false });
  expect(placeOf(after(asked, abortDeclined()))).toEqual({ step: 'meta' });
});

it('does not return to a probe that the question has ended', () => {
  const declined = after(standing({ step: 'videoProbe' }), abortAsked(), abortDeclined());
  expect(placeOf(declined)).toEqual({ step: 'videoSettings', failure: null });
});

it('shows what the channel is once that is known', () => {
  const reading = begun;
  expect(placeOf(reading)).toEqual({ step: 'recalling' });
  expect(placeOf(after(reading, tileChosen('rtmp')))).toEqual({ step: 'recalling' });
  const known = { ...draft, tile: 'network' };
  expect(after(reading, recalled(known))).toMatchObject({ open: true, draft: known, at: { step: 'type' } });
  const unread = after(reading, recallFailed('no'));
  expect(placeOf(unread)).toEqual({ step: 'unread', message: 'no' });
  expect(placeOf(after(unread, steppedBack(), tileChosen('rtmp')))).toEqual({ step: 'unread', message: 'no' });
  expect(placeOf(after(unread, recalling()))).toEqual({ step: 'recalling' });
});

it('brings back what is stored with its tile', () => {
  const video = { ...draft.video, type: 'network', settings: address };
  const before = { video, audio: draft.audio, profile: draft.profile };
  const known = { ...draft, ...before, before, tile: 'network', storedTile: 'network' };
  const other = after(begun, recalled(known), tileChosen('rtmp'), steppedBack());
  expect(videoOf(other)?.settings).not.toHaveProperty('address');
  expect(videoOf(after(other, tileChosen('network')))).toEqual(video);
});

it('does nothing while it is closed', () => {
  const closed = after(typed, wizardClosed());
  expect(after(closed, tileChosen('rtmp'), abortAsked(), steppedBack(), steppedTo('source'))).toEqual({ open: false });
});
