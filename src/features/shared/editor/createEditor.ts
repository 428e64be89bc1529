import { type Action, createAction, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { rebaseDraft } from './rebaseDraft.ts';

export interface OpenEditor<Target, Found, Draft, Refused, Work> {
  status: 'open';
  target: Target;
  found: Found;
  draft: Draft;
  /** The last saved draft. A difference counts as unsaved changes. */
  stored: Draft;
  tried: boolean;
  busy: 'saving' | Work | null;
  /** The draft at the start of the current save. */
  sent?: Draft;
  refused: Refused | null;
  others: Others<Found, Draft>;
}

export type Others<Found, Draft> =
  | { status: 'none' }
  /** Shown next to Save; the dialog opens on a save. */
  | { status: 'known' }
  | { status: 'changed'; found: Found; draft: Draft }
  | { status: 'gone' };

const NONE = { status: 'none' } as const;

export type Editor<Target, Found, Draft, Refused, Work> =
  /** `saving`: the previous form is still being saved. */
  | { status: 'closed'; saving?: true }
  | { status: 'loading'; target: Target; saving?: true }
  | { status: 'failed'; target: Target; reason: string }
  /** Written by a newer version or in an unknown format, so it must not be overwritten. */
  | { status: 'newer'; target: Target; version: string }
  | OpenEditor<Target, Found, Draft, Refused, Work>;

type With<Payload> = ((payload: Payload) => PayloadAction<Payload>) & {
  type: string;
  match(action: Action<string>): action is PayloadAction<Payload>;
};

// Typed by hand, because `createAction` returns an unresolvable conditional type for a generic payload.
const actionWith = <Payload>(type: string): With<Payload> =>
  Object.assign((payload: Payload) => ({ type, payload }), {
    type,
    toString: () => type,
    match: (action: Action<string>): action is PayloadAction<Payload> => action.type === type,
  });

export interface LoadedForm<Target, Found, Draft> {
  target: Target;
  found: Found;
  draft: Draft;
}

export type EditConflict<Found, Draft> = Extract<Others<Found, Draft>, { status: 'changed' | 'gone' }>;

/** The form after its save; omitted fields stay as sent. */
export type SaveResult<Found, Draft> = Partial<{ found: Found; draft: Draft }>;

function actionsOf<Target, Found, Draft, Refused, Work>(name: string) {
  return {
    opened: actionWith<Target>(`${name}/opened`),
    closed: createAction(`${name}/closed`),
    loaded: actionWith<LoadedForm<Target, Found, Draft>>(`${name}/loaded`),
    failed: actionWith<string>(`${name}/failed`),
    newer: actionWith<string>(`${name}/newer`),
    refreshed: actionWith<Found>(`${name}/refreshed`),
    /** The latest stored version. Entries stay. */
    seen: actionWith<LoadedForm<Target, Found, Draft>>(`${name}/seen`),
    conflictFound: actionWith<EditConflict<Found, Draft>>(`${name}/conflictFound`),
    keptMine: createAction(`${name}/keptMine`),
    tookTheirs: createAction(`${name}/tookTheirs`),
    leftOpen: createAction(`${name}/leftOpen`),
    draftChanged: actionWith<Partial<Draft>>(`${name}/draftChanged`),
    saveRequested: createAction(`${name}/saveRequested`),
    faultsShown: createAction(`${name}/faultsShown`),
    began: actionWith<'saving' | Work>(`${name}/began`),
    /** null if a notice shows the reason. */
    refused: actionWith<Refused | null>(`${name}/refused`),
    saved: actionWith<SaveResult<Found, Draft>>(`${name}/saved`),
  };
}

export type EditorActions<Target, Found, Draft, Refused, Work> = ReturnType<
  typeof actionsOf<Target, Found, Draft, Refused, Work>
>;

/**
 * @param also handles further actions while it is open
 * @param rebase replaces `rebaseDraft` if entries depend on each other
 */
export function createEditor<Target, Found, Draft extends object, Refused = never, Work = never>(
  name: string,
  also: (
    editor: OpenEditor<Target, Found, Draft, Refused, Work>,
    action: UnknownAction,
  ) => OpenEditor<Target, Found, Draft, Refused, Work> = (editor) => editor,
  rebase: (base: Draft, mine: Draft, theirs: Draft) => Draft = rebaseDraft,
) {
  type Open = OpenEditor<Target, Found, Draft, Refused, Work>;
  type State = Editor<Target, Found, Draft, Refused, Work>;
  const actions = actionsOf<Target, Found, Draft, Refused, Work>(name);
  const { opened, closed, loaded, failed, newer, refreshed, draftChanged, faultsShown, began, refused, saved } =
    actions;
  const { seen, conflictFound, keptMine, tookTheirs, leftOpen } = actions;

  function waiting(state: Exclude<State, { status: 'closed' } | Open>, action: UnknownAction): State {
    const { target } = state;
    if (failed.match(action)) return { status: 'failed', target, reason: action.payload };
    if (newer.match(action)) return { status: 'newer', target, version: action.payload };
    // A late answer may belong to another target.
    if (!loaded.match(action) || !sameJson(action.payload.target, target)) return state;
    const { draft } = action.payload;
    return { status: 'open', ...action.payload, stored: draft, tried: false, busy: null, refused: null, others: NONE };
  }

  function withOthers(state: Open, action: UnknownAction): Open {
    const { others, draft, stored, target } = state;
    if (seen.match(action)) {
      const now = action.payload;
      if (state.busy !== null || !sameJson(now.target, target)) return state;
      if (!isEdited(state)) return { ...state, found: now.found, draft: now.draft, stored: now.draft };
      return { ...state, others: others.status === 'none' ? { status: 'known' } : others };
    }
    if (conflictFound.match(action)) return { ...state, busy: null, others: action.payload };
    if (leftOpen.match(action)) return { ...state, others: { status: 'known' } };
    if (others.status !== 'changed') return state;
    const resolved = { found: others.found, stored: others.draft, others: NONE };
    if (tookTheirs.match(action)) return { ...state, ...resolved, draft: others.draft };
    return keptMine.match(action) ? { ...state, ...resolved, draft: rebase(stored, draft, others.draft) } : state;
  }

  function open(state: Open, action: UnknownAction): Open {
    if (draftChanged.match(action)) return { ...state, draft: { ...state.draft, ...action.payload }, refused: null };
    if (faultsShown.match(action)) return { ...state, tried: true };
    if (began.match(action)) {
      const now = { ...state, busy: action.payload, refused: null };
      return action.payload === 'saving' ? { ...now, tried: true, sent: state.draft } : now;
    }
    if (refused.match(action)) return { ...state, busy: null, refused: action.payload };
    // The request may predate the save.
    if (refreshed.match(action)) return state.busy === 'saving' ? state : { ...state, found: action.payload };
    if (saved.match(action)) {
      const { sent = state.draft, ...rest } = state;
      const { found = state.found, draft: stored = sent } = action.payload;
      // Entries made during the save are applied to what it stored.
      const draft = sameJson(state.draft, sent) ? stored : rebase(sent, state.draft, stored);
      return { ...rest, found, draft, stored, busy: null, others: NONE };
    }
    const after = withOthers(state, action);
    return after === state ? also(state, action) : after;
  }

  const endsSave = (action: UnknownAction) => [saved, refused, conflictFound].some((end) => end.match(action));

  const lastSaveIn = (state: State): { saving?: true } =>
    (state.status === 'open' ? state.busy === 'saving' : 'saving' in state) ? { saving: true } : {};

  function reducer(state: State = { status: 'closed' }, action: UnknownAction): State {
    if (opened.match(action)) return { status: 'loading', target: action.payload, ...lastSaveIn(state) };
    if (closed.match(action)) return { status: 'closed', ...lastSaveIn(state) };
    if ('saving' in state && endsSave(action)) {
      const { saving: _, ...rest } = state;
      return rest;
    }
    if (state.status === 'closed') return state;
    return state.status === 'open' ? open(state, action) : waiting(state, action);
  }

  return { actions, reducer };
}

export const isEdited = ({ draft, stored }: { draft: unknown; stored: unknown }): boolean =>
  draft !== stored && !sameJson(draft, stored);
