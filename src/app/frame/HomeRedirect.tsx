import { useEffect, useRef, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Navigate, useLocation } from 'react-router-dom';
import { channelWanted } from '../../features/live/channel/saga.ts';
import type { LiveState } from '../../features/live/index.ts';

/** A channel that is made when home is reached: so a changed form that is left on the way can ask first. */
export interface NewChannelIntent {
  create: string;
}

/** Reads the state of a place in the history, which may be anybody's. */
export const newChannelIntentOf = (state: unknown): NewChannelIntent | null =>
  typeof state === 'object' && state !== null && 'create' in state && typeof state.create === 'string'
    ? { create: state.create }
    : null;

/** Leads to the selected channel, or to the new one that is asked for. It leaves no place behind in the history. */
export function HomeRedirect() {
  const intent = newChannelIntentOf(useLocation().state);
  const current = useSelector((state: LiveState) => state.channel.current);
  const [before] = useState(current);
  const dispatch = useDispatch();
  const done = useRef(false);
  useEffect(() => {
    if (!intent || done.current) return;
    done.current = true;
    dispatch(channelWanted({ name: intent.create }));
  }, [dispatch, intent]);
  if (current === null) return null;
  if (!intent) return <Navigate to={`/${current}`} replace />;
  // It is there a moment later.
  return current === before ? null : <Navigate to={`/${current}/edit/wizard`} replace />;
}
