import { useEffect, useRef, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Outlet, useLocation, useNavigate, useParams } from 'react-router-dom';
import { channelWanted } from '../../features/live/channel/saga.ts';
import { channelSelected, type WithChannels } from '../../features/live/channel/slice.ts';
import type { LiveState } from '../../features/live/index.ts';

/** The channel is created on arrival at home, so that a changed form can block the navigation. */
export interface NewChannelIntent {
  create: string;
}

export const newChannelIntentOf = (state: unknown): NewChannelIntent | null =>
  typeof state === 'object' && state !== null && 'create' in state && typeof state.create === 'string'
    ? { create: state.create }
    : null;

/** Redirects to the selected or a newly created channel, without a history entry. */
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
  // A new channel is selected after the next render.
  const isReady = current !== null && (!intent || current !== before);
  const to = isReady ? `/${current}${intent ? '/edit/wizard' : ''}` : null;
  const navigate = useNavigate();
  useEffect(() => {
    if (to === null) return;
    // `flushSync`: a transition renders the page in slices, and each waits for other tasks.
    const timer = setTimeout(() => navigate(to, { replace: true, flushSync: true }));
    return () => clearTimeout(timer);
  }, [navigate, to]);
  return null;
}

/** Whether a hash (`#/{channel}/…`) belongs to this channel, not to one whose id has it as a prefix. */
export const isAbout = (channel: string, hash: string): boolean =>
  hash.startsWith(`#/${channel}`) && /^([/?]|$)/.test(hash.slice(channel.length + 2));

/** Selects the channel in the address, or redirects home if it is unknown (docs/decisions/0003-router.md). */
export function ChannelOutlet() {
  const { channel = '' } = useParams();
  const current = useSelector((state: WithChannels) => state.channel.current);
  const exists = useSelector((state: WithChannels) => state.channel.list.some(({ id }) => id === channel));
  const dispatch = useDispatch();
  const selects = exists && channel !== current;
  useEffect(() => {
    if (selects) dispatch(channelSelected(channel));
  }, [dispatch, selects, channel]);
  if (!exists) return <Homeward current={current} />;
  return selects ? null : <Outlet key={channel} />;
}

/** Does nothing if the address already names the selected channel, because the store changes before the router. */
function Homeward({ current }: { current: string | null }) {
  const navigate = useNavigate();
  useEffect(() => {
    if (current === null || !isAbout(current, location.hash)) navigate('/', { replace: true });
  }, [current, navigate]);
  return null;
}
