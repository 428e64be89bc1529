import { useEffect, useRef, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Navigate, useLocation } from 'react-router-dom';
import { channelWanted } from '../features/channel/saga.ts';
import { channelSelected } from '../features/channel/slice.ts';
import type { RootState } from '../features/features.ts';

/** What is to happen when home is reached: so a changed form that is left on the way can ask first. */
export type HomeIntent = { select: string; edit?: boolean } | { create: string };

/** Reads the state of a place in the history, which may be anybody's. */
export function homeIntentOf(state: unknown): HomeIntent | null {
  if (typeof state !== 'object' || state === null) return null;
  if ('select' in state && typeof state.select === 'string') {
    return 'edit' in state ? { select: state.select, edit: state.edit === true } : { select: state.select };
  }
  if ('create' in state && typeof state.create === 'string') return { create: state.create };
  return null;
}

/** Whether an address (`#/{channel}/…`) is about this channel, and not about one whose id begins as its does. */
export const isAbout = (channel: string, hash: string): boolean =>
  hash.startsWith(`#/${channel}`) && /^([/?]|$)/.test(hash.slice(channel.length + 2));

/** Leads to the selected channel, or to the one that is asked for. It leaves no place behind in the history. */
export function Home() {
  const intent = homeIntentOf(useLocation().state);
  const current = useSelector((state: RootState) => state.channel.current);
  const [before] = useState(current);
  const dispatch = useDispatch();
  const done = useRef(false);
  useEffect(() => {
    if (!intent || done.current) return;
    done.current = true;
    dispatch('select' in intent ? channelSelected(intent.select) : channelWanted({ name: intent.create }));
  }, [dispatch, intent]);
  if (current === null) return null;
  if (!intent) return <Navigate to={`/${current}`} replace />;
  // What is asked for is there a moment later.
  if ('select' in intent) {
    const path = intent.edit ? `/${current}/edit` : `/${current}`;
    return current === intent.select ? <Navigate to={path} replace /> : null;
  }
  return current === before ? null : <Navigate to={`/${current}/edit/wizard`} replace />;
}
