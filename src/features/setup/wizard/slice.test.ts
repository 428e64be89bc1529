import type { UnknownAction } from '@reduxjs/toolkit';
import { expect, it } from 'vitest';
import { ingestDefaults } from '../../../media/stored/metadata.ts';
import { CHANNEL } from '../../../testing/coreAnswers.ts';
import {
  abortAsked,
  abortConfirmed,
  abortDeclined,
  abortFailed,
  audioSettled,
  type OpenWizard,
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
  wizardDraftOf,
  wizardEditor,
  wizardOpened,
} from './slice.ts';
import type { WizardStep } from './stepOrder.ts';
import { newOpening } from './wizardOpening.ts';

const { loaded, failed, began, refused, saved } = wizardEditor.actions;
const target = { channel: CHANNEL, name: 'Studio A' };
const fresh = newOpening('Studio A');
const loading = wizard(undefined, wizardOpened(target));
const openOf = (state: Wizard): OpenWizard => {
  if (state.status !== 'open') throw new Error('The wizard is not open');
  return state;
};
const open = openOf(wizard(loading, loaded({ target, ...fresh })));
const draft = wizardDraftOf(open);
const standing = (at: WizardStep): Wizard => ({ ...open, at });
const after = (from: Wizard, ...actions: UnknownAction[]) => actions.reduce(wizard, from);
const placeOf = (state: Wizard) => (state.status === 'open' ? state.at : state.status);
const videoOf = (state: Wizard) => (state.status === 'open' ? state.draft.video : null);

const address = { mode: 'pull', address: 'rtsp://192.0.2.10/s' };
const typed = after(open, tileChosen('network'), videoSettingsChanged(address));

it('the wizard starts with the settings of the tile', () => {
  expect(videoOf(after(open, tileChosen('rtmp')))).toMatchObject({
    type: 'network',
    settings: { mode: 'push', push: { type: 'rtmp' } },
  });
});

it('the wizard restores entries when their tile is chosen again, and drops them for another', () => {
  expect(videoOf(after(typed, steppedBack(), tileChosen('network')))?.settings).toEqual(address);
  expect(videoOf(after(typed, steppedBack(), tileChosen('rtmp')))?.settings).not.toHaveProperty('address');
});

it('the wizard keeps all entries after a failed save', () => {
  const unsaved = after({ ...openOf(typed), at: { step: 'license' } }, began('saving'), refused('no'));
  expect(placeOf(after(unsaved, steppedBack()))).toEqual({ step: 'license' });
  expect(placeOf(after(unsaved, steppedBack(), steppedBack()))).toEqual({ step: 'meta' });
  const restarted = after(unsaved, startedOver());
  expect(restarted).toMatchObject({ at: { step: 'type' }, refused: null });
  expect(videoOf(restarted)?.settings).toEqual(address);
});

it.each<[string, WizardStep, UnknownAction]>([
  ['an unknown tile', { step: 'meta' }, tileChosen('nonsense')],
  ['a tile on another step', { step: 'meta' }, tileChosen('rtmp')],
  ['a probe on another step', { step: 'meta' }, videoProbeRequested()],
  ['the result of a cancelled probe', { step: 'type' }, videoProbed({ draft, failure: null })],
  ['audio of a step that was left', { step: 'videoResult' }, audioSettled({ draft, failure: null })],
  ['a step not reached yet', { step: 'type' }, steppedTo('license')],
  ['Back after the save', { step: 'done' }, steppedBack()],
])('the wizard ignores %s', (_, at, action) => expect(placeOf(after(standing(at), action))).toEqual(at));

it.each<[string, UnknownAction]>([
  ['Back', steppedBack()],
  ["the browser's Back", steppedTo('source')],
  ['Abort', abortAsked()],
])('the wizard ignores %s during a save', (_, action) => {
  const saving = after(standing({ step: 'license' }), began('saving'));
  expect(after(saving, action)).toBe(saving);
});

it('the wizard shows the last step after the save', () => {
  const done = after(standing({ step: 'license' }), began('saving'), saved({}));
  expect(placeOf(done)).toEqual({ step: 'done' });
  expect(after(done, abortAsked())).toBe(done);
});

it('the wizard asks before an abort, and returns to the same step if declined', () => {
  const asked = after(standing({ step: 'meta' }), abortAsked(), abortAsked());
  expect(placeOf(asked)).toEqual({ step: 'abort', from: { step: 'meta' }, deleting: false });
  expect(placeOf(after(asked, abortConfirmed()))).toMatchObject({ deleting: true });
  expect(placeOf(after(asked, abortConfirmed(), abortFailed()))).toMatchObject({ deleting: false });
  expect(placeOf(after(asked, abortDeclined()))).toEqual({ step: 'meta' });
});

it('the wizard does not return to a probe that the abort question has cancelled', () => {
  const declined = after(standing({ step: 'videoProbe' }), abortAsked(), abortDeclined());
  expect(placeOf(declined)).toEqual({ step: 'videoSettings', failure: null });
});

it('the wizard shows the stored channel after loading', () => {
  expect(after(loading, tileChosen('rtmp'))).toEqual({ status: 'loading', target });
  const reloaded = loaded({ target, found: { held: null, storedTile: 'network' }, draft: fresh.draft });
  expect(after(loading, reloaded)).toMatchObject({ status: 'open', tile: 'network', at: { step: 'type' } });
  const unread = after(loading, failed('no'));
  expect(after(unread, steppedBack(), tileChosen('rtmp'))).toEqual({ status: 'failed', target, reason: 'no' });
  expect(after(unread, wizardOpened(target))).toEqual(loading);
});

it('the wizard restores the stored source with its tile', () => {
  const video = { ...draft.video, type: 'network', settings: address };
  const metadata = { ...ingestDefaults('Studio A'), sources: [video, draft.audio] };
  const held = { metadata, process: null, publications: [] };
  const reloaded = loaded({ target, found: { held, storedTile: 'network' }, draft: { ...fresh.draft, video } });
  const other = after(loading, reloaded, tileChosen('rtmp'), steppedBack());
  expect(videoOf(other)?.settings).not.toHaveProperty('address');
  expect(videoOf(after(other, tileChosen('network')))).toEqual(video);
});

it('the wizard ignores actions while closed', () => {
  const closed = after(typed, wizardClosed());
  expect(after(closed, tileChosen('rtmp'), abortAsked(), steppedBack(), steppedTo('source'))).toEqual({
    status: 'closed',
  });
});
