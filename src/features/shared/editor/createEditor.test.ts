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

const after = (...done: Parameters<typeof reducer>[1][]) =>
  done.reduce(reducer, reducer(undefined, { type: 'nothing' }));

it.each([
  ['is closed at first', [], { status: 'closed' }],
  ['loads the requested target', [opened(a)], { status: 'loading', target: a }],
  ['ignores a result without a request', [asRead], { status: 'closed' }],
  ['ignores the result of another target', [opened({ id: 'b' }), asRead], { status: 'loading' }],
  ['ignores a result after it was closed', [opened(a), closed(), asRead], { status: 'closed' }],
  ['contains the reason of a failure', [opened(a), failed('no')], { status: 'failed', reason: 'no', target: a }],
  ['opens once the item can be read again', [opened(a), failed('no'), asRead], { status: 'open', found: 'read' }],
  ['is read-only for a newer version', [opened(a), newer('2')], { status: 'newer', version: '2', target: a }],
  ['opens with nothing changed', [opened(a), asRead], { draft, stored: draft, tried: false, busy: null }],
  ['stays open when a later read fails', [opened(a), asRead, failed('no')], { status: 'open', draft }],
  ['changes its draft', [opened(a), asRead, draftChanged({ name: 'B' })], { draft: { name: 'B', tags: ['x'] } }],
  ['marks faults', [opened(a), asRead, faultsShown()], { tried: true, busy: null }],
  ['is busy', [opened(a), asRead, began('uploading')], { tried: false, busy: 'uploading' }],
  ['saves', [opened(a), asRead, began('saving')], { tried: true, busy: 'saving' }],
  [
    'contains the reason of a rejected save',
    [opened(a), asRead, began('saving'), refused('full')],
    { busy: null, refused: 'full' },
  ],
  [
    'clears the reason on the next try',
    [opened(a), asRead, refused('full'), began('saving')],
    { busy: 'saving', refused: null },
  ],
  [
    'stores its draft',
    [opened(a), asRead, draftChanged({ name: 'B' }), began('saving'), saved({})],
    { draft: { name: 'B' }, stored: { name: 'B' }, busy: null },
  ],
  [
    'takes the result of a save',
    [opened(a), asRead, began('saving'), saved({ found: 'new', draft: { name: 'C', tags: [] } })],
    { found: 'new', draft: { name: 'C' }, stored: { name: 'C' } },
  ],
  ['takes refreshed data', [opened(a), asRead, refreshed('new')], { found: 'new', draft }],
  ['ignores data read before a save', [opened(a), asRead, began('saving'), refreshed('old')], { found: 'read' }],
])('an editor %s', (_, done, state) => expect(after(...done)).toMatchObject(state));

it.each([
  ['the stored object', draft, false],
  ['an equal object', { tags: ['x'], name: 'A' }, false],
  ['another value', { ...draft, name: 'B' }, true],
  ['another entry', { ...draft, tags: ['x', 'y'] }, true],
])('reports whether a draft is edited: %s', (_, now, edited) =>
  expect(isEdited({ draft: now, stored: draft })).toBe(edited),
);
