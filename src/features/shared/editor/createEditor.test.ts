import { expect, it } from 'vitest';
import { createEditor, isEdited } from './createEditor.ts';

interface Draft {
  name: string;
  tags: string[];
}

const { actions, reducer } = createEditor<{ id: string }, string, Draft, string, 'uploading'>('test');
const { opened, closed, loaded, failed, newer, draftChanged, faultsShown, began, refused, refreshed, saved } = actions;
const draft = { name: 'A', tags: ['x'] };
const a = { id: 'a' };
const asRead = loaded({ target: { id: 'a' }, found: 'read', draft });

/** The state after these actions, from the beginning. */
const after = (...done: Parameters<typeof reducer>[1][]) =>
  done.reduce(reducer, reducer(undefined, { type: 'nothing' }));

it.each([
  ['is closed', [], { status: 'closed' }],
  ['waits for what was asked for', [opened(a)], { status: 'loading', target: a }],
  ['does not open what nobody asked for', [asRead], { status: 'closed' }],
  ['does not open what is of another target', [opened({ id: 'b' }), asRead], { status: 'loading' }],
  ['does not open what was left meanwhile', [opened(a), closed(), asRead], { status: 'closed' }],
  ['says why it failed', [opened(a), failed('no')], { status: 'failed', reason: 'no', target: a }],
  ['heals when it can be read again', [opened(a), failed('no'), asRead], { status: 'open', found: 'read' }],
  ['says that it is newer', [opened(a), newer('2')], { status: 'newer', version: '2', target: a }],
  ['opens with nothing changed', [opened(a), asRead], { draft, stored: draft, tried: false, busy: null }],
  ['stays open when a later read fails', [opened(a), asRead, failed('no')], { status: 'open', draft }],
  ['takes a change', [opened(a), asRead, draftChanged({ name: 'B' })], { draft: { name: 'B', tags: ['x'] } }],
  ['marks what is wrong', [opened(a), asRead, faultsShown()], { tried: true, busy: null }],
  ['is busy', [opened(a), asRead, began('uploading')], { tried: false, busy: 'uploading' }],
  ['saves', [opened(a), asRead, began('saving')], { tried: true, busy: 'saving' }],
  ['says why not', [opened(a), asRead, began('saving'), refused('full')], { busy: null, refused: 'full' }],
  ['tries again', [opened(a), asRead, refused('full'), began('saving')], { busy: 'saving', refused: null }],
  [
    'has saved what is in it',
    [opened(a), asRead, draftChanged({ name: 'B' }), began('saving'), saved({})],
    { draft: { name: 'B' }, stored: { name: 'B' }, busy: null },
  ],
  [
    'has saved, and found something else',
    [opened(a), asRead, began('saving'), saved({ found: 'new', draft: { name: 'C', tags: [] } })],
    { found: 'new', draft: { name: 'C' }, stored: { name: 'C' } },
  ],
  ['lies over what is read meanwhile', [opened(a), asRead, refreshed('new')], { found: 'new', draft }],
  ['but not what was read before a save', [opened(a), asRead, began('saving'), refreshed('old')], { found: 'read' }],
])('%s', (_, done, state) => expect(after(...done)).toMatchObject(state));

it.each([
  ['itself', draft, false],
  ['the same again', { tags: ['x'], name: 'A' }, false],
  ['another value', { ...draft, name: 'B' }, true],
  ['another entry', { ...draft, tags: ['x', 'y'] }, true],
])('a draft that is %s', (_, now, edited) => expect(isEdited({ draft: now, stored: draft })).toBe(edited));
