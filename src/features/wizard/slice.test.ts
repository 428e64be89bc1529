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
  metaChanged,
  metaRecalled,
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
const standing = (at: WizardStep): Wizard => ({ open: true, draft, at });
const open = wizard(undefined, wizardOpened({ channel: CHANNEL, name: 'Studio A' }));
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

it('keeps what was typed before the channel told of itself', () => {
  const meta = { ...draft.meta, description: 'typed' };
  const stored = { name: 'Stored', description: 'stored', author: { name: 'Me', description: '' } };
  const late = after(open, metaChanged(meta), metaRecalled({ channel: CHANNEL, meta: stored, license: 'CC0 1.0' }));
  expect(late).toMatchObject({ draft: { meta: { ...stored, description: 'typed' }, license: 'CC0 1.0' } });
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

it('is told what the channel says of itself, and of no other channel', () => {
  const meta = { ...draft.meta, description: 'Daily news' };
  const told = after(open, metaRecalled({ channel: CHANNEL, meta, license: 'CC0 1.0' }));
  expect(told).toMatchObject({ draft: { meta, license: 'CC0 1.0' } });
  expect(after(open, metaRecalled({ channel: 'other', meta, license: 'CC0 1.0' }))).toEqual(open);
});

it('does nothing while it is closed', () => {
  const closed = after(typed, wizardClosed());
  expect(after(closed, tileChosen('rtmp'), abortAsked(), steppedBack(), steppedTo('source'))).toEqual({ open: false });
});
