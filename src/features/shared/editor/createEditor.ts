import { type Action, createAction, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { rebaseDraft } from './rebaseDraft.ts';

/** One thing that is being edited, from the address that names it to the save. */
export interface OpenEditor<Target, Found, Draft, Refused, Work> {
  status: 'open';
  target: Target;
  /** What the load found beside the draft. */
  found: Found;
  draft: Draft;
  /** The draft as it was saved last: what differs from it is asked for before it is left. */
  stored: Draft;
  /** Save was pressed: from then on what is wrong is marked. */
  tried: boolean;
  busy: 'saving' | Work | null;
  /** What the save under way was begun with. */
  sent?: Draft;
  /** Why the last piece of work came to nothing, where the form itself says so. */
  refused: Refused | null;
  /** Others have saved something else meanwhile. */
  others: Others<Found, Draft>;
}

/** What others did to what is being edited. */
export type Others<Found, Draft> =
  | { status: 'none' }
  /** It is said beside Save, and asked about once that is pressed. */
  | { status: 'known' }
  /** A save has found it, and waits for an answer. */
  | { status: 'changed'; found: Found; draft: Draft }
  | { status: 'gone' };

const NONE = { status: 'none' } as const;

export type Editor<Target, Found, Draft, Refused, Work> =
  /** `saving`: the form that was open before is still being saved. */
  | { status: 'closed'; saving?: true }
  | { status: 'loading'; target: Target; saving?: true }
  /** It could not be loaded; why. */
  | { status: 'failed'; target: Target; reason: string }
  /** It was made by a newer version, or by whom we do not know: nobody may write over it. */
  | { status: 'newer'; target: Target; version: string }
  | OpenEditor<Target, Found, Draft, Refused, Work>;

type With<Payload> = ((payload: Payload) => PayloadAction<Payload>) & {
  type: string;
  match(action: Action<string>): action is PayloadAction<Payload>;
};

// Typed by hand: what createAction answers for a payload that is not known yet is a condition nobody can look into.
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

/** What a save or a look found where others were faster. */
export type EditConflict<Found, Draft> = Extract<Others<Found, Draft>, { status: 'changed' | 'gone' }>;

/** What a save has made of the form; nothing said: the draft is what is stored now. */
export type SaveResult<Found, Draft> = Partial<{ found: Found; draft: Draft }>;

function actionsOf<Target, Found, Draft, Refused, Work>(name: string) {
  return {
    opened: actionWith<Target>(`${name}/opened`),
    closed: createAction(`${name}/closed`),
    loaded: actionWith<LoadedForm<Target, Found, Draft>>(`${name}/loaded`),
    failed: actionWith<string>(`${name}/failed`),
    newer: actionWith<string>(`${name}/newer`),
    /** Somebody else may have changed what the draft lies over. */
    refreshed: actionWith<Found>(`${name}/refreshed`),
    /** What is stored now; what was entered stays as it is. */
    seen: actionWith<LoadedForm<Target, Found, Draft>>(`${name}/seen`),
    conflictFound: actionWith<EditConflict<Found, Draft>>(`${name}/conflictFound`),
    /** The answers to that. */
    keptMine: createAction(`${name}/keptMine`),
    tookTheirs: createAction(`${name}/tookTheirs`),
    leftOpen: createAction(`${name}/leftOpen`),
    draftChanged: actionWith<Partial<Draft>>(`${name}/draftChanged`),
    saveRequested: createAction(`${name}/saveRequested`),
    faultsShown: createAction(`${name}/faultsShown`),
    began: actionWith<'saving' | Work>(`${name}/began`),
    /** Work that came to nothing; null where a notice says why. */
    refused: actionWith<Refused | null>(`${name}/refused`),
    saved: actionWith<SaveResult<Found, Draft>>(`${name}/saved`),
  };
}

export type EditorActions<Target, Found, Draft, Refused, Work> = ReturnType<
  typeof actionsOf<Target, Found, Draft, Refused, Work>
>;

/**
 * The life of an editor. `also`: what else happens to this one while it is open. `rebase`: the operator's entries over
 * what others stored, where entries depend on each other.
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
    // What comes late may be of another one.
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
    const theirs = { found: others.found, stored: others.draft, others: NONE };
    if (tookTheirs.match(action)) return { ...state, ...theirs, draft: others.draft };
    return keptMine.match(action) ? { ...state, ...theirs, draft: rebase(stored, draft, others.draft) } : state;
  }

  function open(state: Open, action: UnknownAction): Open {
    if (draftChanged.match(action)) return { ...state, draft: { ...state.draft, ...action.payload }, refused: null };
    if (faultsShown.match(action)) return { ...state, tried: true };
    if (began.match(action)) {
      const now = { ...state, busy: action.payload, refused: null };
      return action.payload === 'saving' ? { ...now, tried: true, sent: state.draft } : now;
    }
    if (refused.match(action)) return { ...state, busy: null, refused: action.payload };
    // It may have been asked for before the save.
    if (refreshed.match(action)) return state.busy === 'saving' ? state : { ...state, found: action.payload };
    if (saved.match(action)) {
      const { sent = state.draft, ...rest } = state;
      const { found = state.found, draft: stored = sent } = action.payload;
      // What was entered during the save lies over what it stored.
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

/** Something would be lost. */
export const isEdited = ({ draft, stored }: { draft: unknown; stored: unknown }): boolean =>
  draft !== stored && !sameJson(draft, stored);
