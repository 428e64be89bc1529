import { useEffect, useRef, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Navigate, Outlet, useLocation, useNavigate, useParams } from 'react-router-dom';
import { channelWanted } from '../../features/live/channel/saga.ts';
import { channelSelected, type WithChannels } from '../../features/live/channel/slice.ts';
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

/** Whether an address (`#/{channel}/…`) is about this channel, and not about one whose id begins as its does. */
export const isAbout = (channel: string, hash: string): boolean =>
  hash.startsWith(`#/${channel}`) && /^([/?]|$)/.test(hash.slice(channel.length + 2));

/** The id in the address selects the channel; one that is not known leads home (docs/decisions/0003-router.md). */
export function ChannelOutlet() {
  const { channel = '' } = useParams();
  const current = useSelector((state: WithChannels) => state.channel.current);
  const known = useSelector((state: WithChannels) => state.channel.list.some(({ id }) => id === channel));
  const dispatch = useDispatch();
  const selects = known && channel !== current;
  useEffect(() => {
    if (selects) dispatch(channelSelected(channel));
  }, [dispatch, selects, channel]);
  if (!known) return <Homeward current={current} />;
  return selects ? null : <Outlet key={channel} />;
}

/** Leads home, unless the address is on its way to the selected channel already: the store is faster than the router. */
function Homeward({ current }: { current: string | null }) {
  const navigate = useNavigate();
  useEffect(() => {
    if (current === null || !isAbout(current, location.hash)) navigate('/', { replace: true });
  }, [current, navigate]);
  return null;
}
